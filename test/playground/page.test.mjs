// The page that holds the compiler, in a real browser.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test as anyTest } from "node:test";
import { accessibilityProblems, drawn, folder, launchBrowser, openPage } from "../tools/studio/web/studio.mjs";
import { servePage } from "./page.mjs";
import { bombOf, zipOf } from "./zips.mjs";

const test = (name, run) => anyTest(name, { timeout: 300_000 }, run);
let browser, site;
const opened = [];

async function open({ at = "", ...options } = {}) {
  // The editor's completion says in the console that a question has no answer any more, because the text has changed.
  const session = await openPage(browser, site, { deviceScaleFactor: 1, said: /code: -32801/, ...options, address: site.address + at });
  opened.push(session);
  return session.page;
}

before(async () => {
  site = await servePage(process.env.ROMAS_PLAYGROUND);
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  site.end();
});
afterEach(async () => {
  for (const { context, problems } of opened.splice(0)) {
    await context.close();
    assert.deepEqual(problems, []);
  }
  assert.deepEqual(site.asked.filter((one) => !one.startsWith("GET /")), []);
});

const ARM = `<robot name="arm">
  <link name="base"><visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual></link>
  <link name="upper"><visual><geometry><box size="0.1 0.1 0.4"/></geometry></visual>
    <inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.005"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-1.5" upper="1.5" effort="5" velocity="2"/></joint>
</robot>
`;
const example = async (page, name) => {
  await page.getByRole("navigation", { name: "Examples" }).getByRole("button", { name }).click();
};
const choose = async (page, files) => page.locator("input[type=file]:not([webkitdirectory])").first().setInputFiles(files);
const file = (name, content) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
const panel = async (page, name) => {
  await page.getByRole("tab", { name }).click();
  return page.getByRole("tabpanel", { name });
};
const editor = (page) => page.locator(".cm-content:visible");
// The text of the editor that is shown, of which CodeMirror has only the lines in sight in the page.
const textOf = (page) => editor(page).evaluate((element) => element.cmTile?.view?.state.doc.toString() ?? element.cmView?.view?.state.doc.toString() ?? element.innerText);
const put = async (page, old, by) => {
  await page.locator(".cm-line", { hasText: old }).first().waitFor();
  const at = await editor(page).evaluate((element, old) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const line = [...element.querySelectorAll(".cm-line")].find((one) => one.textContent.includes(old));
    const start = line.textContent.indexOf(old);
    const range = document.createRange();
    let passed = 0;
    walker.currentNode = line;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const [side, offset] of [["Start", start], ["End", start + old.length]])
        if (offset >= passed && offset <= passed + node.length) range[`set${side}`](node, offset - passed);
      passed += node.length;
      if (passed >= start + old.length) break;
    }
    element.focus();
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return true;
  }, old);
  assert.ok(at);
  await page.keyboard.insertText(by);
};

test("an example has findings, and a fix changes the text", async () => {
  const page = await open();
  await example(page, "An arm with mistakes");
  const problems = await panel(page, "Problems");
  await problems.getByText("refers to link 'forarm', which does not exist; did you mean 'forearm'?").waitFor();
  await page.locator(".cm-line", { hasText: "forarm" }).waitFor();
  await page.locator(".cm-lintRange-error").first().waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  // The fix of the list.
  await problems.getByRole("listitem").filter({ hasText: "forarm" }).getByRole("button", { name: /fix/i }).click();
  await page.getByRole("button", { name: "Apply" }).click();
  await page.locator(".cm-line", { hasText: `child link="forearm"` }).waitFor();
  await problems.getByText("refers to link 'forarm'").waitFor({ state: "detached" });
});

test("what is typed is checked, completed, explained and drawn", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Begin with an empty robot" }).click();
  await drawn(page);
  await page.locator(".cm-line", { hasText: "box size" }).waitFor();
  await put(page, "0.2 0.2 0.1", "0.2 0.2 -0.1");
  const problems = await panel(page, "Problems");
  await problems.getByRole("listitem").first().waitFor();
  await put(page, "0.2 0.2 -0.1", "0.4 0.4 0.8");
  await problems.getByText("romasc finds nothing to complain about.").waitFor();
  await page.waitForFunction(() => {
    const { min, max } = document.querySelector("canvas").view.box([0]);
    return Math.abs(max.z - min.z - 0.8) < 1e-6;
  });
  // Completion of the language server.
  await page.locator(".cm-line", { hasText: "</visual>" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type("\n<inert");
  const option = page.locator(".cm-tooltip-autocomplete").getByRole("option", { name: "inertial", exact: true });
  for (let tries = 0; tries < 100 && !(await option.isVisible()); ++tries) {
    await page.keyboard.press("Control+Space"); // whoever types on before there is an answer must ask for the list
    await page.waitForTimeout(300);
  }
  await option.waitFor();
  await page.keyboard.press("Escape");
  // Hover.
  await page.locator(".cm-line", { hasText: `link name="base"` }).locator("text=base").first().hover();
  await page.locator(".cm-tooltip-hover").waitFor();
});

test("a folder with packages and meshes", async () => {
  // 20 MB of meshes, in a package as it lies on a disk.
  const root = folder("wide");
  mkdirSync(join(root, "wide_description", "meshes"), { recursive: true });
  mkdirSync(join(root, "wide_description", "urdf"), { recursive: true });
  writeFileSync(join(root, "wide_description", "package.xml"), "<package format=\"2\"><name>wide_description</name><version>1.0.0</version><description>d</description><maintainer email=\"a@b.c\">a</maintainer><license>MIT</license></package>\n");
  const TRIANGLES = 100_000, MESHES = 4;
  for (let mesh = 0; mesh < MESHES; ++mesh) {
    const bytes = Buffer.alloc(84 + 50 * TRIANGLES);
    bytes.writeUInt32LE(TRIANGLES, 80);
    for (let i = 0; i < TRIANGLES; ++i) {
      const at = 84 + 50 * i + 12, [u, v] = [i % 400, Math.floor(i / 400)];
      [[u, v], [u + 1, v], [u, v + 1]].forEach(([x, y], corner) => [x / 400, y / 400, Math.sin(x / 40 + mesh) / 20].forEach((value, axis) => bytes.writeFloatLE(value, at + 12 * corner + 4 * axis)));
    }
    writeFileSync(join(root, "wide_description", "meshes", `part${mesh}.stl`), bytes);
  }
  const links = Array.from({ length: MESHES }, (_, i) => `<link name="l${i}"><visual><geometry><mesh filename="package://wide_description/meshes/part${i}.stl"/></geometry></visual></link>`);
  const joints = links.slice(1).map((_, i) => `<joint name="j${i}" type="fixed"><parent link="l${i}"/><child link="l${i + 1}"/><origin xyz="0 1.1 0"/></joint>`);
  writeFileSync(join(root, "wide_description", "urdf", "wide.urdf"), `<robot name="wide">\n${[...links, ...joints].join("\n")}\n</robot>\n`);
  const page = await open();
  await page.locator("input[webkitdirectory]").first().setInputFiles(root);
  await drawn(page);
  await page.getByRole("heading", { name: "wide", level: 1 }).waitFor();
  const { y } = await page.evaluate(() => {
    const { min, max } = document.querySelector("canvas").view.box([0, 1, 2, 3]);
    return { y: max.y - min.y };
  });
  assert.ok(y > 3.5 && y < 5, `the meshes reach over ${y} m`);
});

test("files that are dropped, and a choice among several robots", async () => {
  const page = await open();
  await page.getByRole("heading", { name: "Check a robot" }).waitFor();
  const drop = await page.evaluateHandle(([one, two]) => {
    const data = new DataTransfer();
    data.items.add(new File([one], "one.urdf"));
    data.items.add(new File([two], "two.urdf"));
    return data;
  }, [ARM, ARM.replace('name="arm"', 'name="second"')]);
  await page.dispatchEvent("body", "drop", { dataTransfer: drop });
  const dialog = page.getByRole("dialog", { name: "Files of this page" });
  await dialog.getByText("2 files may describe a robot").waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "two.urdf" }).click();
  await page.getByRole("heading", { name: "second", level: 1 }).waitFor();
});

test("archives: a good one, a bomb, one that leads out, one that is damaged", async () => {
  const page = await open();
  await choose(page, [file("arm.zip", zipOf({ "arm/arm.urdf": ARM }))]);
  await page.getByRole("heading", { name: "arm", level: 1 }).waitFor();
  for (const [name, bytes, says] of [
    ["bomb.zip", bombOf(3_000_000_000), "more than 512 MB"],
    ["dense.zip", bombOf(400_000_000), "more than 1000 times its size"],
    ["lying.zip", bombOf(400_000_000, 100), "cannot be read"],
    ["outside.zip", zipOf({ "../../etc/passwd": "x", "arm.urdf": ARM }), "leads out of it: ../../etc/passwd"],
    ["damaged.zip", zipOf({ "arm.urdf": ARM }).subarray(0, 80), "cannot be read"],
  ]) {
    await page.getByRole("button", { name: "Files…", exact: true }).click();
    await page.getByRole("dialog").locator("input[type=file]").first().setInputFiles([file(name, bytes)]);
    await page.keyboard.press("Escape");
    await page.getByRole("alert").getByText(says).waitFor();
  }
});

test("a link carries the text, and a damaged one says so", async () => {
  const page = await open();
  await choose(page, [file("arm.urdf", ARM.replace('child link="upper"', 'child link="uper"'))]);
  await page.getByRole("button", { name: "Link…" }).click();
  const address = await page.getByRole("textbox", { name: "Link" }).inputValue();
  assert.ok(address.startsWith(`${site.address}#text=`), address);
  const before = performance.now();
  const other = await open({ at: address.slice(site.address.length) });
  await other.getByText("refers to link 'uper'").first().waitFor();
  console.log(`from a link to the first finding: ${Math.round(performance.now() - before)} ms, the browser's new page included`);
  await other.locator(".cm-line", { hasText: "uper" }).waitFor();
  const damaged = await open({ at: `#text=${address.slice(-40)}` });
  await damaged.getByRole("alert").getByText("The link is damaged").waitFor();
});

test("translations, code with counts, a report, a comparison, an export", async () => {
  const page = await open();
  await choose(page, [file("arm.urdf", ARM), file("longer.urdf", ARM.replace("0.1 0.1 0.4", "0.1 0.1 0.5"))]);
  await page.getByRole("dialog").getByRole("button", { name: "arm.urdf" }).click();
  const translation = await panel(page, "Translation");
  await translation.getByText("<mujoco").waitFor();
  const target = translation.getByRole("combobox").first();
  await target.selectOption("cpp");
  await translation.getByText(/^\d+ operations$/).waitFor();
  await target.selectOption("report");
  await translation.getByText(/arm/).first().waitFor();
  await target.selectOption("sdf");
  await translation.getByText("<sdf").first().waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  await page.getByRole("button", { name: "Compare…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "longer.urdf" }).click();
  await page.getByRole("tabpanel", { name: "Differences" }).getByText("1 difference").waitFor();
  await page.getByRole("button", { name: "Export…" }).click();
  await page.getByRole("dialog").getByRole("combobox").selectOption("mjcf");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("dialog").getByRole("button", { name: "Save" }).click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /<mujoco/);
});

test("a compiler that takes too long is ended, and the page goes on", async () => {
  const page = await open({ at: "?seconds=1" });
  const COUNT = 150_000;
  const links = Array.from({ length: COUNT }, (_, i) => `<link name="l${i}"/>`).join("\n");
  const joints = Array.from({ length: COUNT - 1 }, (_, i) => `<joint name="j${i}" type="fixed"><parent link="l${i}"/><child link="l${i + 1}"/></joint>`).join("\n");
  await choose(page, [file("long.urdf", `<robot name="long">\n${links}\n${joints}\n</robot>\n`)]);
  await page.getByRole("alert").getByText("The compiler had not answered after 1 s and was ended.").waitFor();
  await page.getByRole("button", { name: "Files…", exact: true }).click();
  await page.getByRole("dialog").locator("input[type=file]").first().setInputFiles([file("arm.urdf", ARM)]);
  await page.getByRole("heading", { name: "arm", level: 1 }).waitFor();
});

test("both languages, light and dark, wide and narrow, without a complaint of axe", async () => {
  for (const [locale, title, tab] of [["en-US", "Check a robot", "Editor"], ["ko-KR", "로봇 검사하기", "편집기"]]) {
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [1280, 420]) {
        const page = await open({ locale, colorScheme, viewport: { width, height: 800 } });
        await page.getByRole("heading", { name: title, level: 1 }).waitFor();
        assert.deepEqual(await accessibilityProblems(page), []);
        await page.locator("nav li button").first().click();
        if (width < 600) await page.getByRole("navigation").getByRole("button", { name: tab }).click();
        await page.locator(".cm-lintRange-error").first().waitFor();
        assert.deepEqual(await accessibilityProblems(page), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${locale} at ${width}: the page is ${wide} pixels too wide`);
      }
    }
  }
});

test("without a network", async () => {
  const page = await open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await example(page, "A quadruped");
  await drawn(page);
  await page.getByRole("heading", { name: "quadruped", level: 1 }).waitFor();
});
