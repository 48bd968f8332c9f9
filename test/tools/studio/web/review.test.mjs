// Two robots compared, distances measured, the worst pose, pictures, and other formats.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { browserTests } from "./browser_tests.mjs";
import { accessibilityProblems, folder } from "./studio.mjs";

const robots = folder("review");
const { test, openDrawn } = browserTests({ page: { viewport: { width: 1290, height: 760 }, acceptDownloads: true } });

// Two links of so much; the elbow is 0.4 m above the shoulder.
const arm = (mass, elbow = 0.4) => `<robot name="arm">
  <link name="base"><visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual></link>
  <link name="upper"><inertial><origin xyz="0 0 0.2"/><mass value="${mass}"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/></inertial>
    <visual><origin xyz="0 0 0.2"/><geometry><box size="0.1 0.1 0.4"/></geometry></visual></link>
  <link name="lower"><inertial><origin xyz="0 0 0.1"/><mass value="1"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/></inertial>
    <visual><origin xyz="0 0 0.1"/><geometry><box size="0.08 0.08 0.2"/></geometry></visual></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="50" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0 0 ${elbow}"/><axis xyz="1 0 0"/><limit lower="-2" upper="2" effort="50" velocity="1"/></joint>
</robot>
`;

mkdirSync(robots, { recursive: true });
writeFileSync(`${robots}/a.urdf`, arm(2));
writeFileSync(`${robots}/b.urdf`, arm(2, 0.5));

const open = (name, options) => openDrawn([`${robots}/${name}`], options);
const select = (page, name) => page.getByRole("treeitem", { name: new RegExp(`^${name}`) }).click();

test("two robots are compared: each difference leads to its place, and the other one follows the pose", async () => {
  const page = await open("a.urdf");
  await page.getByRole("button", { name: "Compare…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "b.urdf" }).click();
  await page.getByRole("heading", { name: "1 difference" }).waitFor();
  await page.waitForFunction(() => {
    const { view } = document.querySelector(".canvas canvas");
    return Math.abs(view.ghosts.box(view.poses.subarray(12 * view.scene.links.length)).max.z - 0.7) < 1e-3;
  });
  assert.deepEqual(await accessibilityProblems(page), []);
  await page.getByRole("button", { name: /joint 'elbow': origin z 0.4 m → 0.5 m/ }).click();
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByRole("heading", { name: "Joint elbow" }).waitFor();
  // The shoulder lays both down.
  await page.getByRole("tab", { name: "Joints" }).click();
  const field = page.getByRole("textbox", { name: "Position of shoulder in °" });
  await field.fill("90");
  await field.press("Enter");
  await page.waitForFunction(() => {
    const { view } = document.querySelector(".canvas canvas");
    return Math.abs(view.ghosts.box(view.poses.subarray(12 * view.scene.links.length)).max.x - 0.7) < 1e-3;
  });
  // A saved file is compared again.
  writeFileSync(`${robots}/a.urdf`, arm(3));
  await page.getByRole("tab", { name: "Differences" }).click();
  await page.getByRole("heading", { name: "2 differences" }).waitFor();
  writeFileSync(`${robots}/a.urdf`, arm(2));
  await page.getByRole("heading", { name: "1 difference" }).waitFor();
  await page.getByRole("button", { name: "End the comparison" }).click();
  assert.equal(await page.getByRole("tab", { name: "Differences" }).count(), 0);
  await page.waitForFunction(() => document.querySelector(".canvas canvas").view.ghosts.count === 0);
});

test("distances and angles are those of the pose", async () => {
  const page = await open("a.urdf");
  await select(page, "upper");
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByText("Measure", { exact: true }).click();
  const measure = page.locator("details.measure");
  await measure.getByRole("group", { name: /^From/ }).getByRole("button", { name: "Joint: shoulder" }).click();
  await select(page, "lower");
  await measure.getByRole("group", { name: /^To/ }).getByRole("button", { name: "Joint: elbow" }).click();
  await measure.getByText("400 mm", { exact: true }).waitFor();
  await measure.getByText("90°").waitFor();
  await measure.getByText("0, 0, 400 mm").waitFor();
  await measure.getByRole("group", { name: /^To/ }).getByRole("button", { name: "Centre of mass: lower" }).click();
  await measure.getByText("500 mm", { exact: true }).waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
});

test("the worst pose of a joint is taken, with its load", async () => {
  const page = await open("a.urdf");
  await select(page, "upper");
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByRole("button", { name: "Worst pose for gravity" }).click();
  // Both lie down: 9.80665 (2 · 0.2 + 1 · 0.5) Nm, up to a thousandth for a simple pose.
  await page.getByText(/loads the joint with 8\.8[123]\d* Nm/).first().waitFor();
  const { length } = await page.evaluate(() => document.querySelector(".canvas canvas").view.poses);
  assert.equal(length, 36);
  await page.waitForFunction(() => Math.abs(document.querySelector(".canvas canvas").view.poses[12 + 8]) < 0.05);
});

test("a picture is saved at twice the size, on nothing", async () => {
  const page = await open("a.urdf");
  await page.getByRole("button", { name: "Picture…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Transparent background" }).check();
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save PNG" }).click();
  const download = await coming;
  assert.equal(download.suggestedFilename(), "arm.png");
  const png = readFileSync(await download.path());
  const box = await page.locator(".canvas canvas").boundingBox();
  assert.equal(png.readUInt32BE(16), 2 * Math.round(box.width));
  const seen = await page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let [clear, solid] = [0, 0];
    for (let i = 3; i < data.length; i += 4) {
      clear += data[i] === 0 ? 1 : 0;
      solid += data[i] === 255 ? 1 : 0;
    }
    return { clear: clear / (data.length / 4), solid: solid / (data.length / 4) };
  }, [...png]);
  assert.ok(seen.clear > 0.3 && seen.solid > 0.02, JSON.stringify(seen));
});

test("a robot is exported, after a question where a file is there; what the format cannot say is told", async () => {
  rmSync(`${robots}/soft.sdf`, { force: true });
  writeFileSync(`${robots}/soft.urdf`, arm(2).replace("</joint>", '<safety_controller k_velocity="10" soft_lower_limit="-1" soft_upper_limit="1"/></joint>'));
  const page = await open("soft.urdf", { refusals: [409] });
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export…" });
  const button = (name) => dialog.getByRole("button", { name, exact: true });
  const write = async (format) => {
    await dialog.getByLabel("Format").selectOption(format);
    assert.equal(await dialog.getByText(/^Written/).count(), 0);
    assert.equal(await dialog.getByLabel("File name").inputValue(), `soft.${format}`);
    await button("Save").click();
  };
  const written = (format) => dialog.getByText(`Written: ${robots}/soft.${format}`).waitFor();
  const [box, list] = [await dialog.boundingBox(), await dialog.getByLabel("Format").boundingBox()];
  assert.ok(list.x + list.width < box.x + box.width, "the list of formats fits");
  await write("sdf");
  await written("sdf");
  await dialog.getByText("the safety controller of joint 'shoulder' cannot be expressed in SDF").waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  assert.match(readFileSync(`${robots}/soft.sdf`, "utf8"), /<sdf[\s\S]*elbow/);
  writeFileSync(`${robots}/soft.sdf`, "something else");
  await button("Save").click();
  await dialog.getByText(`${robots}/soft.sdf exists. Replace it?`).waitFor();
  assert.equal(readFileSync(`${robots}/soft.sdf`, "utf8"), "something else");
  await button("Replace").click();
  await written("sdf");
  await button("Replace").waitFor({ state: "detached" });
  assert.match(readFileSync(`${robots}/soft.sdf`, "utf8"), /<sdf/);
  rmSync(`${robots}/soft.romas`, { force: true });
  await write("romas");
  await written("romas");
  assert.match(readFileSync(`${robots}/soft.romas`, "utf8"), /^robot arm/m);
  await button("Close").click();
  await dialog.waitFor({ state: "detached" });
});
