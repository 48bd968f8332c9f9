// The twelve steps of the Romas manual (section 7) through the page alone: examples/six-axis is put together from its Blocks.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { beforeEach } from "node:test";
import { fileURLToPath } from "node:url";
import { browserTests } from "./browser_tests.mjs";
import { framesPass } from "./looking.mjs";
import { accessibilityProblems, folder } from "./studio.mjs";

const example = fileURLToPath(new URL("../../../../examples/six-axis", import.meta.url));
const work = folder("work");
const { test, open: openPage } = browserTests({ timeout: 600_000, page: { viewport: { width: 1290, height: 760 } } });

const words = {
  en: {
    loadBlocks: "Load Blocks…", loadFolder: "Load this folder", newAssembly: "New", save: "Save Assembly", saveButton: "Save", fileName: "File name",
    generate: "Generate/Compile Code", finish: "Finish", next: "Next", axes: "Axes…", parentAxis: "Matched Axis of the parent",
    childAxis: "Matched Axis of the child", offset: "Offset (°)", turn: "Turn by 90°", saved: "Saved", menu: "Assemble Menu", blocks: "Blocks",
    run: "Run", ok: "OK", close: "Close", player: "Motion of the program", undo: /^Undo/, redo: /^Redo/,
    contact: (contact, name) => new RegExp(`^contact ${contact} of ${name},`),
  },
  ko: {
    loadBlocks: "Load Blocks…", loadFolder: "이 폴더 불러오기", newAssembly: "새로 만들기", save: "Save Assembly", saveButton: "저장", fileName: "파일 이름",
    generate: "Generate/Compile Code", finish: "Finish", next: "다음", axes: "축 선택…", parentAxis: "Parent Block의 Matched Axis",
    childAxis: "Child Block의 Matched Axis", offset: "Offset (°)", turn: "90° 돌리기", saved: "저장됨", menu: "Assemble Menu", blocks: "Blocks",
    run: "실행", ok: "OK", close: "닫기", player: "프로그램의 동작", undo: /^실행 취소/, redo: /^다시 실행/,
    contact: (contact, name) => new RegExp(`^${name}의 Contact Point ${contact},`),
  },
};

// How each part of the example is joined: the contact below it, the matched axes of the file, and the offset.
const joins = [
  { block: "Shoulder", on: [0, "BaseD_0"], axes: ["x", "x"], offset: "0" },
  { block: "UpperArm", on: [1, "Shoulder_1"], axes: ["z", "z"], offset: "0" },
  { block: "Forearm", on: [1, "UpperArm_2"], axes: ["x", "x"], offset: "90" },
  { block: "Wrist", on: [1, "Forearm_3"], axes: ["x", "x"], offset: "0" },
  { block: "Hand", on: [1, "Wrist_4"], axes: ["z", "z"], offset: "0" },
  { block: "Flange", on: [1, "Hand_5"], axes: ["y", "x"], offset: "0" },
];

const romasc = (...options) => execFileSync(process.env.ROMASC, options, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

beforeEach(() => {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  cpSync(`${example}/arm.block.xml`, `${work}/arm.block.xml`);
  cpSync(`${example}/shapes`, `${work}/shapes`, { recursive: true });
});

const open = (locale, ...options) => openPage(["--root", work, ...options], { locale });

const button = (scope, name) => scope.getByRole("button", { name, exact: typeof name === "string" });
const candidate = (page, name) => page.getByRole("button", { name: new RegExp(`^${name}( \\([BT]\\))?`) });

// Blocks are loaded and a new assembly begins with the base.
async function begin(page, t) {
  await button(page.getByRole("banner"), t.loadBlocks).click();
  const dialog = page.getByRole("dialog");
  await button(dialog, "arm.block.xml").click();
  await dialog.waitFor({ state: "detached" });
  await button(page.getByRole("banner"), t.newAssembly).click();
  await candidate(page, "BaseD").waitFor();
}

async function finished(page, count) {
  await page.getByRole("treeitem").nth(count - 1).waitFor();
}

// By keys alone: every list has what the space has.
async function joinByKeys(page, t, { block, on: [contact, name], axes, offset }) {
  await candidate(page, block).focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("region", { name: t.menu });
  await menu.waitFor();
  const wanted = button(menu, t.contact(contact, name));
  // One possible contact is taken at once.
  if (await wanted.count()) {
    await wanted.focus();
    await page.keyboard.press("Enter");
  }
  await menu.getByRole("radio").first().waitFor();
  await menu.getByText(t.axes).focus();
  await page.keyboard.press("Enter");
  await menu.getByLabel(t.parentAxis).selectOption(axes[0]);
  await menu.getByLabel(t.childAxis).selectOption(axes[1]);
  await button(menu, t.next).focus();
  await page.keyboard.press("Enter");
  await menu.getByLabel(t.offset).fill(offset);
  await button(menu, t.finish).focus();
  await page.keyboard.press("Enter");
  await menu.waitFor({ state: "detached" });
}

// Where a marker of the space is, in pixels of the page.
async function markerAt(page, label) {
  await page.waitForFunction((text) => [...document.querySelectorAll(".labels .label.marker")].some((one) => one.textContent === text), label);
  await page.evaluate(() => document.querySelector("canvas").view.fit());
  await framesPass(page, 10);
  return page.evaluate((text) => {
    const { view } = document.querySelector("canvas");
    void view;
    const found = [...document.querySelectorAll(".labels .label.marker")].find((one) => one.textContent === text);
    const [x, y] = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(found.style.transform).slice(1).map(Number);
    const box = document.querySelector("canvas").getBoundingClientRect();
    return { x: box.x + x, y: box.y + y };
  }, label);
}

async function joinByMouse(page, t, { block, on: [contact, name], axes, offset }) {
  await candidate(page, block).dblclick();
  const menu = page.getByRole("region", { name: t.menu });
  await menu.waitFor();
  if (await button(menu, t.contact(contact, name)).count()) {
    const { x, y } = await markerAt(page, `${name} ${contact}`);
    await page.mouse.click(x, y);
  }
  await menu.getByRole("radio").first().waitFor();
  await menu.getByText(t.axes).click();
  await menu.getByLabel(t.parentAxis).selectOption(axes[0]);
  await menu.getByLabel(t.childAxis).selectOption(axes[1]);
  await button(menu, t.next).click();
  await menu.getByLabel(t.offset).fill(offset);
  await button(menu, t.finish).click();
  await menu.waitFor({ state: "detached" });
}

async function saveAs(page, t, name) {
  await button(page.getByRole("banner"), t.save).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t.fileName).fill(name);
  await button(dialog, t.saveButton).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("banner").locator(".document-state.saved", { hasText: t.saved }).waitFor();
}

// The saved file is what romasc writes, and the same robot as the example.
function checkSaved(file) {
  const saved = readFileSync(file, "utf8");
  assert.equal(saved, romasc(file, "--emit=assembly"));
  cpSync(`${example}/six-axis.assembly.xml`, `${work}/example.assembly.xml`);
  assert.match(romasc("--compare", "--name=arm", file, `${work}/example.assembly.xml`), /same robot|no difference|are the same|equal/i);
}

for (const [locale, t] of [["en-US", words.en], ["ko-KR", words.ko]])
  for (const [how, join] of [["keys", joinByKeys], ["mouse", joinByMouse]])
    test(`steps 1 to 10 by ${how}, ${locale}`, async () => {
      const page = await open(locale);
      await begin(page, t);
      if (how === "keys") {
        await candidate(page, "BaseD").focus();
        await page.keyboard.press("Enter");
      } else {
        await candidate(page, "BaseD").dblclick();
      }
      await page.getByRole("tab", { name: t.blocks }).click();
      for (const one of joins) {
        await candidate(page, one.block).waitFor();
        await join(page, t, one);
      }
      await saveAs(page, t, "mine.assembly.xml");
      checkSaved(`${work}/mine.assembly.xml`);
    });

// Actions of the page wait from now on, until what is given back is called.
async function holdActions(page) {
  let letGo;
  const pressed = new Promise((done) => (letGo = done));
  await page.route("**/api/assembly", async (route) => {
    await pressed;
    await route.continue();
  });
  return letGo;
}

test("keys are not lost while a new assembly is on its way", async () => {
  const t = words.en;
  const page = await open("en-US");
  const letGo = await holdActions(page);
  await begin(page, t);
  for (const name of ["BaseD", "Shoulder"]) {
    await candidate(page, name).focus();
    await page.keyboard.press("Enter");
  }
  letGo();
  await page.getByRole("region", { name: t.menu }).waitFor();
});

test("keys that are faster than the program are not lost, and a Block that cannot be taken says why", async () => {
  const t = words.en;
  const page = await open("en-US");
  await begin(page, t);
  const letGo = await holdActions(page);
  const press = async (name) => {
    await candidate(page, name).focus();
    await page.keyboard.press("Enter");
  };
  await press("BaseD");
  await press("Shoulder"); // no part is there yet: the base is on its way
  letGo();
  await page.getByRole("region", { name: t.menu }).waitFor();
  await press("UpperArm");
  await page.getByRole("status").getByText("A Block is being joined").waitFor();
});

test("steps 11 and 12: code is generated, compiled and run, and the motion is played", async () => {
  const t = words.en;
  cpSync(`${example}/six-axis.assembly.xml`, `${work}/six-axis.assembly.xml`);
  const page = await open("en-US", `${work}/six-axis.assembly.xml`);
  await button(page.getByRole("banner"), t.generate).click();
  const dialog = page.getByRole("dialog");
  assert.deepEqual(await accessibilityProblems(page), []);
  await button(dialog, t.ok).click();
  await dialog.getByText("Done", { exact: true }).waitFor({ timeout: 400_000 });
  assert.ok(existsSync(`${work}/six_axis_controller/build/controller`));
  await dialog.getByText(`--emit=controller --control=computed-torque -o ${work}/six_axis_controller --build`).waitFor();
  await button(dialog, t.run).click();
  await dialog.getByText("cycles; one takes").waitFor();
  await button(dialog, t.close).click();
  const player = page.getByRole("region", { name: t.player });
  await player.waitFor();
  const slider = player.getByRole("slider");
  await slider.fill("0");
  const before = await page.getByRole("slider").nth(0).inputValue();
  await slider.fill(await slider.getAttribute("max"));
  await page.waitForFunction((value) => document.querySelector('[role="tabpanel"] input[type="range"]').value !== value, before);
});
