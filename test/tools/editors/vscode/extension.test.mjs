// The extension as it is packed, in a stand-in of the editor, with the real language server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { afterEach, test as anyTest } from "node:test";
import { CancellationTokenSource, Range } from "./stand_in/types.mjs";
import { Workplace, until } from "./workplace.mjs";

const ARM = `<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" efort="5" velocity="2"/>
  </joint>
  <gazebo reference="upper"><mu1>0.2</mu1></gazebo>
</robot>
`;
const isRunning = (process_id) => {
  try {
    return process.kill(process_id, 0);
  } catch {
    return false;
  }
};
const token = new CancellationTokenSource().token;
const test = (name, run) => anyTest(name, { timeout: 120_000 }, run);
let place;
const at = (name) => (place = new Workplace(name));
afterEach(() => place.end());

const finding = (editor, document, text) =>
  until(`a finding '${text}'`, () =>
    editor.diagnostics(document).find(({ message }) => message.includes(text)),
  );

test("a defect is found, explained and mended, and a link renamed", async () => {
  const path = at("arm").file("arm.urdf", ARM);
  const editor = place.start();
  const document = editor.open(path);
  assert.equal(document.languageId, "xml");

  const misspelt = await finding(editor, document, "efort");
  assert.deepEqual(misspelt.range.start, document.find("efort"));
  assert.equal(misspelt.source, "romasc");

  const context = { diagnostics: [misspelt], only: undefined, triggerKind: 1 };
  const actions = await editor
    .provider("CodeActions", document)
    .provideCodeActions(document, misspelt.range, context, token);
  const fix = actions.find(({ edit, title }) => edit && title.startsWith("replace"));
  editor.apply(fix.edit);
  assert.match(document.getText(), / effort="5"/);
  await until(
    "an empty list",
    () => !editor.diagnostics(document).some(({ message }) => message.includes("efort")),
  );

  const name = document.find('link name="upper"', 13);
  const hover = (await editor.provider("Hover", document).provideHover(document, name, token)).contents;
  assert.match(hover.value, /\*\*link\*\* `upper`/);
  const rename = editor.provider("Rename", document);
  assert.equal((await rename.prepareRename(document, name, token)).placeholder, "upper");
  editor.apply(await rename.provideRenameEdits(document, name, "forearm", token));
  assert.equal(document.getText(), ARM.replace("efort", "effort").replaceAll('"upper"', '"forearm"'));
  editor.save(document);
  assert.match(execFileSync(`${process.env.ROMAS_PROGRAMS}/romasc`, [path], { encoding: "utf8" }), /forearm/);
  assert.deepEqual(editor.messages, []);
});

test("a finding is ignored in the project, in a file that did not exist", async () => {
  const path = at("project").file("arm.urdf", ARM);
  const editor = place.start();
  const document = editor.open(path);
  const misspelt = await finding(editor, document, "efort");
  const context = { diagnostics: [misspelt], only: undefined, triggerKind: 1 };
  const actions = await editor
    .provider("CodeActions", document)
    .provideCodeActions(document, misspelt.range, context, token);
  editor.apply(actions.find(({ title }) => title.includes("'unknown-attribute' in the project")).edit);
  assert.match(editor.active.uri.fsPath, /project\/\.romas\.yaml$/);
  assert.equal(editor.active.getText(), "warnings: [no-unknown-attribute]\n");
  assert.deepEqual(editor.messages, []);
});

test("a rename reaches the files that include the name", async () => {
  const xacro = (body) =>
    `<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">\n${body}\n</robot>\n`;
  at("several").file("parts.xacro", xacro('  <link name="elbow"/>'));
  const joint = '  <joint name="j" type="fixed"><parent link="base"/><child link="elbow"/></joint>';
  const root = place.file(
    "arm.urdf.xacro",
    xacro(`  <xacro:include filename="parts.xacro"/>\n  <link name="base"/>\n${joint}`),
  );
  const editor = place.start();
  const document = editor.open(root);
  const parts = editor.open(place.file("parts.xacro"));
  const rename = await until(
    "the server",
    () => editor.providers.some(({ kind }) => kind === "Rename") && editor.provider("Rename", document),
  );
  editor.apply(await rename.provideRenameEdits(document, document.find('"elbow"', 2), "wrist", token));
  assert.match(document.getText(), /<child link="wrist"\/>/);
  assert.match(parts.getText(), /<link name="wrist"\/>/);
});

test("typing is followed", async () => {
  const editor = (at("typing"), place.start());
  const document = editor.open(place.file("arm.romas", "robot arm { link a; }\n"));
  assert.equal(document.languageId, "romas");
  const end = document.find("link a;", 7);
  editor.edit(document, [{ range: new Range(end, end), newText: " joint j : fixed a -> 😀b { }" }]);
  await until("a finding", () => editor.diagnostics(document).length > 0);
  editor.edit(document, [
    { range: new Range(end, document.find(" }\n")), newText: "   link b; joint j : fixed a -> b { }" },
  ]);
  await until("no finding", () => editor.diagnostics(document).length === 0);
  const edits = await editor
    .provider("DocumentFormattingEdit", document)
    .provideDocumentFormattingEdits(document, { tabSize: 2, insertSpaces: true }, token);
  editor.edit(document, edits);
  assert.equal(document.getText(), "robot arm { link a; link b; joint j : fixed a -> b {} }\n");
});

test("only robot descriptions start the server", async () => {
  const recorder = at("others").recorder("bin");
  place.setPath(recorder.folder);
  const editor = place.start();
  for (const name of ["pom.xml", "notes.txt", ".romas.yaml"])
    editor.open(place.file(name, "<project>${version}</project>\n"));
  assert.equal(editor.active.languageId, "yaml");
  for (const [command] of editor.commands) assert.match(command, /^romas\./);
  for (const name of ["a.urdf", "a.xacro", "a.sdf", "a.world", "a.srdf", "a.block.xml", "a.assembly.xml"]) {
    const document = editor.open(place.file(name, "<robot/>\n"));
    assert.equal(document.languageId, "xml");
    await until(`the server for ${name}`, () => editor.providers.some(({ kind }) => kind === "Hover"));
    editor.provider("Hover", document);
  }
  assert.equal(recorder.starts().length, 1);
  assert.throws(() => editor.provider("Hover", editor.documents[0]), /no Hover for .*pom\.xml/);
});

test("PATH comes first, then the setting", async () => {
  const [first, second] = [at("path").recorder("first"), place.recorder("second")];
  place.setPath(first.folder);
  const editor = place.start({ "romas.server.path": second.program });
  editor.open(place.file("arm.urdf", ARM));
  await until("the server on PATH", () => first.starts().length === 1);
  place.setPath();
  await editor.execute("romas.restartServer");
  assert.deepEqual([first.starts().length, second.starts().length], [1, 1]);
  assert.equal(second.starts()[0], place.folder);
  await finding(editor, editor.active, "efort");
  await editor.execute("romas.restartServer");
  assert.equal(second.starts().length, 2);
  await finding(editor, editor.active, "efort");
});

test("a missing server is said, with what to do", async () => {
  at("missing").setPath();
  const editor = place.start({ "romas.server.path": place.file("gone/romas-lsp") });
  const answers = ["Open Settings", "Try Again"];
  editor.answer = () => {
    const answer = answers.shift();
    if (answer === "Try Again") place.setPath(process.env.ROMAS_PROGRAMS);
    return answer;
  };
  const document = editor.open(place.file("arm.urdf", ARM));
  await until("the settings", () => editor.executed.length > 0);
  assert.deepEqual(editor.executed, [["workbench.action.openSettings", "romas.server"]]);
  assert.equal(editor.diagnostics(document).length, 0);
  await editor.execute("romas.restartServer");
  await finding(editor, document, "efort");
  assert.equal(editor.messages.length, 2);
  for (const { severity, text } of editor.messages)
    assert.match(
      `${severity}: ${text}`,
      /^error: romas-lsp was found neither on PATH nor .*romas\.server\.path/,
    );
});

test("profile and arguments count at once, and what is wrong with them is said", async () => {
  const recorder = at("settings").recorder("bin");
  place.setPath(recorder.folder);
  const editor = place.start({ "romas.profile": ["mujoco"] });
  const document = editor.open(
    place.file("arm.urdf", ARM.replace("efort", "effort").replace('ixx="0.01"', 'ixx="1"')),
  );
  const ofProfile = await finding(editor, document, "no body has");
  assert.match(ofProfile.message + JSON.stringify(ofProfile.relatedInformation), /MuJoCo/);
  editor.configure("romas.profile", []);
  await until("the plain message", () =>
    editor
      .diagnostics(document)
      .some((one) => !/MuJoCo/.test(one.message + JSON.stringify(one.relatedInformation))),
  );
  editor.configure("romas.server.arguments", ["-Wno-inertia-triangle"]);
  await until(
    "no such finding",
    () =>
      editor.providers.length > 0 &&
      !editor.diagnostics(document).some(({ message }) => message.includes("no body has")),
  );
  editor.configure("romas.server.arguments", ["--no-such-option"]);
  await until("the error", () =>
    editor.messages.some(({ text }) => /does not start: .*no-such-option/.test(text)),
  );
  await until("its end", () => !isRunning(recorder.processes().at(-1)));
  editor.configure("romas.server.arguments", []);
  await finding(editor, document, "no body has");
  assert.deepEqual(recorder.processes().map(isRunning), [false, false, false, false, true]);
  assert.equal(editor.messages.filter(({ text }) => text.includes("does not start")).length, 1);
});

test("a server that breaks down comes back", async () => {
  const recorder = at("broken").recorder("bin");
  place.setPath(recorder.folder);
  const editor = place.start({ "romas.trace.server": "messages" });
  const document = editor.open(place.file("arm.urdf", ARM));
  await finding(editor, document, "efort");
  // Findings make the extension ask for the robots that read the file. The client library throws where nobody can catch it if
  // the server ends while it writes.
  const count = (pattern) => editor.output.join("\n").match(pattern)?.length ?? 0;
  await until("every answer", () => count(/Received response 'workspace\/executeCommand/g) > 0 && count(/Sending request/g) === count(/Received response/g));
  process.kill(recorder.processes()[0], "SIGKILL");
  await until("another one", () => recorder.starts().length === 2);
  const end = document.find("</robot>");
  editor.edit(document, [{ range: new Range(end, end), newText: "<link/>" }]);
  await finding(editor, document, "link");
});

test("a program that is no server is said", async () => {
  at("wrong").setPath();
  const script = place.file("bin/romas-lsp", "#!/gone/interpreter\n");
  chmodSync(script, 0o755);
  const editor = place.start({ "romas.server.path": script });
  editor.open(place.file("arm.urdf", ARM));
  await until("a message", () => editor.messages.length > 0);
  assert.match(editor.messages[0].text, /couldn't create connection|does not start/);
});

test("the talk with the server is written down for those who ask", async () => {
  at("trace");
  const editor = place.start({ "romas.trace.server": "verbose" });
  editor.open(place.file("arm.urdf", ARM));
  await until("a line", () => editor.output.some((line) => /textDocument\/didOpen/.test(line)));
});

test("without a folder a single file is checked", async () => {
  const path = at("single").file("arm.urdf", ARM);
  const editor = place.start({}, { folders: [] });
  await finding(editor, editor.open(path), "efort");
  assert.equal(readFileSync(path, "utf8"), ARM);
});
