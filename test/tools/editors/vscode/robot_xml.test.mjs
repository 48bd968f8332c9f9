// XML files that are told by their root: their language, and what the server says of them.
import assert from "node:assert/strict";
import { afterEach, test as anyTest } from "node:test";
import { Workplace, until } from "./workplace.mjs";

const MJCF = `<mujoco model="arm">
  <worldbody>
    <body name="upper"><geom type="sphere" size="0.1" colour="red"/></body>
  </worldbody>
</mujoco>
`;
const test = (name, run) => anyTest(name, { timeout: 120_000 }, run);
let place;
const at = (name) => (place = new Workplace(name));
afterEach(() => place.end());

const languageAfterOpening = (editor, name, text) => editor.open(place.file(name, text)).languageId;

test("MJCF in .xml has the findings of the server, behind a declaration and comments, too", async () => {
  at("mjcf");
  const editor = place.start();
  const text = `<?xml version="1.0"?>\n<!-- <robot> once -->\n<!DOCTYPE mujoco>\n${MJCF}`;
  const document = editor.open(place.file("arm.xml", text));
  assert.equal(document.languageId, "robot-xml");
  const finding = await until("a finding", () =>
    editor.diagnostics(document).find(({ message }) => message.includes("colour")),
  );
  assert.deepEqual(finding.range.start, document.find("colour"));
  assert.deepEqual(editor.messages, []);
});

test("every root of the compiler is known, and no other", () => {
  at("roots");
  const editor = place.start();
  for (const root of ["robot", "sdf", "mujoco", "mujocoinclude", "Assembly", "Block", "Blocks", "Library", "r:robot"])
    assert.equal(languageAfterOpening(editor, `${root}.xml`, `<${root} name="a"/>`), "robot-xml", root);
  for (const text of ["", "<", "<!-- <robot>", "<?xml", "robot", "<package/>", "<robots/>", "<block/>", "</robot>", "<a><robot/></a>"])
    assert.equal(languageAfterOpening(editor, "other.xml", text), "xml", text);
  assert.equal(languageAfterOpening(editor, "notes.yaml", MJCF), "yaml");
  for (const name of ["arm.urdf", "arm.mjcf", "one.block.xml"])
    assert.equal(languageAfterOpening(editor, name, MJCF), "xml", name); // told by name
});

test("what is typed anew is told when it is saved, and a language that was chosen stays", () => {
  at("chosen");
  const editor = place.start();
  const document = editor.open(place.file("new.xml", ""));
  editor.edit(document, [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: MJCF }]);
  assert.equal(document.languageId, "xml");
  editor.save(document);
  assert.equal(document.languageId, "robot-xml");
  editor.api.languages.setTextDocumentLanguage(document, "xml");
  assert.equal(document.languageId, "xml");
  editor.save(document);
  assert.equal(document.languageId, "xml");
});

test("documents that are open already are told when the extension starts", () => {
  at("open");
  const editor = place.start({}, { opened: [place.file("arm.xml", MJCF)] });
  assert.equal(editor.documents[0].languageId, "robot-xml");
});
