// What colours a text has: the tokenizer of the editor, with its own grammar of XML, and the grammars of the
// extension.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extension, requirePackage } from "./packages.mjs";

const oniguruma = requirePackage("vscode-oniguruma");
const { Registry, INITIAL, parseRawGrammar } = requirePackage("vscode-textmate");

const { grammars } = JSON.parse(readFileSync(join(extension, "package.json"), "utf8")).contributes;
const files = new Map(grammars.map(({ scopeName, path }) => [scopeName, join(extension, path)]));
files.set("text.xml", requirePackage.resolve("tm-grammars/grammars/xml.json"));
const injections = (scope) =>
  grammars.filter(({ injectTo }) => injectTo?.includes(scope)).map(({ scopeName }) => scopeName);

await oniguruma.loadWASM(readFileSync(requirePackage.resolve("vscode-oniguruma/release/onig.wasm")));
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (all) => new oniguruma.OnigScanner(all),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) =>
    files.has(scope) ? parseRawGrammar(readFileSync(files.get(scope), "utf8"), files.get(scope)) : null,
  getInjections: injections,
});
const loaded = new Map();
for (const scope of ["text.xml", "text.xml.robot", "source.romas"]) loaded.set(scope, await registry.loadGrammar(scope));

// {text, scopes}, in the order of the text.
export function tokens(text, scope = "text.xml") {
  let state = INITIAL;
  const found = [];
  for (const line of text.split("\n")) {
    const { tokens: all, ruleStack, stoppedEarly } = loaded.get(scope).tokenizeLine(line, state);
    if (stoppedEarly) throw new Error(`it takes too long: ${line}`);
    for (const { startIndex, endIndex, scopes } of all)
      found.push({ text: line.slice(startIndex, endIndex), scopes });
    state = ruleStack;
  }
  return found;
}
