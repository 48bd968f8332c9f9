// The active robot of a file in the status bar, and choosing another one, with the real language server.
import assert from "node:assert/strict";
import { afterEach, test as anyTest } from "node:test";
import { Workplace, until } from "./workplace.mjs";

const robot = (name) => `<robot name="${name}" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="parts.xacro"/>
  <xacro:part name="${name}_base"/>
</robot>
`;
const PARTS = `<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="part" params="name"><link name="\${name}"/></xacro:macro>
</robot>
`;
const test = (name, run) => anyTest(name, { timeout: 120_000 }, run);
let place;
const at = (name) => (place = new Workplace(name));
afterEach(() => place.end());

const shown = (editor, text) =>
  until(`the status '${text}'`, () => {
    const [item] = editor.statusItems;
    return item.isShown && item.text.includes(text) ? item : undefined;
  });

test("of several robots one is active, and a person chooses another", async () => {
  const arm = at("several").file("arm.urdf.xacro", robot("arm"));
  const leg = place.file("leg.urdf.xacro", robot("leg"));
  const parts = place.file("parts.xacro", PARTS);
  const editor = place.start();
  editor.open(parts);
  const item = await shown(editor, "arm.urdf.xacro");
  assert.equal(item.text, "$(type-hierarchy) arm.urdf.xacro");
  assert.equal(item.tooltip, `The findings are those of ${arm} (one of 2 robots)`);
  assert.equal(item.command, "romas.chooseRoot");

  let offered;
  editor.answer = (_text, items) => (offered = items).find((label) => label === leg);
  await editor.execute(item.command);
  assert.deepEqual([...offered].sort(), [arm, leg]);
  assert.equal(item.text, "$(type-hierarchy) leg.urdf.xacro");
  editor.answer = () => undefined;
  await editor.execute(item.command);
  assert.equal(item.text, "$(type-hierarchy) leg.urdf.xacro");
  assert.deepEqual(editor.messages, []);
});

test("nothing is said of a file that stands for itself", async () => {
  const arm = at("itself").file("arm.urdf.xacro", robot("arm"));
  place.file("parts.xacro", PARTS);
  const own = place.file("own.urdf", '<robot name="own"><link name="base"/></robot>\n');
  const editor = place.start();
  const parts = editor.open(place.file("parts.xacro"));
  const item = await shown(editor, "arm.urdf.xacro");
  editor.open(own);
  await until("no status", () => !item.isShown);
  await editor.execute("romas.chooseRoot");
  assert.equal(editor.messages.pop().text, `One robot reads this file: ${own}`);
  editor.add(parts);
  await shown(editor, "arm.urdf.xacro");
  await editor.execute("romas.chooseRoot");
  assert.equal(editor.messages.pop().text, `One robot reads this file: ${arm}`);
});
