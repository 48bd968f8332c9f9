// Joining by the pointer in the space, what cannot be joined, and changes of what is joined.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { beforeEach } from "node:test";
import { browserTests } from "./browser_tests.mjs";
import { contactAt, dragAround } from "./looking.mjs";
import { block, BLOCKS, CUBE, PLAIN } from "./small_blocks.mjs";
import { accessibilityProblems, folder } from "./studio.mjs";

const work = folder("joining");
const { test, open } = browserTests({ page: { viewport: { width: 1290, height: 760 } } });

beforeEach(() => {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  writeFileSync(`${work}/cube.obj`, CUBE);
  writeFileSync(`${work}/blocks.xml`, BLOCKS);
});

async function begin(...options) {
  const page = await open(["--root", work, "-L", `${work}/blocks.xml`, ...options]);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await candidate(page, "Base").dblclick();
  await parts(page, 1);
  return page;
}

const candidate = (page, name) => page.getByRole("button", { name: new RegExp(`^${name}( \\([BT]\\))?`) }).and(page.locator(".candidate"));
const menu = (page) => page.getByRole("region", { name: "Assemble Menu" });
// The step that is the present one.
const step = (page, number) => menu(page).locator('[aria-current="step"]').getByRole("heading", { name: new RegExp(`^Step ${number}`) });
const scene = (page) =>
  page.evaluate(async () => (await fetch("/api/scene?robot=0", { headers: { "Romas-Token": sessionStorage.getItem("romas-token") } })).json());
const parts = (page, count) =>
  page.waitForFunction((count) => document.querySelector("canvas")?.view?.box && document.querySelectorAll("canvas").length > 0 && window.__count !== count, count)
    .then(async () => {
      for (let tries = 0; tries < 200; ++tries) {
        const { assembly } = await scene(page);
        if ((assembly?.parts.length ?? 0) === count) return assembly.parts;
        await page.waitForTimeout(50);
      }
      throw new Error(`there are no ${count} parts`);
    });

// As a user does, it clicks again where a frame that was under way has moved the contact away.
async function clickContact(page, label, next) {
  for (let tries = 0; tries < 4; ++tries) {
    const { x, y } = await contactAt(page, label);
    await page.mouse.click(x, y);
    if (await step(page, next).waitFor({ timeout: 20_000 }).then(() => true, () => false)) return;
  }
  assert.fail(`the click on ${label} was not taken`);
}

test("contacts are taken in the space, on the assembly and on the Block", async () => {
  const page = await begin();
  await candidate(page, "Arm").dblclick();
  await step(page, 1).waitFor();
  await clickContact(page, "Base_0 2", 2);
  await clickContact(page, "Arm 2", 3);
  // R turns by a quarter; with Shift back.
  const delta = () => menu(page).locator("label", { has: page.locator("input:checked") }).innerText();
  assert.match(await delta(), /^0°/);
  await page.keyboard.press("r");
  assert.match(await delta(), /^90°/);
  await page.keyboard.press("Shift+R");
  assert.match(await delta(), /^0°/);
  await page.keyboard.press("r");
  await page.keyboard.press("Enter");
  await step(page, 4).waitFor();
  await menu(page).getByRole("radio", { name: "prismatic" }).check();
  await menu(page).getByLabel("Offset (m)").fill("x");
  assert.ok(await menu(page).getByRole("button", { name: "Finish" }).isDisabled());
  await menu(page).getByText("This is not a number.").waitFor();
  await menu(page).getByLabel("Offset (m)").fill("0.02");
  await menu(page).getByRole("button", { name: "Finish" }).click();
  const [, arm] = await parts(page, 2);
  assert.deepEqual(
    [arm.parent_contact, arm.child_contact, arm.joint_type, arm.offset, arm.parent_matched_axis, arm.child_matched_axis],
    [2, 2, "prismatic", 0.02, "y", "z"],
  );
});

test("a drag of the Block in the space turns it to the next quarter, as R and the list do", async () => {
  const page = await begin();
  await candidate(page, "Arm").dblclick();
  await menu(page).getByRole("button", { name: "contact 2 of Base_0, joint" }).click();
  await menu(page).getByRole("button", { name: "contact 0 of Arm, assembly" }).click();
  await step(page, 3).waitFor();
  await contactAt(page, "Base_0 2"); // the camera stands still
  const delta = () => menu(page).locator("label", { has: page.locator("input:checked") }).innerText();
  const look = (name) =>
    page.evaluate((name) => {
      const { view } = document.querySelector(".canvas canvas");
      view.setParallel(true);
      view.look(name);
      view.fit();
    }, name);
  const yaw = () => page.evaluate(() => document.querySelector(".canvas canvas").view.camera.yaw);
  assert.match(await delta(), /^0°/);
  // Seen along the axis, the pointer goes around it, against the clock.
  await look("+z");
  const before = await yaw();
  const around = (angle) => ([x, y]) => [1, 2, 3, 4].map((part) => {
    const turned = (angle * part) / 4;
    return [x * Math.cos(turned) + y * Math.sin(turned), y * Math.cos(turned) - x * Math.sin(turned)];
  });
  await dragAround(page, around(Math.PI / 2));
  assert.match(await delta(), /^90°/);
  await dragAround(page, around(-Math.PI / 2));
  assert.match(await delta(), /^0°/);
  await dragAround(page, around(0.3)); // less than half a quarter
  assert.match(await delta(), /^0°/);
  // Seen from the side, it goes across it.
  await look("+x");
  await dragAround(page, ([x, y]) => [[x + 95, y]]);
  assert.match(await delta(), /^90°/);
  await page.keyboard.press("r");
  assert.match(await delta(), /^180°/);
  // Beside the Block a drag turns the view, and nothing else.
  const box = await page.locator(".canvas canvas").boundingBox();
  await page.mouse.move(box.x + 20, box.y + box.height - 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 80, box.y + box.height - 20, { steps: 5 });
  await page.mouse.up();
  assert.notEqual(await yaw(), before);
  assert.match(await delta(), /^180°/);
});

test("in a narrow window the steps stand below the space, and a folded side unfolds for them", async () => {
  const page = await begin();
  await page.getByRole("button", { name: "Fold the right panel" }).click();
  await candidate(page, "Arm").dblclick();
  await menu(page).waitFor();
  await page.keyboard.press("Escape");
  await menu(page).waitFor({ state: "detached" });
  await page.setViewportSize({ width: 430, height: 850 });
  await page.getByRole("navigation", { name: "Panels" }).getByRole("button", { name: "Blocks" }).click();
  await candidate(page, "Arm").dblclick();
  await menu(page).waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  const [space, steps] = await Promise.all([page.locator(".space").boundingBox(), menu(page).boundingBox()]);
  assert.ok(space.height > 200 && steps.y >= space.y + space.height - 1 && steps.y + steps.height <= 850, JSON.stringify([space, steps]));
  await menu(page).getByRole("button", { name: "contact 2 of Base_0, joint" }).click();
  await menu(page).getByRole("button", { name: "contact 0 of Arm, assembly" }).click();
  await step(page, 3).waitFor();
  await menu(page).getByRole("button", { name: "Next" }).click();
  await menu(page).getByRole("button", { name: "Finish" }).click();
  await parts(page, 2);
});

test("steps go back, and Escape leaves no trace", async () => {
  const page = await begin();
  await candidate(page, "Arm").dblclick();
  await menu(page).getByRole("button", { name: "contact 0 of Base_0, joint" }).click();
  await menu(page).getByRole("button", { name: "contact 0 of Arm, assembly" }).click();
  await step(page, 3).waitFor();
  await page.keyboard.press("Backspace");
  await step(page, 2).waitFor();
  await menu(page).getByRole("button", { name: /^Step 1/ }).click();
  await step(page, 1).waitFor();
  await page.keyboard.press("Escape");
  await menu(page).waitFor({ state: "detached" });
  await parts(page, 1);
});

test("what cannot be joined is dimmed and says why", async () => {
  const page = await begin();
  const stand = candidate(page, "Stand");
  assert.equal(await stand.getAttribute("aria-disabled"), "true");
  await stand.getByText("an assembly has one base").waitFor();
  await stand.dblclick({ force: true });
  await parts(page, 1);
  // A joint never meets a joint: the only free contact for Pin is the assembly contact, which is taken at once.
  await candidate(page, "Pin").dblclick();
  await step(page, 3).waitFor();
  await menu(page).getByRole("button", { name: /^Step 1/ }).click();
  const joint = menu(page).getByRole("button", { name: "contact 0 of Base_0, joint" });
  assert.equal(await joint.getAttribute("aria-disabled"), "true");
  assert.match(await joint.innerText(), /cannot be connected/);
  await joint.click({ force: true });
  await step(page, 1).waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
});

test("bases and tools are marked in the list, which is grouped by tags", async () => {
  const page = await begin();
  const names = async (tag) => page.getByRole("region", { name: tag }).locator(".candidate-name").allInnerTexts();
  assert.deepEqual(await names("ends"), ["Base (B)", "Tip (T)", "Stand (B)"]);
  assert.deepEqual(await names("middle"), ["Arm", "Pin", "Plate"]);
});

// Base, Arm on its contact 0, Tip on the Arm's joint.
async function arm(page) {
  for (const [name, label] of [["Arm", "contact 0 of Base_0, joint"], ["Tip", "contact 1 of Arm_1, joint"]]) {
    await candidate(page, name).dblclick();
    await menu(page).getByRole("button", { name: label }).click();
    const only = menu(page).getByRole("button", { name: "contact 0 of Arm, assembly" });
    const step3 = step(page, 3);
    await only.or(step3).first().waitFor();
    if (await only.isVisible()) await only.click();
    await step3.waitFor();
    await menu(page).getByRole("button", { name: "Next" }).click();
    await menu(page).getByRole("button", { name: "Finish" }).click();
    await menu(page).waitFor({ state: "detached" });
  }
  return parts(page, 3);
}

async function selectPart(page, name) {
  await page.getByRole("tab", { name: "Tree" }).click();
  await page.getByRole("treeitem", { name: new RegExp(`^${name}`) }).click();
  await page.getByRole("tab", { name: "Properties" }).click();
}

test("a part is turned, moved, copied, replaced and removed; every step can be undone", async () => {
  const page = await begin();
  await arm(page);
  await selectPart(page, "Arm_1");
  await page.getByRole("button", { name: "Turn by 90°" }).click();
  await page.waitForFunction(() => document.querySelector('button[aria-label^="Undo: change"]'));
  const [, turned] = await parts(page, 3);
  assert.equal(turned.parent_matched_axis, "-y");
  await page.getByRole("combobox", { name: /^Joint/ }).selectOption("prismatic");
  for (let tries = 0; (await parts(page, 3))[1].joint_type !== "prismatic" && tries < 50; ++tries) await page.waitForTimeout(50);
  const limits = page.getByRole("group", { name: "Limit of all prismatic joints" });
  await limits.getByLabel("lower (m)").fill("-0.1");
  await limits.getByLabel("upper (m)").fill("0.3");
  await page.keyboard.press("Enter");
  for (let tries = 0; (await scene(page)).assembly.default_limit === null && tries < 50; ++tries) await page.waitForTimeout(50);
  const { assembly: limited, joints } = await scene(page);
  assert.deepEqual(limited.default_limit, [-0.1, 0.3]);
  assert.deepEqual([joints[0].variables[0].lower, joints[0].variables[0].upper], [-0.1, 0.3]);
  await limits.getByLabel("effort (N)").fill("40");
  await limits.getByLabel("velocity (m/s)").fill("0.2");
  await page.keyboard.press("Enter");
  for (let tries = 0; (await scene(page)).assembly.default_limit.length === 2 && tries < 50; ++tries) await page.waitForTimeout(50);
  assert.deepEqual((await scene(page)).assembly.default_limit, [-0.1, 0.3, 40, 0.2]);
  await page.getByLabel("Free contact").selectOption({ label: "contact 2 of Base_0" });
  await page.getByRole("button", { name: "Move 2 parts there" }).click();
  await page.waitForFunction(() => document.querySelector('button[aria-label^="Undo: move"]'));
  assert.equal((await parts(page, 3))[1].parent_contact, 2);
  await page.getByLabel("Replace the Block").selectOption({ label: "Plate" });
  await page.waitForFunction(() => document.querySelector('button[aria-label^="Undo: replace"]'));
  await selectPart(page, "Plate_1");
  await page.getByRole("button", { name: "Remove with all that hangs on it (2 parts)" }).click();
  await parts(page, 1);
  // An answer of the server is a step; three parts are there before the last one.
  for (let steps = 0; steps < 7; ++steps) {
    const answer = page.waitForResponse((response) => response.request().method() === "POST" && response.request().postData()?.includes('"undo"'));
    await page.getByRole("button", { name: /^Undo: / }).click();
    await answer;
  }
  const [, back] = await parts(page, 3);
  assert.deepEqual([back.parent_contact, back.parent_matched_axis, back.joint_type], [0, "z", "revolute"]);
  await page.keyboard.press("Control+Shift+Z");
  await page.waitForFunction(() => document.querySelector('button[aria-label^="Undo: change"]'));
  assert.equal((await parts(page, 3))[1].parent_matched_axis, "-y");
});

test("a branch is copied, and Delete removes it", async () => {
  const page = await begin();
  await candidate(page, "Arm").dblclick();
  await menu(page).getByRole("button", { name: "contact 0 of Base_0, joint" }).click();
  await menu(page).getByRole("button", { name: "contact 0 of Arm, assembly" }).click();
  await menu(page).getByRole("button", { name: "Next" }).click();
  await menu(page).getByRole("button", { name: "Finish" }).click();
  await parts(page, 2);
  await selectPart(page, "Arm_1");
  await page.getByLabel("Free contact").selectOption({ label: "contact 2 of Base_0" });
  await page.getByRole("button", { name: "Copy there" }).click();
  assert.equal((await parts(page, 3))[2].parent_contact, 2);
  await page.getByRole("treeitem", { name: /^Arm_2/ }).click();
  await page.locator("canvas").first().focus();
  await page.keyboard.press("Delete");
  await parts(page, 2);
});

test("work that is not saved is not lost by a click", async () => {
  const page = await begin();
  await page.getByRole("button", { name: "New", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Not saved" });
  await dialog.getByText("This assembly is not saved.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await parts(page, 1);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await dialog.getByRole("button", { name: "Go on without saving" }).click();
  await parts(page, 0);
});

test("work that was not saved before the program ended is offered again", async () => {
  const first = await begin();
  await first.getByText("Not saved").first().waitFor();
  const page = await open(["--root", work, "-L", `${work}/blocks.xml`]);
  const dialog = page.getByRole("dialog", { name: "Unsaved work" });
  await dialog.getByText("before a new assembly was saved").waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Go on with it" }).click();
  await parts(page, 1);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("dialog", { name: "Not saved" }).getByRole("button", { name: "Go on without saving" }).click();
  await parts(page, 0);
});

test("findings on Blocks are told with both places, and the sound Blocks are there", async () => {
  const twice = block("2", "Arm", PLAIN, [["-0.05;0;0", "assembly", "-x", "z"]]);
  writeFileSync(`${work}/more.xml`, `<Blocks>\n${twice}\n${block("9", "Wheel", PLAIN, [["0;0;0", "assembly", "x", "z"]])}\n</Blocks>\n`);
  const page = await begin("-L", `${work}/more.xml`);
  const findings = page.locator("details", { has: page.getByText(/^Problems \(\d+\)/) });
  await findings.getByText("RM1801").first().waitFor();
  assert.match(await findings.innerText(), /more\.xml[\s\S]*blocks\.xml|blocks\.xml[\s\S]*more\.xml/);
  assert.equal(await candidate(page, "Wheel").getAttribute("aria-disabled"), "false");
  assert.equal(await candidate(page, "Arm").first().getAttribute("aria-disabled"), "true");
  assert.deepEqual(await accessibilityProblems(page), []);
});

test("a Block that is dragged into the space is taken, and one that cannot be used is not", async () => {
  const page = await begin();
  const space = page.locator(".canvas canvas");
  const drag = (name) => candidate(page, name).dragTo(space, { force: true });
  await drag("Stand");
  assert.equal(await menu(page).count(), 0);
  await drag("Arm");
  await step(page, 1).waitFor();
  await page.keyboard.press("Escape");
  await parts(page, 1);
});

// The same by requests: StudioAssembly.refusesWhatTheRulesForbid.
test("what the rules forbid is not offered", async () => {
  const page = await begin();
  await arm(page);
  const dimmed = async (name, reason) => {
    assert.equal(await candidate(page, name).getAttribute("aria-disabled"), "true");
    assert.match(await candidate(page, name).innerText(), reason);
    for (const action of [() => candidate(page, name).dblclick({ force: true }), () => candidate(page, name).press("Enter")]) await action();
    assert.equal(await menu(page).count(), 0);
  };
  await dimmed("Stand", /one base/); // RM1812, RM1813
  await dimmed("Tip", /tool/); // RM1815
  await candidate(page, "Arm").dblclick();
  await menu(page).waitFor();
  const row = (name) => menu(page).getByRole("button", { name });
  for (const [name, reason] of [[/^contact 0 of Base_0/, /part/], [/^contact 1 of Arm_1/, /part/]]) {
    assert.equal(await row(name).getAttribute("aria-disabled"), "true"); // RM1818: it carries a connection
    assert.match(await row(name).innerText(), reason);
  }
  const behind = await row(/of Tip_2/).all(); // RM1816
  for (const contact of behind) assert.equal(await contact.getAttribute("aria-disabled"), "true");
  // An assembly contact on an assembly contact: fixed alone, without an offset (RM1820, RM1822).
  await row(/^contact 1 of Base_0, assembly/).click();
  await row(/^contact 0 of Arm, assembly/).click();
  await step(page, 3).waitFor();
  await menu(page).getByText("Axes…").click();
  for (const [label, parallel] of [["Matched Axis of the parent", "x"], ["Matched Axis of the child", "x"]]) {
    const offered = await menu(page).getByLabel(label).locator("option").allInnerTexts();
    assert.equal(offered.length, 4);
    assert.ok(offered.every((axis) => !axis.endsWith(parallel)), `${label}: ${offered}`); // RM1821
  }
  await menu(page).getByRole("button", { name: "Next" }).click();
  assert.deepEqual(await menu(page).getByRole("radio").evaluateAll((all) => all.map((one) => one.parentElement.innerText.trim())), ["fixed"]);
  assert.equal(await menu(page).getByLabel(/^Offset/).count(), 0);
  await page.keyboard.press("Escape");
  await parts(page, 3);
});

test("read-only, nothing is offered that would be refused", async () => {
  const page = await begin("--read-only");
  const banner = page.getByRole("banner");
  for (const name of ["Save Assembly", "Save As…", "Export…"]) assert.ok(await banner.getByRole("button", { name, exact: true }).isDisabled(), name);
  await page.keyboard.press("Control+s");
  await page.keyboard.press("Control+Shift+S");
  assert.equal(await page.getByRole("dialog").count(), 0);
  await banner.getByRole("button", { name: "Generate/Compile Code" }).click();
  assert.ok(await page.getByRole("dialog").getByRole("button", { name: "OK", exact: true }).isDisabled());
  await page.getByRole("dialog").getByText("--read-only").waitFor();
});
