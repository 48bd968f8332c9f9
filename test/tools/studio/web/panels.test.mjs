// The panels around the 3D view in a real browser: tree, joints, problems, source, and what stays when a file changes.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { browserTests } from "./browser_tests.mjs";
import { boxOf, framesPass } from "./looking.mjs";
import { asciiStl } from "./mesh_writers.mjs";
import { SHAPES_URDF, solidsAt } from "./robots.mjs";
import { accessibilityProblems, drawn, folder, launchBrowser } from "./studio.mjs";

const robots = folder("robots");
const { test, open: openPage, end } = browserTests({ page: { viewport: { width: 1290, height: 600 } } });
mkdirSync(robots, { recursive: true });
const HOSTILE = `<robot name="x"><link name="&lt;script>alert(1)&lt;/script>"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
<link name="&lt;img src=x onerror=alert(2)>"/>
<joint name="&quot;>&lt;b>" type="continuous"><parent link="&lt;script>alert(1)&lt;/script>"/><child link="&lt;img src=x onerror=alert(2)>"/><axis xyz="0 0 1"/></joint></robot>
`;
const MISSING = `<robot name="missing"><link name="a"><visual><geometry><box size="0.2 0.2 0.2"/></geometry></visual></link>
<link name="b"><visual><geometry><mesh filename="nowhere/b.stl"/></geometry></visual></link>
<joint name="j" type="fixed"><parent link="a"/><child link="b"/><origin xyz="0 0 1"/></joint></robot>
`;
const PROBLEM = SHAPES_URDF.replace('lower="-1.5" upper="1.2"', 'lower="-90" upper="90"');

async function open(name, text, options = {}) {
  writeFileSync(folder("robots", name), text);
  return openPage([folder("robots", name)], options);
}

const selectedRow = (page) => page.locator("[role=treeitem][aria-selected=true]");
const value = (page, joint, unit) => page.getByRole("textbox", { name: `Position of ${joint} in ${unit}` });
const camera = (page) => page.evaluate(() => document.querySelector("canvas").view.camera.keep());

function chain(count) {
  const links = Array.from({ length: count }, (_, i) => `<link name="link_${i}"/>`);
  const joints = Array.from({ length: count - 1 }, (_, i) =>
    `<joint name="joint_${i}" type="${i % 3 === 0 ? "fixed" : "continuous"}"><parent link="link_${i}"/><child link="link_${i + 1}"/><origin xyz="0 0 0.01"/><axis xyz="0 0 1"/></joint>`);
  return `<robot name="chain">\n${[...links, ...joints].join("\n")}\n</robot>\n`;
}

test("a tree of 10,000 rows is searched, folded and walked through by keys", async () => {
  const page = await open("chain.urdf", chain(10_000));
  const tree = page.getByRole("tree");
  const row = (name) => page.getByRole("treeitem", { name: new RegExp(`^${name}(,|\\s|$)`) });
  await row("link_0").waitFor();
  assert.ok((await page.getByRole("treeitem").count()) < 100); // of 10,000
  await tree.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await row("link_9999").waitFor();
  assert.equal(await row("link_9999").getAttribute("aria-selected"), "true");
  assert.equal(await tree.getAttribute("aria-activedescendant"), await row("link_9999").getAttribute("id"));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft"); // folds
  await row("link_1").waitFor({ state: "detached" });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight"); // to the first below it
  assert.match(await selectedRow(page).innerText(), /link_1/);
  await page.getByLabel("Hide fixed joints").check();
  await row("link_1").waitFor({ state: "detached" }); // joint_0 is fixed, and what hangs on it moves up
  assert.equal(await row("link_2").getAttribute("aria-level"), "2");
  await page.getByLabel("Hide fixed joints").uncheck();
  await page.getByRole("searchbox").fill("LINK_0");
  await row("link_1").waitFor({ state: "detached" });
  await row("link_0").waitFor();
  await page.getByRole("searchbox").fill("nowhere");
  await page.getByText("Nothing of that name.").waitFor();
});

test("joints are set within their limits, in the units of choice, and followers follow", async () => {
  const page = await open("shapes.urdf", SHAPES_URDF);
  await drawn(page);
  await value(page, "shoulder", "°").fill("100");
  await value(page, "shoulder", "°").press("Enter");
  assert.equal(await value(page, "shoulder", "°").inputValue(), "68.8"); // 1.2 rad
  assert.equal(await value(page, "follow", "°").inputValue(), "-108.9"); // 0.5 − 2 · 1.2 rad
  assert.equal(await value(page, "follow", "°").isDisabled(), true);
  await page.getByText("follows shoulder").waitFor();
  // What is typed stays while another joint moves.
  await value(page, "slide", "mm").fill("12");
  const load = page.locator(".joint-row", { hasText: "shoulder" }).first().locator(".joint-head .number");
  const before = await load.innerText();
  await page.getByRole("slider", { name: "shoulder" }).evaluate((slider) => {
    slider.value = 0.3;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.waitForFunction(([element, text]) => element.innerText !== text, [await load.elementHandle(), before]);
  assert.equal(await value(page, "slide", "mm").inputValue(), "12");
  await value(page, "slide", "mm").press("Enter");
  assert.equal(await value(page, "slide", "mm").inputValue(), "12.0");
  await page.getByLabel("Beyond the limits").check();
  await value(page, "shoulder", "°").fill("100");
  await value(page, "shoulder", "°").press("Enter");
  assert.equal(await value(page, "shoulder", "°").inputValue(), "100.0");
  await page.getByText("outside of its limits").first().waitFor();
  await page.getByLabel("Unit of angles").selectOption("rad");
  await page.getByLabel("Unit of lengths").selectOption("m");
  assert.equal(await value(page, "shoulder", "rad").inputValue(), "1.745");
  await page.getByRole("slider", { name: "slide" }).focus();
  await page.keyboard.press("End");
  assert.ok(Number(await value(page, "slide", "m").inputValue()) > 0.3);
  await page.getByLabel("Beyond the limits").uncheck();
  await page.getByRole("button", { name: "Middle" }).click();
  assert.equal(await value(page, "slide", "m").inputValue(), "0.1500");
  assert.equal(await value(page, "shoulder", "rad").inputValue(), "-0.150");
  await page.getByRole("button", { name: "Zero" }).click();
  assert.equal(await value(page, "slide", "m").inputValue(), "0.0000");
  await page.getByRole("button", { name: "Random" }).click();
  const [angle, way] = [Number(await value(page, "shoulder", "rad").inputValue()), Number(await value(page, "slide", "m").inputValue())];
  assert.ok(angle >= -1.5 && angle <= 1.2 && way >= 0 && way <= 0.3, `${angle} ${way}`);
  await page.reload();
  await value(page, "shoulder", "rad").waitFor(); // units are kept
});

test("a joint of many variables has a slider for each", async () => {
  const page = await open("free.urdf", SHAPES_URDF.replace('name="slide" type="prismatic"', 'name="slide" type="floating"'));
  await drawn(page);
  const field = (part, unit) => value(page, `slide ${part}`, unit);
  for (const [part, unit, number] of [["x", "mm", "250"], ["rz", "°", "90"], ["ry", "°", "20"]]) {
    await field(part, unit).fill(number);
    await field(part, unit).press("Enter");
  }
  assert.equal(await field("x", "mm").inputValue(), "250.0");
  assert.equal(await field("rz", "°").inputValue(), "90.0");
  assert.equal(await field("ry", "°").inputValue(), "20.0");
  assert.equal(await field("rx", "°").inputValue(), "0.0");
});

test("a problem selects its joint, moves the camera and shows the line; its rule has a page", async () => {
  const page = await open("problem.urdf", PROBLEM);
  await drawn(page);
  const before = await camera(page);
  await page.getByRole("tab", { name: /Problems/ }).click();
  await page.getByRole("button", { name: /RM1213/ }).click();
  const rule = page.getByRole("region", { name: "Rule RM1213" });
  await rule.getByText(/degrees/).first().waitFor();
  await rule.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /look like degrees/ }).click();
  const line = PROBLEM.split("\n").findIndex((text) => text.includes('upper="90"')) + 1;
  const option = page.locator("[role=option][aria-selected=true]");
  await option.waitFor();
  assert.match(await option.innerText(), new RegExp(`^\\s*${line}\\s`));
  await option.locator(".underlined.warning").waitFor();
  assert.match(await selectedRow(page).innerText(), /arm/);
  assert.notDeepEqual(await camera(page), before);
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByRole("region", { name: "Joint shoulder" }).waitFor();
});

test("a click on a line, and Enter on it, selects the link that stands there", async () => {
  const page = await open("shapes.urdf", SHAPES_URDF);
  await drawn(page);
  await page.getByRole("tab", { name: "Source" }).click();
  const lines = SHAPES_URDF.split("\n");
  const lineOf = (text) => page.locator(`#line-${lines.findIndex((line) => line.includes(text)) + 1}`);
  await lineOf('sphere radius="0.09"').click();
  await page.locator("[role=treeitem][aria-selected=true]", { hasText: "ball" }).waitFor();
  const list = page.getByRole("listbox");
  await list.focus();
  await page.keyboard.press("Home");
  for (let line = 1; line <= lines.findIndex((text) => text.includes('<link name="arm">')); ++line) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator("[role=treeitem][aria-selected=true]", { hasText: "arm" }).waitFor();
});

test("when a file changes, camera, joints and selection stay; an error keeps the picture and says so", async () => {
  const page = await open("shapes.urdf", SHAPES_URDF);
  await drawn(page);
  await page.getByRole("treeitem", { name: /^ball/ }).click();
  await value(page, "shoulder", "°").fill("30");
  await value(page, "shoulder", "°").press("Enter");
  await page.getByRole("button", { name: "Look from +Y" }).click();
  const before = await camera(page);
  // A link comes in front, so that every number changes.
  const more = SHAPES_URDF.replace('<link name="base">', '<link name="extra"/><joint name="first" type="fixed"><parent link="base"/><child link="extra"/></joint><link name="base">');
  writeFileSync(folder("robots", "shapes.urdf"), more.replace('radius="0.09"', 'radius="0.05"'));
  await page.getByRole("treeitem", { name: /^extra/ }).waitFor();
  assert.match(await selectedRow(page).innerText(), /ball/);
  assert.equal(await value(page, "shoulder", "°").inputValue(), "30.0");
  assert.deepEqual(await camera(page), before);
  await page.waitForFunction(() => {
    const { min, max } = document.querySelector("canvas").view.box([3]);
    return Math.abs(max.y - min.y - 0.1) < 1e-4; // the ball of 50 mm
  });
  await page.waitForFunction((x) => {
    const { min, max } = document.querySelector("canvas").view.box([3]);
    return Math.abs((min.x + max.x) / 2 - x) < 1e-4;
  }, solidsAt(Math.PI / 6, 0)[2].pose.t[0]);
  writeFileSync(folder("robots", "shapes.urdf"), more.replace('child link="ball"', 'child link="bal"'));
  await page.getByText("The file has errors. This is the picture from before.").waitFor();
  await page.getByRole("treeitem", { name: /^ball/ }).waitFor();
  assert.equal(await page.evaluate(() => document.querySelector("canvas").view.isEmpty), false);
  writeFileSync(folder("robots", "shapes.urdf"), SHAPES_URDF);
  await page.getByText("The file has errors.").waitFor({ state: "detached" });
});

test("where a mesh is missing stands a cross that can be picked, and the page says so", async () => {
  const page = await open("missing.urdf", MISSING);
  await drawn(page);
  await page.getByText("1 mesh is missing; crosses stand in their place.").waitFor();
  const links = await page.evaluate(async () => {
    const { view } = document.querySelector("canvas");
    view.setParallel(true);
    view.look("+x");
    view.fit();
    return [...new Set((await view.linkPicture()).links)].sort();
  });
  assert.deepEqual(links, [-1, 0, 1]);
  await page.getByRole("treeitem", { name: /^b/ }).click();
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByText("The mesh nowhere/b.stl is missing.").waitFor();
  await page.getByText(folder("robots", "nowhere", "b.stl")).waitFor();
});

test("packages of missing meshes are looked for in a folder of choice", async () => {
  mkdirSync(folder("robots", "packages", "cubes"), { recursive: true });
  writeFileSync(folder("robots", "packages", "cubes", "cube.stl"), asciiStl([0.1, 0.2, 0.3]));
  const page = await open("looking.urdf", MISSING.replace("nowhere/b.stl", "package://cubes/cube.stl"));
  await drawn(page);
  await page.getByText("1 mesh is missing").getByRole("button", { name: "Look in a folder…" }).click();
  const dialog = page.getByRole("dialog", { name: "Look in a folder…" });
  await dialog.getByRole("button", { name: "packages/" }).click();
  await dialog.getByRole("button", { name: "Folder above" }).waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Look in this folder" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("1 mesh is missing").waitFor({ state: "detached" });
  await drawn(page);
  const { min, max } = await boxOf(page, 1);
  [0.1, 0.2, 0.3].forEach((size, axis) => assert.ok(Math.abs(max[axis] - min[axis] - size) < 1e-6));
});

test("meshes of the example are drawn, and asked for once", async () => {
  const asked = [];
  const page = await openPage([`${process.env.ROMAS_EXAMPLES}/six-axis/six-axis.assembly.xml`, "--read-only"]);
  await drawn(page);
  page.on("request", (request) => request.url().includes("/api/mesh/") && asked.push(request.url()));
  await page.reload();
  await drawn(page);
  const seen = await page.evaluate(async () => {
    const { view } = document.querySelector("canvas");
    view.look("iso");
    view.fit();
    return [...new Set((await view.linkPicture()).links)].length;
  });
  assert.equal(seen, 8); // seven links and the ground
  assert.equal(asked.length, 7);
  await page.keyboard.press("Alt+r");
  await page.waitForLoadState("networkidle");
  assert.equal(asked.length, 7);
});

test("hostile names are texts in every panel", async () => {
  const page = await open("hostile.urdf", HOSTILE);
  await drawn(page);
  await page.getByRole("treeitem").first().click();
  for (const tab of ["Properties", "Joints", "Problems", "Source"]) {
    await page.getByRole("tab", { name: tab }).click();
    await framesPass(page);
    assert.equal(await page.locator("img, b, main script").count(), 0);
  }
  await page.getByRole("button", { name: "Layers" }).click();
  await page.getByLabel("Frames", { exact: true }).selectOption("all");
  await page.locator(".label", { hasText: "<script>alert(1)</script>" }).waitFor();
});

test("panels fold and take the width that one gives them", async () => {
  const page = await open("shapes.urdf", SHAPES_URDF);
  await drawn(page);
  const space = page.getByRole("region", { name: "Space" });
  const width = async () => (await space.boundingBox()).width;
  const start = await width();
  await page.getByRole("separator", { name: "Width of the right panel" }).focus();
  await page.keyboard.press("ArrowLeft");
  assert.ok(Math.abs((await width()) - (start - 16)) < 1);
  await page.getByRole("button", { name: "Fold the right panel" }).click();
  assert.ok((await width()) > start + 200);
  await page.getByRole("button", { name: "Unfold the right panel" }).click();
  assert.ok(Math.abs((await width()) - (start - 16)) < 1);
});

test("without WebGL the page says so, and the rest works", async () => {
  const without = await launchBrowser({ webgl: false });
  writeFileSync(folder("robots", "shapes.urdf"), SHAPES_URDF);
  const page = await openPage([folder("robots", "shapes.urdf")], { browser: without });
  await page.getByText("The browser has no WebGL 2").waitFor();
  await page.getByRole("treeitem", { name: /^ball/ }).click();
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByRole("region", { name: "Link ball" }).waitFor();
  await end();
  await without.close();
});

test("the size of marks is kept for the next start", async () => {
  const words = [folder("robots", "shapes.urdf")];
  writeFileSync(words[0], SHAPES_URDF);
  const size = (page) => page.waitForFunction(() => document.querySelector("canvas")?.view?.layers.markSize === 2.5);
  let page = await openPage(words);
  await page.getByRole("button", { name: "Layers" }).click();
  const kept = page.waitForResponse((response) => response.url().endsWith("/api/preferences"));
  await page.getByLabel("Size of marks").fill("2.5");
  await page.keyboard.press("Tab");
  await kept;
  await size(page);
  page = await openPage(words);
  await size(page);
  await page.getByRole("button", { name: "Settings" }).click();
  assert.equal(await page.getByRole("dialog").getByLabel("Size of marks").inputValue(), "2.5");
});
