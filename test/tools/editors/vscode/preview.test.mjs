// The panel with the robot: what it shows, what its page is told, and where a click leads.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test as anyTest } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Workplace, until } from "./workplace.mjs";

const ARM = `<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="parts/hand.xacro"/>
  <link name="base"/>
  <joint name="wrist" type="revolute">
    <parent link="base"/><child link="hand"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="5" velocity="2"/>
  </joint>
</robot>
`;
const HAND = `<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <link name="hand">
    <inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>
  </link>
</robot>
`;
const test = (name, run) => anyTest(name, { timeout: 120_000 }, run);
let place;
afterEach(() => place.end());

// The editor with the robot in it, and its panel.
async function shown(name, text = ARM) {
  place = new Workplace(name);
  place.file("parts/hand.xacro", HAND);
  const editor = place.start();
  const document = editor.open(place.file("my arm.urdf.xacro", text));
  await until("the server", () => editor.providers.some(({ kind }) => kind === "DocumentSymbol"));
  await editor.execute("romas.showPreview");
  const [panel] = editor.panels;
  return { editor, document, panel };
}

const modelOf = ({ webview }) => JSON.parse(/id="romas-robot">(.*?)<\/script>/s.exec(webview.html)[1]).model;
const change = (editor, document, piece, newText) => {
  const range = { start: document.find(piece), end: document.find(piece, piece.length) };
  editor.edit(document, [{ range, newText }]);
};

test("the robot is shown beside its text, in a page that may fetch nothing", async () => {
  const { editor, panel } = await shown("page");
  assert.deepEqual(modelOf(panel).links.map(({ name }) => name).sort(), ["base", "hand"]);
  assert.equal(panel.title, "my arm.urdf.xacro");
  assert.equal(panel.column.viewColumn, editor.api.ViewColumn.Beside);
  assert.deepEqual(panel.options.localResourceRoots, []);
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(panel.webview.html);
  assert.match(policy, /^default-src 'none'; script-src ('sha256-[^']*' ?)+; style-src 'sha256-[^']*'; /);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  assert.deepEqual(readdirSync(process.env.TMPDIR), []); // nothing is left behind
  assert.deepEqual(editor.messages, []);
});

test("the cursor selects what it stands in", async () => {
  const { editor, document, panel } = await shown("cursor");
  editor.moveTo(document, document.find('<link name="base"', 3));
  await until("a link", () => panel.sent.at(-1)?.select.includes("base"));
  editor.moveTo(document, document.find("lower=", 2));
  await until("a joint", () => panel.sent.at(-1)?.select[0] === "wrist");
  const before = panel.sent.length;
  editor.moveTo(editor.open(place.file("notes.txt", "no robot\n")), document.find("<robot"));
  assert.equal(panel.sent.length, before);
});

test("a click on a link or joint leads to its line, in another file too", async () => {
  const { editor, document, panel } = await shown("click");
  panel.say({ selected: { kind: "joint", name: "wrist" } });
  await until("the joint", () => editor.editors.length === 1);
  assert.equal(editor.editors[0].document, document);
  assert.equal(editor.editors[0].selections[0].start.line, 3);
  panel.say({ selected: { kind: "link", name: "hand" } });
  await until("the link", () => editor.editors.length === 2);
  assert.match(editor.editors[1].document.uri.path, /parts\/hand\.xacro$/);
  assert.equal(editor.editors[1].selections[0].start.line, 1);
  panel.say({ selected: { kind: "link", name: "nowhere" } });
  await until("a message", () => editor.messages.length === 1);
  assert.match(editor.messages[0].text, /^No line of this workspace is known to have 'nowhere'/);
});

test("a saved change is shown, and a robot with errors keeps its picture", async () => {
  const { editor, document, panel } = await shown("save");
  const joint = '<joint name="c" type="fixed"><parent link="base"/><child link="camera"/></joint>';
  change(editor, document, 'name="base"/>', `name="base"/><link name="camera"/>${joint}`);
  editor.save(document);
  await until("the new link", () => modelOf(panel).links.length === 3);
  const before = panel.webview.html;
  change(editor, document, "</robot>", "");
  editor.save(document);
  change(editor, document, 'name="camera"', 'name="lens"');
  change(editor, document, 'link="camera"', 'link="lens"');
  await until("the finding", () => editor.diagnostics(document).some(({ severity }) => severity === 0));
  await sleep(1_000); // romas-studio runs 0.2 s after the file was saved
  assert.equal(panel.webview.html, before);
  const end = document.positionAt(document.getText().length);
  editor.edit(document, [{ range: { start: end, end }, newText: "</robot>\n" }]);
  editor.save(document);
  await until("the mended robot", () => modelOf(panel).links.some(({ name }) => name === "lens"));
});

test("a robot that has errors from the beginning says them, as text", async () => {
  const { panel } = await shown("errors", ARM.replace('link="hand"', 'link="&lt;b>"'));
  assert.match(panel.webview.html, /refers to link '&lt;b>', which does not exist/);
  assert.match(panel.webview.html, /default-src 'none'/);
});

test("a panel that was closed is made anew", async () => {
  const { editor, panel } = await shown("closed");
  panel.dispose();
  await editor.execute("romas.showPreview");
  assert.equal(editor.panels.length, 2);
  await editor.execute("romas.showPreview");
  assert.equal(editor.panels.length, 2);
});

test("a missing romas-studio is said, and so is a file that is none", async () => {
  place = new Workplace("missing");
  mkdirSync(place.file("bin"));
  copyFileSync(join(process.env.ROMAS_PROGRAMS, "romas-lsp"), place.file("bin/romas-lsp"));
  place.setPath(place.file("bin"));
  const editor = place.start();
  await editor.execute("romas.showPreview");
  assert.match(editor.messages[0].text, /^A robot on the disk is shown/);
  editor.open(place.file("arm.urdf", '<robot name="arm"><link name="base"/></robot>\n'));
  await editor.execute("romas.showPreview");
  assert.match(editor.panels[0].webview.html, /The preview needs romas-studio/);
});
