// Cameras and poses that are kept, dragging joints, centres of mass, video.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { browserTests } from "./browser_tests.mjs";
import { framesPass } from "./looking.mjs";
import { SHAPES_URDF } from "./robots.mjs";
import { accessibilityProblems, drawn, folder } from "./studio.mjs";

const robots = folder("views");
const { test, open: openPage, openDrawn } = browserTests({ page: { viewport: { width: 1290, height: 640 }, deviceScaleFactor: 1, acceptDownloads: true } });
mkdirSync(robots, { recursive: true });
writeFileSync(`${robots}/shapes.urdf`, SHAPES_URDF);

const open = (options) => openDrawn([`${robots}/shapes.urdf`], options);
const again = open;
const camera = (page) => page.evaluate(() => document.querySelector("canvas").view.camera.keep());
const isNear = (a, b, tolerance) => a.every((value, i) => Math.abs(value - b[i]) < tolerance);
const field = (page, joint, unit) => page.getByRole("textbox", { name: `Position of ${joint} in ${unit}` });
const type = async (page, joint, unit, value) => {
  await field(page, joint, unit).fill(String(value));
  await field(page, joint, unit).press("Enter");
};

test("four cameras are kept for the robot, and are there after a new start", async () => {
  let page = await open();
  await page.getByRole("button", { name: "+Y", exact: true }).or(page.getByRole("button", { name: "Look from +Y" })).first().click();
  const wanted = await camera(page);
  await page.getByRole("button", { name: "Cameras" }).click();
  assert.ok(await page.getByRole("button", { name: "Camera 2, empty" }).isDisabled());
  await page.getByRole("button", { name: "Keep this view as camera 2" }).click();
  assert.deepEqual(await accessibilityProblems(page), []);
  await page.getByRole("button", { name: "Camera 2", exact: true }).waitFor();
  page = await again();
  await page.getByRole("button", { name: "Look from −Z" }).click();
  assert.notDeepEqual(await camera(page), wanted);
  await page.locator("canvas").focus();
  await page.keyboard.press("2");
  await page.waitForFunction((yaw) => document.querySelector("canvas").view.camera.yaw === yaw, wanted.yaw);
  assert.deepEqual(await camera(page), wanted);
  // With Shift the key keeps.
  await page.keyboard.press("Shift+4");
  await page.getByRole("button", { name: "Cameras" }).click();
  await page.getByRole("button", { name: "Camera 4", exact: true }).waitFor();
});

test("poses with names are kept for the robot, replaced and forgotten", async () => {
  let page = await open();
  await type(page, "shoulder", "°", 30);
  await type(page, "slide", "mm", 200);
  await page.getByText("Poses (0)").click();
  await page.getByRole("textbox", { name: "Name of this pose" }).fill("<b>up</b>");
  await page.keyboard.press("Enter");
  await page.getByText("Poses (1)").waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  page = await again();
  assert.equal(await field(page, "shoulder", "°").inputValue(), "0.0");
  await page.getByText("Poses (1)").click();
  await page.getByRole("combobox", { name: "Poses" }).selectOption("<b>up</b>");
  await page.waitForFunction(() => document.querySelector("[aria-label='Position of slide in mm']").value === "200.0");
  assert.equal(await field(page, "shoulder", "°").inputValue(), "30.0");
  await page.getByRole("button", { name: "Forget" }).click();
  await page.getByText("Poses (0)").waitFor();
});

const pixelOf = (page, point) =>
  page.evaluate((point) => {
    const { view } = document.querySelector("canvas");
    view.camera.update();
    const { x, y } = view.camera.project(view.camera.target.clone().fromArray(point));
    const { left, top } = document.querySelector("canvas").getBoundingClientRect();
    return [left + x, top + y];
  }, point);

test("a link that is dragged follows the pointer, as far as its joint can", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Look from −Y" }).click();
  await page.getByRole("button", { name: "Drag joints" }).click();
  const before = await camera(page);
  // The arm turns about y at a height of 0.2; its point at 0.6 goes 30° forward.
  const angle = Math.PI / 6;
  const from = await pixelOf(page, [0, -0.06, 0.6]);
  const to = await pixelOf(page, [0.4 * Math.sin(angle), -0.06, 0.2 + 0.4 * Math.cos(angle)]);
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let step = 1; step <= 12; ++step) {
    await page.mouse.move(from[0] + ((to[0] - from[0]) * step) / 12, from[1] + ((to[1] - from[1]) * step) / 12);
    await framesPass(page);
  }
  await page.mouse.up();
  const turned = Number(await field(page, "shoulder", "°").inputValue());
  assert.ok(Math.abs(turned - 30) < 3, `${turned}°`);
  assert.deepEqual(await camera(page), before);
  // A drag that ends before it is known what it moves counts, too.
  const wasTurned = await field(page, "shoulder", "°").inputValue();
  await page.evaluate(([x, y]) => {
    const canvas = document.querySelector("canvas");
    canvas.setPointerCapture = () => {}; // there is no such pointer
    const event = (type, x) => new PointerEvent(type, { clientX: x, clientY: y, pointerId: 7, button: 0, buttons: 1, bubbles: true });
    for (const [type, at] of [["pointerdown", x], ["pointermove", x - 40], ["pointerup", x - 40]]) canvas.dispatchEvent(event(type, at));
    delete canvas.setPointerCapture;
  }, to);
  await page.waitForFunction(
    (was) => document.querySelector("[aria-label='Position of shoulder in °']").value !== was,
    wasTurned,
  );
  await type(page, "shoulder", "°", turned);
  assert.deepEqual(await camera(page), before);
  // Beyond its limit of 1.2 rad the joint does not go.
  const far = await pixelOf(page, [0.4 * Math.sin(angle), -0.06, 0.2 + 0.4 * Math.cos(angle)]);
  await page.mouse.move(...far);
  await page.mouse.down();
  await page.mouse.move(far[0] + 30, far[1] + 10, { steps: 3 });
  await framesPass(page);
  await page.mouse.move(far[0] + 500, far[1] + 300, { steps: 10 });
  await page.mouse.up();
  const most = (1.2 * 180) / Math.PI;
  assert.ok(Number(await field(page, "shoulder", "°").inputValue()) <= most + 0.05);
  // Beside the robot the view turns.
  const box = await page.locator("canvas").boundingBox();
  await page.mouse.move(box.x + 20, box.y + box.height - 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + box.height - 40, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((yaw) => document.querySelector("canvas").view.camera.yaw !== yaw, before.yaw);
});

test("centres of mass of a branch and of the whole are drawn, and said in numbers", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Layers" }).click();
  await page.getByRole("checkbox", { name: "Centre of mass of the robot" }).check();
  await page.getByRole("checkbox", { name: "Centre of mass of the selected branch" }).check();
  await page.getByRole("treeitem", { name: /^arm/ }).click();
  await page.locator(".label", { hasText: "Centre of mass of the branch" }).waitFor();
  await page.locator(".label", { hasText: "Centre of mass of the robot" }).waitFor();
  // The arm of 1 kg, the ball of 0.5 kg, and the roller of 0.2 kg, turned by 0.5 rad about x.
  const masses = [[1, [0, 0, 0.45]], [0.5, [0, 0, 0.7]], [0.2, [0, 0.2 * Math.cos(0.5), 0.45 + 0.2 * Math.sin(0.5)]]];
  const sum = masses.reduce((total, [mass]) => total + mass, 0);
  const y = (0.2 * 0.2 * Math.cos(0.5)) / sum;
  await page.getByRole("tab", { name: "Properties" }).click();
  const said = await page.getByRole("term").filter({ hasText: "Centre of mass of the branch" }).locator("xpath=../dd").innerText();
  const numbers = said.match(/-?[\d.]+(e-?\d+)?/g).slice(0, 3).map(Number);
  assert.ok(isNear([numbers[0], numbers[1]], [0, 1000 * y], 0.05), said);
  // It goes where the links go.
  await page.getByRole("tab", { name: "Joints" }).click();
  const place = () => page.evaluate(() => [...document.querySelectorAll(".label")].find((one) => one.textContent === "Centre of mass of the branch").style.transform);
  const at = await place();
  await type(page, "shoulder", "°", 60);
  await page.waitForFunction((at) => [...document.querySelectorAll(".label")].find((one) => one.textContent === "Centre of mass of the branch").style.transform !== at, at);
});

test("a turn around the robot is recorded as WebM", async () => {
  const page = await open();
  const before = await camera(page);
  await page.getByRole("button", { name: "Video…" }).click();
  await page.getByRole("spinbutton", { name: "Seconds" }).fill("1");
  assert.deepEqual(await accessibilityProblems(page), []);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Record" }).click()]);
  assert.equal(download.suggestedFilename(), "shapes.webm");
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.readUInt32BE(0), 0x1a45dfa3); // EBML
  assert.ok(bytes.length > 5000, `${bytes.length} bytes`);
  assert.ok(bytes.includes("webm"));
  const after = await camera(page);
  assert.ok(Math.abs(after.yaw - before.yaw - 2 * Math.PI) < 1e-9);
});

test("poses are played one after another into a video", async () => {
  const page = await open();
  await page.getByText(/^Poses/).click();
  for (const [name, angle] of [["a", -40], ["b", 50]]) {
    await type(page, "shoulder", "°", angle);
    await page.getByRole("textbox", { name: "Name of this pose" }).fill(name);
    await page.getByRole("button", { name: "Keep pose" }).click();
  }
  await page.getByText("Poses (2)").waitFor();
  await page.getByRole("button", { name: "Video…" }).click();
  await page.getByRole("combobox", { name: "Motion" }).selectOption("the poses with names, one after another");
  await page.getByRole("spinbutton", { name: "Seconds" }).fill("1");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Record" }).click()]);
  assert.ok(readFileSync(await download.path()).length > 5000);
  assert.ok(Math.abs(Number(await field(page, "shoulder", "°").inputValue()) - 50) < 0.1);
});

test("points and corners that are clicked are measured", async () => {
  const page = await open();
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.evaluate(() => {
    const { view } = document.querySelector("canvas");
    view.setParallel(true);
    view.look("-y");
    view.fit();
  });
  const click = async (point) => page.mouse.click(...(await pixelOf(page, point)));
  await click([0.12, -0.15, 0.13]); // the middle of a face of the base
  await page.getByText("Measure", { exact: true }).click();
  const group = (name) => page.locator("details.measure").getByRole("group", { name });
  await group(/^From/).getByRole("button", { name: "Point: base" }).click();
  await click([0.049, -0.06, 0.699]); // beside an upper corner of the arm
  await group(/^To/).getByRole("button", { name: "Corner: arm" }).click();
  const said = await page.locator("details.measure dd").nth(1).innerText();
  const [x, y, z] = said.match(/-?[\d.]+/g).map(Number);
  // The point is where the pixel is; the corner is exact.
  assert.ok(Math.abs(x - (50 - 120)) < 3 && Math.abs(y - 90) < 0.01 && Math.abs(z - (700 - 130)) < 3, said);
  // Both ride on their links.
  await page.getByRole("tab", { name: "Joints" }).click();
  await type(page, "shoulder", "°", 20);
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.waitForFunction((said) => document.querySelectorAll("details.measure dd")[1].innerText !== said, said);
});

test("contacts of the selected part, of all parts or of none are shown", async () => {
  const page = await openPage([`${process.env.ROMAS_EXAMPLES}/six-axis/six-axis.assembly.xml`, "--read-only"]);
  await drawn(page);
  const shown = (count) => page.waitForFunction((count) => document.querySelector("canvas").view.markerList.length === count, count);
  await shown(0);
  await page.getByRole("treeitem", { name: /^UpperArm_2/ }).click();
  await shown(2);
  await page.getByRole("button", { name: "Layers" }).click();
  const layer = page.getByRole("combobox", { name: "Contacts of parts" });
  await layer.selectOption("none");
  await shown(0);
  await layer.selectOption("all");
  const all = await page.evaluate(async () => document.querySelector("canvas").view.markerList.length);
  assert.ok(all >= 12, `${all} contacts`);
  assert.deepEqual(await accessibilityProblems(page), []);
});
