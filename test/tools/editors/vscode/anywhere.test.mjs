// The server that is in the extension: in a worker of a browser, and in a desktop's own Node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test as anyTest } from "node:test";
import { extension } from "./packages.mjs";
import { Editor } from "./stand_in/editor.mjs";
import { CancellationTokenSource } from "./stand_in/types.mjs";
import { Workplace, until } from "./workplace.mjs";

const ARM = `<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="parts/hand.xacro"/>
  <link name="base"/>
  <joint name="wrist" type="revolute">
    <parent link="base"/><child link="hand"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" efort="5" velocity="2"/>
  </joint>
</robot>
`;
const hand = (name) => `<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <link name="${name}">
    <inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
  </link>
</robot>
`;
const ROOT = "vscode-vfs://github/owner/my robots";
const test = (name, run) => anyTest(name, { timeout: 120_000 }, run);
const finding = (editor, document, text) =>
  until(`a finding '${text}'`, () => editor.diagnostics(document).find(({ message }) => message.includes(text)));

let editor;
let place;
afterEach(async () => {
  await editor?.close();
  await place?.end();
  editor = place = undefined;
});

function inBrowser(files) {
  editor = new Editor(extension, { root: ROOT, files });
  editor.activate();
  return editor;
}

test("in a browser a defect of an open file is found, and the file that it includes is read", async () => {
  inBrowser({ "arm.urdf.xacro": ARM, "parts/hand.xacro": hand("hand"), "notes.txt": "no robot" });
  const document = editor.openFile("arm.urdf.xacro");
  const misspelt = await finding(editor, document, "efort");
  assert.deepEqual(misspelt.range.start, document.find("efort"));
  assert.equal(misspelt.source, "romasc");
  for (const { message } of editor.diagnostics(document)) assert.doesNotMatch(message, /hand\.xacro|'hand'/);
  assert.deepEqual(editor.messages, []);
  assert.equal(editor.workers.length, 1);
});

test("in a browser a file that others change, delete or make is read again", async () => {
  inBrowser({ "arm.urdf.xacro": ARM, "parts/hand.xacro": hand("hand") });
  const document = editor.openFile("arm.urdf.xacro");
  await finding(editor, document, "efort");
  await editor.write("parts/hand.xacro", hand("claw"));
  await finding(editor, document, "'hand'");
  await editor.write("parts/hand.xacro");
  await finding(editor, document, "hand.xacro");
  await editor.write("parts/hand.xacro", hand("hand"));
  await until("no such finding", () =>
    editor.diagnostics(document).every(({ message }) => !/hand\.xacro|'hand'/.test(message)),
  );
});

test("in a browser places have the names of the editor", async () => {
  inBrowser({ "arm.urdf.xacro": ARM, "parts/hand.xacro": hand("hand") });
  const document = editor.openFile("arm.urdf.xacro");
  await finding(editor, document, "efort");
  const found = await editor
    .provider("Definition", document)
    .provideDefinition(document, document.find('link="hand"', 7), new CancellationTokenSource().token);
  assert.deepEqual([found].flat().map(({ uri }) => uri.toString()), [editor.uriOf("parts/hand.xacro").toString()]);
  await editor.execute("romas.showExpanded");
  assert.match(editor.shown.at(-1).getText(), /<link name="hand">/);
});

test("in a browser the worker ends with the server, and a new one starts", async () => {
  inBrowser({ "arm.urdf.xacro": ARM, "parts/hand.xacro": hand("hand") });
  const document = editor.openFile("arm.urdf.xacro");
  await finding(editor, document, "efort");
  await editor.execute("romas.restartServer");
  assert.deepEqual(editor.workers.map(({ ended }) => ended), [true, false]);
  await finding(editor, document, "efort");
});

test("in a browser settings that the server refuses are said", async () => {
  const settings = { "romas.server.arguments": ["--no-such-option"] };
  editor = new Editor(extension, { root: ROOT, files: { "arm.urdf.xacro": ARM }, settings });
  editor.activate();
  editor.openFile("arm.urdf.xacro");
  await until("the error", () => editor.messages.some(({ text }) => /does not start: .*no-such-option/.test(text)));
});

test("in a browser too many files are said", async () => {
  const many = Object.fromEntries(Array.from({ length: 5_002 }, (_, i) => [`parts/part${i}.xacro`, hand(`part${i}`)]));
  inBrowser({ ...many, "arm.urdf": '<robot name="arm"><link name="base" efort="1"/></robot>\n' });
  const document = editor.openFile("arm.urdf");
  await until("the warning", () => editor.messages.some(({ text }) => /files or more of this workspace are not read/.test(text)));
  await finding(editor, document, "efort");
});

test("in a browser romas-studio and comparisons are said not to be there", async () => {
  inBrowser({ "arm.urdf.xacro": ARM });
  editor.openFile("arm.urdf.xacro");
  await editor.execute("romas.openStudio");
  await editor.execute("romas.compareWithHead");
  assert.match(editor.messages[0].text, /^A browser cannot start romas-studio/);
  assert.match(editor.messages[1].text, /^A file on the disk is compared/);
});

test("the code for a browser asks for the editor alone", () => {
  const code = readFileSync(join(extension, "browser.js"), "utf8");
  const asked = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
  assert.deepEqual([...new Set(asked)], ["vscode"]);
});

test("a desktop without romas-lsp uses the extension's own server", async () => {
  place = new Workplace("fallback");
  place.setPath();
  place.file("parts/hand.xacro", hand("hand"));
  const desktop = place.start();
  const document = desktop.open(place.file("arm.urdf.xacro", ARM));
  await finding(desktop, document, "efort");
  for (const { message } of desktop.diagnostics(document)) assert.doesNotMatch(message, /hand\.xacro|'hand'/);
  assert.deepEqual(desktop.messages, []);
  assert.match(desktop.output.join("\n"), /not found on PATH: the server in the extension is used/);
});

test("a desktop with romas-lsp does not use the extension's own server", async () => {
  place = new Workplace("native");
  const recorder = place.recorder("bin");
  place.setPath(recorder.folder);
  place.file("parts/hand.xacro", hand("hand"));
  const desktop = place.start();
  await finding(desktop, desktop.open(place.file("arm.urdf.xacro", ARM)), "efort");
  assert.equal(recorder.starts().length, 1);
});
