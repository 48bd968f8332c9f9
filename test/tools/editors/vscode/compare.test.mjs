// What differs since HEAD: lenses, the command behind them, and what is shown; with a real repository behind a
// stand-in of git's extension.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { afterEach, test as anyTest } from "node:test";
import { gitOf } from "./stand_in/git.mjs";
import { CancellationTokenSource } from "./stand_in/types.mjs";
import { Workplace, until } from "./workplace.mjs";

const ROMAS = `robot arm {
  link base;
  link upper;
  joint j : revolute base -> upper { axis z; limit -1 rad .. 1 rad effort 1 Nm velocity 1 rad/s; }
}
`;
const token = new CancellationTokenSource().token;
const test = (name, run) => anyTest(name, { timeout: 120_000 }, run);
let place;
const at = (name) => (place = new Workplace(name));
afterEach(() => place.end());

// Makes a repository of what is in the folder.
function commit(folder) {
  const who = ["-c", "user.name=t", "-c", "user.email=t@t"];
  const options = { cwd: folder, env: { PATH: "/usr/bin:/bin" }, stdio: "pipe" };
  const git = (...words) => execFileSync("git", [...who, ...words], options);
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message=first");
}
const lenses = async (editor, document) => {
  const find = () => editor.providers.find(({ kind }) => kind === "CodeLens")?.provider;
  const provider = await until("lenses", find);
  const all = await provider.provideCodeLenses(document, token);
  return all.map(({ command }) => command).filter(({ title }) => title === "compare with HEAD");
};

test("a lens shows what differs from the robot of HEAD, with the text that is typed", async () => {
  const path = at("compared").file("models/arm.romas", ROMAS);
  commit(place.folder);
  const editor = place.start({}, { git: gitOf(place.folder) });
  const document = editor.open(path);
  const [lens, ...more] = await lenses(editor, document);
  assert.deepEqual([lens.command, more], ["romas.compareWithHead", []]);
  await editor.execute(lens.command, ...lens.arguments);
  assert.match(editor.messages.pop().text, /^The robot is the same as with this file of HEAD/);
  assert.deepEqual(editor.shown, []);

  const type = (old, now) => editor.edit(document, [{ range: rangeOf(document, old), newText: now }]);
  type("effort 1", "effort 5"); // and is not saved
  await editor.execute(lens.command, ...lens.arguments);
  const shown = editor.shown.at(-1);
  assert.equal(shown.uri.scheme, "romas-comparison");
  assert.match(shown.getText(), /'j'.*effort/s);
  type("link upper", "link uppr");
  await editor.execute(lens.command, ...lens.arguments);
  assert.match(editor.messages.pop().text, /^There is no comparison with HEAD: .*has errors/);
  type("link uppr", "link upper");
  type("velocity 1", "velocity 3");
  await editor.execute("romas.compareWithHead"); // from the list of commands, while the comparison is shown
  await until("the new text", () => /velocity/.test(shown.getText()));
  assert.deepEqual(editor.messages, []);
});

const rangeOf = (document, piece) => ({ start: document.find(piece), end: document.find(piece, piece.length) });

test("why there is nothing to compare with is said", async () => {
  at("nothing").file("old.urdf", '<robot name="a"><link name="b"/></robot>\n');
  commit(place.folder);
  const git = gitOf(place.folder);
  const editor = place.start({}, { git });
  await editor.execute("romas.compareWithHead");
  assert.match(editor.messages.pop().text, /open one first/);
  const document = editor.open(place.file("new.urdf", '<robot name="a"><link name="b"/></robot>\n'));
  const [lens] = await lenses(editor, document);
  const said = async () => {
    await editor.execute(lens.command, ...lens.arguments);
    return editor.messages.pop().text;
  };
  assert.match(await said(), /HEAD has no new\.urdf/);
  git.folder = "/elsewhere";
  assert.match(await said(), /not in an open git repository/);
  git.exports.enabled = false;
  assert.match(await said(), /git is switched off/);
  assert.deepEqual([editor.shown, editor.messages], [[], []]);
});

test("without git's extension there is no such lens", async () => {
  const editor = (at("no git"), place.start());
  const document = editor.open(place.file("arm.romas", ROMAS));
  assert.deepEqual(await lenses(editor, document), []);
  await editor.execute("romas.compareWithHead");
  assert.match(editor.messages.pop().text, /git is switched off/);
});
