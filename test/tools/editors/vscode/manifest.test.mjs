// What package.json declares is what the code has, and the other way round.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { extension } from "./packages.mjs";
import { languageOf, matches } from "./stand_in/documents.mjs";
import { Uri } from "./stand_in/types.mjs";
import { Workplace, until } from "./workplace.mjs";

const SOURCE = process.env.ROMAS_SOURCE;
const folder = join(SOURCE, "tools", "editors", "vscode");
const read = (...path) => readFileSync(join(...path), "utf8");
const manifest = JSON.parse(read(extension, "package.json"));
const original = JSON.parse(read(folder, "package.json"));
const { contributes } = manifest;
const settings = contributes.configuration.properties;
const commands = contributes.commands.map(({ command }) => command);
const code = readdirSync(join(folder, "src"))
  .map((name) => read(folder, "src", name))
  .join("\n");
const all = (pattern, text = code) =>
  [...new Set([...text.matchAll(pattern)].map(([, found]) => found))].sort();

test("commands", async () => {
  const editor = new Workplace("commands declared").start();
  assert.deepEqual([...editor.commands.keys()].sort(), [...commands].sort());
  await editor.close();
  assert.equal(editor.commands.size, 0);
  for (const { command } of Object.values(contributes.menus).flat())
    assert.ok(commands.includes(command), command);
});

test("settings", () => {
  const read = all(/\.get(?:<[^>]*>)?\("([\w.]+)"/g).map((name) => `romas.${name}`);
  assert.deepEqual([...read, "romas.trace.server"].sort(), Object.keys(settings).sort()); // the client reads its trace itself
  assert.match(code, /super\("romas", /); // the id that the client looks for its trace under
  for (const name of manifest.capabilities.untrustedWorkspaces.restrictedConfigurations)
    assert.ok(settings[name], name);
  assert.equal(settings["romas.server.path"].scope, "machine"); // a folder that is opened names no program
  for (const [name, { default: value, type }] of Object.entries(settings))
    assert.equal(Array.isArray(value) ? "array" : typeof value, type, name);
});

test("profiles are those of the compiler", () =>
  assert.deepEqual(
    settings["romas.profile"].items.enum,
    [...read(SOURCE, "support", "findings", "profiles.def").matchAll(/^PROFILE\(\w+, "(\w+)"/gm)].map(([, name]) => name),
  ));

test("every file that is shown as a robot description reaches the server, and no other", async () => {
  const place = new Workplace("names");
  const editor = place.start();
  editor.open(place.file("arm.urdf", '<robot name="a"><link name="b"/></robot>'));
  const { selector } = await until("the server", () => editor.providers.find(({ kind }) => kind === "Hover"));
  const reaches = (name) => {
    const uri = Uri.file(join(place.folder, name));
    return matches(selector, { uri, languageId: languageOf(uri.path, contributes) }) > 0;
  };
  const names = contributes.languages.flatMap(({ extensions = [], filenamePatterns = [] }) => [
    ...extensions.map((ending) => `robot${ending}`),
    ...filenamePatterns.map((pattern) => pattern.replace("*", "robot")),
  ]);
  assert.ok(names.length >= 8);
  for (const name of [...names, "deep/er/robot.urdf.xacro"]) assert.ok(reaches(name), name);
  for (const name of ["robot.xml", "block.xml", "a.yaml", ".romas.yaml", "arm.urdf.txt", "urdf"])
    assert.ok(!reaches(name), name);
  const patterns = all(/pattern: "([^"]*)"/g).flatMap((glob) =>
    glob
      .match(/\{(.*)\}/)[1]
      .split(",")
      .map((end) => glob.replace(/^\*\*\/|\{.*\}/g, (part) => (part.startsWith("{") ? end : ""))),
  );
  for (const pattern of patterns)
    assert.ok(names.includes(pattern.replace("*", "robot")), `${pattern} is not declared`);
  await editor.close();
});

test("roots that tell an XML file are those of the compiler", () => {
  const frontends = read(SOURCE, "frontend", "frontends.def");
  const roots = [...frontends.matchAll(/^FRONTEND\("\w+", "[^"]*", "([^"]*)"/gm)].flatMap(([, words]) =>
    words.split(" ").filter(Boolean),
  );
  const known = [...new Set(roots)].sort();
  const [, inCode] = code.match(/ROOTS = new Set\(\[([^\]]*)\]/);
  assert.deepEqual(all(/"(\w+)"/g, inCode), known);
  const { firstLine } = contributes.languages.find(({ id }) => id === "robot-xml");
  assert.deepEqual(firstLine.match(/\(([\w|]+)\)\\b$/)[1].split("|").sort(), known);
  for (const line of ["<mujoco>", '<robot name="a">', '<?xml version="1.0"?><sdf version="1.9">', "  <Block/>"])
    assert.match(line, new RegExp(firstLine));
  for (const line of ["<package>", "<robots>", "robot"]) assert.doesNotMatch(line, new RegExp(firstLine));
});

test("files that are named are there, with the scopes that they are named with", () => {
  for (const { path, scopeName } of contributes.grammars)
    assert.equal(JSON.parse(read(extension, path)).scopeName, scopeName);
  assert.deepEqual(
    readdirSync(join(extension, "grammars")).sort(),
    contributes.grammars.map(({ path }) => path.split("/").at(-1)).sort(),
  );
  assert.deepEqual(
    readdirSync(join(extension, "snippets")).sort(),
    [...new Set(contributes.snippets.map(({ path }) => path.split("/").at(-1)))].sort(),
  );
  const ids = contributes.languages.map(({ id }) => id);
  for (const { language } of [...contributes.snippets, ...contributes.grammars])
    assert.ok(language === undefined || ids.includes(language));
  for (const { configuration } of contributes.languages)
    assert.ok(configuration === undefined || existsSync(join(extension, configuration)));
  assert.equal(
    read(extension, "grammars", "romas.tmLanguage.json"),
    read(SOURCE, "tools", "editors", "romas.tmLanguage.json"),
  );
});

test("the README says every command and setting", () => {
  const readme = read(extension, "README.md");
  const titles = contributes.commands.map(({ category, title }) => `${category}: ${title}`);
  assert.deepEqual(all(/^\| (Romas: [^|]*?) \|/gm, readme), titles.sort());
  assert.deepEqual(all(/^\| `(romas\.[\w.]+)` \|/gm, readme), Object.keys(settings).sort());
  for (const prefix of all(/`((?:urdf|xacro|sdf)-[\w-]+)`/g, readme)) {
    const snippets = JSON.parse(read(extension, "snippets", `${prefix.split("-")[0]}.json`));
    assert.ok(
      Object.values(snippets).some((one) => one.prefix === prefix),
      prefix,
    );
  }
});

test("the settings that its page shows are taken by the server", async () => {
  const shown = JSON.parse(
    read(SOURCE, "docs", "editors", "visual-studio-code.md").match(/```json\n(\{\s*"romas\.[^`]*)```/)[1],
  );
  for (const [name, values] of Object.entries(shown)) {
    const { items } = settings[name];
    for (const value of values)
      assert.ok(items.enum === undefined || items.enum.includes(value), `${name}: ${value}`);
  }
  const place = new Workplace("settings shown");
  const editor = place.start(shown);
  editor.open(place.file("src/arm.urdf", '<robot name="a"><link name="b"/></robot>'));
  await until("the server", () => editor.providers.some(({ kind }) => kind === "Hover"));
  assert.deepEqual(editor.messages, []);
  await editor.close();
});

test("versions agree", () => {
  assert.equal(manifest.version, read(SOURCE, "CMakeLists.txt").match(/project\(romas VERSION ([\d.]+)/)[1]);
  for (const page of ["docs/editors/visual-studio-code.md", "docs/editors/README.md", "tools/editors/README.md"])
    assert.match(read(SOURCE, page), new RegExp(`romas-${manifest.version}\\.vsix`));
  assert.equal(manifest.engines.vscode, `^${original.devDependencies["@types/vscode"]}`);
  for (const version of Object.values(original.devDependencies)) assert.match(version, /^\d+\.\d+\.\d+$/);
});

test("packages are pinned by their content, and not by where they come from", () => {
  for (const place of [folder, join(SOURCE, "test", "tools", "editors", "vscode")]) {
    const { packages } = JSON.parse(read(place, "package-lock.json"));
    const { "": own, ...others } = packages;
    assert.deepEqual(own.devDependencies, JSON.parse(read(place, "package.json")).devDependencies);
    assert.ok(Object.keys(others).length >= 4);
    for (const [name, { integrity, resolved }] of Object.entries(others)) {
      assert.match(integrity ?? "", /^sha512-/, name);
      assert.equal(resolved, undefined, name);
    }
  }
});
