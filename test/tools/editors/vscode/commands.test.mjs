// The commands of the extension, with the real romas-lsp and romas-studio; romasc says what they should show.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test as anyTest } from "node:test";
import { Workplace, until } from "./workplace.mjs";

const XACRO = `<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="parts.xacro"/>
  <xacro:arg name="side" default="left"/>
  <link name="$(arg side)_\${1 + 1}"/>
</robot>
`;
const PARTS = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><material name="grey"/></robot>\n';
const test = (name, options, run = options) =>
  anyTest(name, { timeout: 120_000, ...(run !== options && options) }, run);
let place;
const at = (name) => (place = new Workplace(name));
afterEach(() => place.end());

test("the expanded text is what romasc prints, and follows what is typed", async () => {
  const path = at("expanded").file("my robots/arm #1.urdf.xacro", XACRO);
  const parts = place.file("my robots/parts.xacro", PARTS);
  const editor = place.start();
  const document = editor.open(path);
  await editor.execute("romas.showExpanded");
  const shown = editor.shown.at(-1);
  assert.equal(shown.uri.scheme, "romas-expanded");
  assert.equal(shown.languageId, "xml");
  const romasc = () =>
    execFileSync(`${process.env.ROMAS_PROGRAMS}/romasc`, [path, "--emit=expanded"], { encoding: "utf8" });
  assert.match(shown.getText(), /<link name="left_2"\/>/);
  assert.equal(shown.getText(), romasc());

  const part = editor.open(parts);
  const type = (into, piece, newText) =>
    editor.edit(into, [{ range: { start: into.find(piece), end: into.find(piece, piece.length) }, newText }]);
  type(part, "grey", "green");
  await until("the new text", () => shown.getText().includes("green"));
  editor.save(part);
  assert.equal(shown.getText(), romasc());

  const before = editor.refreshed;
  type(document, "1 + 1", "1 +");
  await until("the server", () => editor.refreshed > before);
  assert.match(shown.getText(), /left_2/); // the last one that there was
  type(document, "1 +", "1 + 2");
  await until("the mended text", () => shown.getText().includes("left_3"));
  assert.deepEqual(editor.messages, []);
});

const lines = (locations) =>
  locations.map(({ uri, range }) => `${uri.path.split("/").at(-1)}:${range.start.line + 1}`);

test("from the expanded text to what was written and its calls, and back", async () => {
  const arm = writeCalls();
  const editor = place.start();
  const document = editor.open(arm);
  await editor.execute("romas.showExpanded");
  const [shown] = editor.shown;
  const definition = (piece, skip) =>
    editor.provider("Definition", shown).provideDefinition(shown, shown.find(piece, skip));
  assert.deepEqual(lines(definition('name="right_tip"', 8)), ["legs.xacro:6", "legs.xacro:3", "arm.urdf.xacro:4"]);
  assert.deepEqual(lines(definition('<link name="base"', 2)), ["arm.urdf.xacro:5"]);
  assert.deepEqual(definition('<?xml', 2), []);

  const reveal = async (path, piece, skip) => {
    editor.active = editor.document({ toString: () => `file://${path}` }) ?? editor.open(path);
    const at = editor.active.find(piece, skip);
    editor.selection = { start: at, end: at, active: at };
    await editor.execute("romas.revealInExpanded");
    const { document: seen, selections } = editor.editors.at(-1);
    return selections.map((range) => seen.getText(range).split("\n")[0]);
  };
  assert.deepEqual(await reveal(arm, '<xacro:leg side="right"', 3), [
    '<link name="right_leg"/>',
    '<link name="right_tip"/>',
  ]);
  const legs = place.file("legs.xacro");
  assert.deepEqual(await reveal(legs, 'name="${name}"', 2), ['name="left_tip"', 'name="right_tip"']);
  // A lens at a macro leads to what comes of all its calls.
  const source = editor.document({ toString: () => `file://${legs}` });
  const lenses = await editor.provider("CodeLens", source).provideCodeLenses(source, {});
  const [, tip] = lenses.filter(({ command }) => command.title === "expanded text" && command.arguments[0].position);
  await editor.execute(tip.command.command, ...tip.command.arguments);
  assert.deepEqual(
    editor.editors.at(-1).selections.map((range) => editor.editors.at(-1).document.getText(range)),
    ['<link name="left_tip"/>', '<link name="right_tip"/>'],
  );
  // What was typed meanwhile is shown before it is selected.
  editor.edit(document, [{ range: { start: document.find("left"), end: document.find("left", 4) }, newText: "upper" }]);
  assert.deepEqual(await reveal(legs, 'name="${name}"', 2), ['name="upper_tip"', 'name="right_tip"']);
  assert.deepEqual(editor.messages, []);
  await reveal(legs, "<robot", 3); // the element around definitions
  assert.match(editor.messages.pop().text, /^Nothing in the expanded text comes from there/);
  assert.equal(editor.documents.filter(({ uri }) => uri.scheme === "romas-expanded").length, 1);
});

function writeCalls() {
  at("calls").file(
    "legs.xacro",
    `<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="leg" params="side"><link name="\${side}_leg"/>
    <xacro:tip name="\${side}_tip"/>
  </xacro:macro>
  <xacro:macro name="tip" params="name">
    <link name="\${name}"/>
  </xacro:macro>
</robot>
`,
  );
  return place.file(
    "arm.urdf.xacro",
    `<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="legs.xacro"/>
  <xacro:leg side="left"/>
  <xacro:leg side="right"/>
  <link name="base"/>
</robot>
`,
  );
}

test("of several robots the active one is shown, and a lens leads there", async () => {
  at("roots").file(
    ".romas.yaml",
    "roots:\n  - {file: arm.urdf.xacro, name: a}\n  - {file: arm.urdf.xacro, name: b, args: {side: right}}\n",
  );
  place.file("parts.xacro", PARTS);
  const editor = place.start();
  const { uri } = editor.open(place.file("arm.urdf.xacro", XACRO));
  await until("the server", () => editor.providers.some(({ kind }) => kind === "CodeLens"));
  editor.answer = (_text, items) => items.find((label) => label === "b");
  await editor.execute("romas.chooseRoot");
  await editor.execute("romas.expanded", { uri: uri.toString() }); // as a lens does
  assert.match(editor.shown[0].getText(), /right_2/);
  editor.answer = (_text, items) => items.find((label) => label === "a");
  editor.active = editor.document(uri);
  await editor.execute("romas.chooseRoot");
  await editor.execute("romas.showExpanded", uri);
  assert.match(editor.shown[1].getText(), /left_2/);
  assert.match(editor.shown[0].getText(), /right_2/); // it stays that robot
  assert.deepEqual(
    editor.shown.map(({ uri }) => uri.path),
    ["/b.urdf", "/a.urdf"],
  );
});

test("arguments of the settings count for expanding", async () => {
  place = at("arguments");
  place.file("parts.xacro", PARTS);
  const editor = place.start({ "romas.server.arguments": ["--define=side=upper"] });
  editor.open(place.file("arm.urdf.xacro", XACRO));
  await editor.execute("romas.showExpanded");
  assert.match(editor.shown[0].getText(), /upper_2/);
});

test("why there is no expanded text is said", async () => {
  const editor = (at("broken"), place.start());
  await editor.execute("romas.showExpanded");
  assert.match(editor.messages.pop().text, /open one first/);
  const { uri } = editor.open(place.file("arm.urdf.xacro", XACRO)); // parts.xacro is not there
  await editor.execute("romas.showExpanded");
  assert.match(editor.messages.pop().text, /^There is no expanded text: .* has errors: .*parts\.xacro/);
  await editor.close();
  place.setPath();
  place.start({ "romas.server.path": "/gone/romas-lsp" }); // else the extension may have one of its own
  place.editor.open(uri.fsPath);
  await place.editor.execute("romas.showExpanded");
  assert.match(place.editor.messages.pop().text, /^There is no expanded text: romas-lsp does not run/);
  assert.deepEqual([editor.shown, place.editor.shown], [[], []]);
});

const noStudio = existsSync(join(process.env.ROMAS_PROGRAMS, "romas-studio"))
  ? false
  : "romas-studio is not built";
test("romas-studio is started in a terminal, with the folder and the file", { skip: noStudio }, async () => {
  const path = at("studio").file("arm.urdf", '<robot name="arm"><link name="base"/></robot>\n');
  const editor = place.start();
  editor.open(path);
  await editor.execute("romas.openStudio");
  const [{ options, isShown }] = editor.terminals;
  assert.ok(isShown);
  assert.equal(options.shellPath, join(process.env.ROMAS_PROGRAMS, "romas-studio"));
  assert.deepEqual(options.shellArgs, ["--root", place.folder, path]);
  assert.equal(options.cwd, place.folder);

  const studio = spawn(options.shellPath, [...options.shellArgs, "--no-browser"], { cwd: options.cwd });
  try {
    let said = "";
    studio.stdout.on("data", (text) => (said += text));
    const address = await until("the address", () => said.match(/http:\/\/127\.0\.0\.1:\d+\//)?.[0]);
    const page = await fetch(address);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<html/);
  } finally {
    studio.kill("SIGINT");
  }
  assert.equal(await new Promise((end) => studio.on("exit", end)), 0);
});

test("a missing romas-studio is said", async () => {
  at("no studio").setPath();
  const editor = place.start();
  await editor.execute("romas.openStudio");
  assert.match(editor.messages[0].text, /romas-studio was found neither/);
  assert.deepEqual(editor.terminals, []);
});
