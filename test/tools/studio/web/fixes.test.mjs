// Fixes of findings: shown as a diff, applied as romasc applies them, by mouse and by keys.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { browserTests } from "./browser_tests.mjs";
import { accessibilityProblems, folder } from "./studio.mjs";

const robots = folder("fixes");
const { test, openDrawn } = browserTests();
mkdirSync(robots, { recursive: true });

// Two safe fixes and a guess.
const MISTAKES = `<robot name="arm">
  <link name="base"/><link name="upper"/><link name="lower"/><link name="tip"/>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="0 0 2"/></joint>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><axis xyz="0 3 0"/></joint>
  <joint name="wrist" type="revolute"><parent link="lower"/><child link="tip"/><axis xyz="1 0 0"/>
    <limit lower="-1" uper="1" effort="1" velocity="1"/></joint>
</robot>
`;
const path = `${robots}/arm.urdf`;
const text = () => readFileSync(path, "utf8");

// What the program makes of the same file.
function fixedByRomasc(option) {
  const other = `${robots}/other.urdf`;
  writeFileSync(other, MISTAKES);
  execFileSync(process.env.ROMASC, [option, other], { stdio: "ignore" });
  return readFileSync(other, "utf8");
}

async function open(...options) {
  writeFileSync(path, MISTAKES);
  const page = await openDrawn([path, ...options]);
  await page.getByRole("tab", { name: /^Problems/ }).click();
  return page;
}
const dialogOf = (page) => page.getByRole("dialog");
// Each of the findings has been counted anew.
const findings = (page, count) => page.locator("li.problem").nth(count).waitFor({ state: "detached" });

test("one finding's fix is shown as a diff, and applied alone", async () => {
  const page = await open();
  await page.getByRole("listitem").filter({ hasText: "'elbow'" }).getByRole("button", { name: "Show the fix" }).click();
  const diff = dialogOf(page).getByRole("region", { name: "Fix" });
  await diff.waitFor();
  assert.match(await diff.locator(".removed").innerText(), /<axis xyz="0 3 0"\/>/);
  assert.match(await diff.locator(".added").innerText(), /<axis xyz="0 1 0"\/>/);
  assert.deepEqual(await accessibilityProblems(page), []);
  assert.equal(text(), MISTAKES);
  await dialogOf(page).getByRole("button", { name: "Apply" }).click();
  await findings(page, 2);
  assert.equal(text(), MISTAKES.replace("0 3 0", "0 1 0"));
});

test("all safe fixes are applied as romasc --fix does, by keys alone", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Fix all…" }).focus();
  await page.keyboard.press("Enter");
  await dialogOf(page).getByText("This is what 2 fixes change in").waitFor();
  const apply = dialogOf(page).getByRole("button", { name: "Apply" });
  for (let presses = 0; presses < 10 && !(await apply.evaluate((one) => one === document.activeElement)); ++presses) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await findings(page, 1);
  assert.equal(text(), fixedByRomasc("--fix"));
});

test("guesses are marked, and applied when asked for", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Show the fix, a guess" }).click();
  await dialogOf(page).getByText("This fix is a guess").waitFor();
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Fix all…" }).click();
  await dialogOf(page).getByRole("checkbox", { name: "Also fixes that are guesses" }).check();
  await dialogOf(page).locator(".added", { hasText: "upper=" }).waitFor();
  await dialogOf(page).getByRole("button", { name: "Apply" }).click();
  await page.getByText("romasc finds nothing to complain about.").waitFor();
  assert.equal(text(), fixedByRomasc("--fix=unsafe"));
});

test("with --read-only fixes are shown, and cannot be applied", async () => {
  const page = await open("--read-only");
  await page.getByRole("button", { name: "Fix all…" }).click();
  await dialogOf(page).getByText("--read-only").waitFor();
  assert.ok(await dialogOf(page).getByRole("button", { name: "Apply" }).isDisabled());
  assert.equal(text(), MISTAKES);
});
