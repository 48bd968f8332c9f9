// Problems in a real browser: counted in the space, those of one consumer, and opened in the user's editor.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { browserTests } from "./browser_tests.mjs";
import { SHAPES_URDF } from "./robots.mjs";
import { accessibilityProblems, drawn, folder } from "./studio.mjs";

const robots = folder("robots");
const { test, open: openPage } = browserTests({ page: { viewport: { width: 1290, height: 600 } } });
mkdirSync(robots, { recursive: true });
const PROBLEM = SHAPES_URDF.replace('lower="-1.5" upper="1.2"', 'lower="-90" upper="90"');
const selectedRow = (page) => page.locator("[role=treeitem][aria-selected=true]");

async function open(name, text, options = {}) {
  writeFileSync(folder("robots", name), text);
  return openPage([folder("robots", name)], options);
}

// Two findings on a joint, one on a link, and one that Gazebo alone would not notice.
const COUNTED = PROBLEM.replace('<link name="ball">', '<link name="ball"><colour/>');

test("findings are counted in the space; a click, and the button in Properties, leads to those of a link or joint", async () => {
  const page = await open("counted.urdf", COUNTED);
  await drawn(page);
  const badge = (name) => page.locator(".label.badge").and(page.getByTitle(`Problems of ${name}`));
  await badge("shoulder").waitFor();
  assert.match(await badge("shoulder").innerText(), /^▲\s*\d+$/); // a sign and a number, not a colour alone
  const onBall = Number(/\d+/.exec(await badge("ball").innerText())[0]);
  await badge("ball").click();
  const problems = page.getByRole("tabpanel", { name: "Problems" });
  await problems.getByText("Link ball alone").waitFor();
  assert.equal(await problems.locator("li.problem").count(), onBall);
  assert.match(await selectedRow(page).innerText(), /ball/);
  assert.deepEqual(await accessibilityProblems(page), []);
  await problems.getByRole("button", { name: "Show all" }).click();
  assert.ok((await problems.locator("li.problem").count()) > onBall);
  // What is hidden in the list is not counted.
  await problems.getByRole("checkbox", { name: "warnings" }).uncheck();
  await badge("shoulder").waitFor({ state: "detached" });
  await problems.getByRole("checkbox", { name: "warnings" }).check();
  await badge("shoulder").waitFor();
  // The same by keys.
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByRole("treeitem", { name: /^arm/ }).click();
  await page.getByRole("region", { name: /^Joint shoulder/ }).getByRole("button", { name: /^Problems ▲/ }).focus();
  await page.keyboard.press("Enter");
  await problems.getByText("Joint shoulder alone").waitFor();
  // The layer takes them away.
  await page.getByRole("button", { name: "Layers" }).click();
  await page.getByRole("checkbox", { name: "Counts of problems" }).uncheck();
  await badge("ball").waitFor({ state: "detached" });
});

test("problems are those of one consumer, as the program knows it", async () => {
  const page = await open("counted.urdf", COUNTED);
  await page.getByRole("tab", { name: /^Problems/ }).click();
  const problems = page.getByRole("tabpanel", { name: "Problems" });
  const choice = problems.getByLabel("For");
  const known = await page.evaluate(async () => (await fetch("/api/profiles", { headers: { "Romas-Token": sessionStorage.getItem("romas-token") } })).json());
  await choice.locator("option").nth(known.profiles.length).waitFor({ state: "attached" }); // they come with an answer of the program
  assert.deepEqual(await choice.locator("option").allInnerTexts(), ["every consumer", ...known.profiles.map(({ title }) => title)]);
  const shown = async () => (await problems.locator("li.problem").allInnerTexts()).map((text) => /RM\d{4}/.exec(text)[0]);
  const all = await shown();
  for (const { title, rules } of known.profiles) {
    await choice.selectOption({ label: title });
    assert.deepEqual(await shown(), all.filter((id) => id in rules || known.everywhere.includes(id)), title);
  }
  await choice.selectOption({ label: "Gazebo" });
  const gazebo = known.profiles.find(({ name }) => name === "gazebo");
  const [id] = all.filter((one) => one in gazebo.rules);
  await problems.getByText(gazebo.rules[id]).first().waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
});

test("a line is opened in the user's editor, by a key and by a button, in Source and in Problems", async () => {
  const said = folder("robots", "said");
  const editor = folder("robots", "gvim"); // it is told lines as the real one
  writeFileSync(editor, `#!/bin/sh\nprintf '%s|' "$@" >>${said}\n`);
  chmodSync(editor, 0o755);
  rmSync(said, { force: true });
  const path = folder("robots", "edited.urdf");
  writeFileSync(path, PROBLEM);
  const page = await openPage([path, { VISUAL: `${editor} -f` }]);
  let all = "";
  const opened = async (line) => {
    all += `-f|+${line}|${path}|`;
    while (!existsSync(said) || readFileSync(said, "utf8").length < all.length) await page.waitForTimeout(20);
    assert.equal(readFileSync(said, "utf8"), all);
  };
  await page.getByRole("tab", { name: /^Problems/ }).click();
  const problem = page.locator("li.problem").first();
  const line = /line (\d+),/.exec(await problem.innerText())[1];
  await problem.getByRole("button", { name: "Open in editor" }).click();
  await opened(line);
  await problem.locator(".message").focus();
  await page.keyboard.press("e");
  await opened(line);
  await page.getByRole("tab", { name: "Source" }).click();
  await page.getByRole("button", { name: "Open in editor" }).click();
  await opened(1);
  await page.getByRole("listbox").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("e");
  await opened(2);
  // Without a terminal, an editor that needs one is refused with the reason.
  const other = await openPage([path, { VISUAL: "vim" }], { refusals: [409] });
  await other.getByRole("tab", { name: "Source" }).click();
  await other.getByRole("button", { name: "Open in editor" }).click();
  await other.getByRole("alert").getByText("'vim' runs in a terminal, but there is none for it").waitFor();
  assert.deepEqual(await accessibilityProblems(other), []);
  const guarded = await openPage([path, "--read-only", { VISUAL: editor }]);
  await guarded.getByRole("tab", { name: "Source" }).click();
  await guarded.getByRole("listbox").waitFor();
  assert.equal(await guarded.getByRole("button", { name: "Open in editor" }).count(), 0);
});
