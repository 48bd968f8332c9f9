// Makes the folder of the extension: node build.mjs SOURCE FOLDER [PACKAGE]. SOURCE is the folder of the whole project, PACKAGE
// that of the npm package, whose server as WebAssembly is then in the extension. Without it the extension needs a server of the
// system, and does not run in browsers.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Resvg, initWasm } from "@resvg/resvg-wasm";
import { build } from "esbuild";
import { xacroGrammars } from "./xacro_grammars.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [source, to, npmPackage] = process.argv.slice(2);
rmSync(to, { recursive: true, force: true });
mkdirSync(join(to, "grammars"), { recursive: true });

const bundle = (entry, name, settings) =>
  build({
    entryPoints: [join(here, "src", entry)],
    outfile: join(to, name),
    bundle: true,
    minify: true,
    keepNames: true, // the client tells its features by the names of classes
    external: ["vscode"],
    legalComments: "none",
    metafile: true,
    ...settings,
  });

// Node 18 is that of Visual Studio Code 1.82, the oldest one of package.json.
const inNode = { platform: "node", format: "cjs", target: "node18", define: { IN_BROWSER: "false" } };
const inBrowser = { platform: "browser", format: "cjs", target: "es2022", define: { IN_BROWSER: "true" } };

// A worker of the editor is a script, not a module. Emscripten's functions ask for a module of Node at their first line.
const packageAsScript = {
  name: "package",
  setup(builder) {
    builder.onResolve({ filter: /^romasc\// }, ({ path }) => ({ path: join(npmPackage, path.slice("romasc/".length)) }));
    builder.onLoad({ filter: /\.glue\.js$/ }, ({ path }) => {
      const pieces = readFileSync(path, "utf8").split(/\(await import\([^;\n]*\)\)\.createRequire\(import\.meta\.url\)/);
      if (pieces.length !== 2) throw new Error(`${path} has ${pieces.length - 1} imports of Node's modules, not 1`);
      return { contents: pieces.join("undefined"), loader: "js" };
    });
  },
};

const bundles = [await bundle("main_node.ts", "extension.js", inNode)];
if (npmPackage !== undefined) {
  bundles.push(await bundle("main_browser.ts", "browser.js", inBrowser));
  bundles.push(await bundle("worker.ts", "worker.js", { ...inBrowser, format: "iife", plugins: [packageAsScript] }));
  const parts = ["lsp.js", "frames.js", "node.js", "program.js", "session.js", "romas-lsp.glue.js", "romas-lsp.wasm", "NOTICE"];
  mkdirSync(join(to, "server"));
  for (const part of parts) copyFileSync(join(npmPackage, part), join(to, "server", part));
  writeFileSync(join(to, "server", "package.json"), '{ "type": "module" }\n');
}

// What is only needed to make the extension is no part of it.
const { devDependencies, overrides, ...manifest } = JSON.parse(
  readFileSync(join(here, "package.json"), "utf8"),
);
if (npmPackage === undefined) {
  delete manifest.browser;
  manifest.files = manifest.files.filter((name) => !/^(browser\.js|worker\.js|server\/.*)$/.test(name));
}
const json = (name, value) => writeFileSync(join(to, name), `${JSON.stringify(value, null, 2)}\n`);
json("package.json", manifest);
for (const [name, grammar] of Object.entries(xacroGrammars)) json(join("grammars", name), grammar);
copyFileSync(
  join(source, "tools", "editors", "romas.tmLanguage.json"),
  join(to, "grammars", "romas.tmLanguage.json"),
);
cpSync(join(here, "snippets"), join(to, "snippets"), { recursive: true });
copyFileSync(join(here, "robot-xml.tmLanguage.json"), join(to, "grammars", "robot-xml.tmLanguage.json"));
for (const name of ["language-configuration.json", "robot-xml-configuration.json", "README.md"])
  copyFileSync(join(here, name), join(to, name));
copyFileSync(join(source, "LICENSE"), join(to, "LICENSE.txt"));

const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
await initWasm(readFileSync(wasm));
const icon = new Resvg(readFileSync(join(source, "cmake", "package", "romas.svg"), "utf8"), {
  fitTo: { mode: "width", value: 128 },
});
writeFileSync(join(to, "icon.png"), icon.render().asPng());

// Licences of what is in the bundle.
const packages = new Set();
for (const input of bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs))) {
  const parts = input.split(/[\\/]/);
  const at = parts.lastIndexOf("node_modules");
  if (at < 0) continue;
  const length = parts[at + 1].startsWith("@") ? 3 : 2;
  packages.add(parts.slice(0, at + length).join(sep));
}
const texts = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = ["LICENSE", "License.txt", "LICENSE.md", "license", "license.txt"]
    .map((text) => join(folder, text))
    .find((path) => existsSync(path));
  if (file === undefined) throw new Error(`${name} has no text of its licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(file, "utf8").replaceAll("\r", "").trim()}\n`;
});
writeFileSync(join(to, "licences.txt"), texts.join(`\n${"-".repeat(80)}\n\n`));
