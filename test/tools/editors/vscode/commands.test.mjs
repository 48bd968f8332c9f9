// The commands of the extension, with the real romasc and romas-studio.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
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

// What is left in the folder for temporary files, which is that of the test.
const temporary = () => readdirSync(process.env.TMPDIR);

test("the expanded text is what romasc prints, and follows each save", async () => {
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
  part.text = PARTS.replace("grey", "green");
  editor.save(part);
  await until("the new text", () => shown.getText().includes("green"));
  assert.equal(shown.getText(), romasc());

  document.text = XACRO.replace("1 + 1", "1 +");
  editor.save(document);
  await until("romasc", () => editor.refreshed === 2);
  assert.match(shown.getText(), /left_2/); // the last one that there was
  document.text = XACRO.replace("1 + 1", "1 + 2");
  editor.save(document);
  await until("the mended text", () => shown.getText().includes("left_3"));
  assert.deepEqual([editor.messages, temporary()], [[], []]);
});

test("of several robots a person chooses", async () => {
  at("roots").file(
    ".romas.yaml",
    "roots:\n  - {file: arm.urdf.xacro, name: a}\n  - {file: arm.urdf.xacro, name: b, args: {side: right}}\n",
  );
  place.file("parts.xacro", PARTS);
  const editor = place.start();
  editor.answer = (_text, items) => items.find((name) => name.startsWith("b."));
  const { uri } = editor.open(place.file("arm.urdf.xacro", XACRO));
  await editor.execute("romas.showExpanded", uri);
  assert.match(editor.shown[0].getText(), /right_2/);
  editor.answer = () => undefined;
  await editor.execute("romas.showExpanded", uri);
  assert.equal(editor.shown.length, 1);
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
  editor.open(place.file("arm.urdf.xacro", XACRO)); // parts.xacro is not there
  await editor.execute("romas.showExpanded");
  assert.match(editor.messages.pop().text, /^There is no expanded text: .*error: .*parts\.xacro/);
  place.setPath();
  await editor.execute("romas.showExpanded");
  assert.match(editor.messages.pop().text, /romasc was found neither on PATH nor beside/);
  assert.deepEqual([editor.shown, temporary()], [[], []]);
});

test("romasc is found beside the server of the setting", async () => {
  at("beside").setPath();
  place.file("parts.xacro", PARTS);
  const editor = place.start({ "romas.server.path": join(process.env.ROMAS_PROGRAMS, "romas-lsp") });
  editor.open(place.file("arm.urdf.xacro", XACRO));
  await editor.execute("romas.showExpanded");
  assert.match(editor.shown[0].getText(), /left_2/);
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
