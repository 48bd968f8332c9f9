// One HTML file with a robot: opened from the disk, without a program and without a request.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { after, afterEach, before, test as anyTest } from "node:test";
import { pathToFileURL } from "node:url";
import { accessibilityProblems, drawn, folder, launchBrowser, openPage, startStudio } from "./studio.mjs";

const robots = folder("standalone");
const test = (name, run) => anyTest(name, { timeout: 300_000 }, run);

const HOSTILE = "&lt;/script>&lt;script>document.title=1&lt;/script>&lt;!--";
const link = (name, more = "") => `<link name="${name}"><visual><geometry><box size="0.1 0.1 0.2"/></geometry></visual>${more}</link>`;
const joint = (name, type, parent, child, more = "") =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/><origin xyz="0.1 0.2 0.3" rpy="0.3 -0.2 0.5"/><axis xyz="0.6 0 0.8"/>${more}</joint>`;
const LIMIT = `<limit lower="-2" upper="2" effort="1" velocity="1"/>`;
// All types of joints of URDF, a follower of a follower, a mesh with a material and a picture, and names that are markup.
const URDF = `<robot name="${HOSTILE}">
  <link name="base"><visual><geometry><mesh filename="cone.obj"/></geometry></visual></link>
  ${["a", "b", "c", "d", "e", "f", "g"].map((name) => link(name)).join("\n")}
  ${link(HOSTILE)}
  ${joint("turn", "revolute", "base", "a", LIMIT)}
  ${joint("wheel", "continuous", "a", "b")}
  ${joint("slide", "prismatic", "b", "c", LIMIT)}
  ${joint("fix", "fixed", "c", "d")}
  ${joint("plane", "planar", "d", "e")}
  ${joint("free", "floating", "e", "f")}
  ${joint("second", "revolute", "base", "g", `${LIMIT}<mimic joint="turn" multiplier="-0.5" offset="0.25"/>`)}
  ${joint("third", "revolute", "g", HOSTILE, `${LIMIT}<mimic joint="second" multiplier="2" offset="-0.1"/>`)}
</robot>
`;
const sdfLink = (name) => `<link name="${name}"><visual name="v"><geometry><box><size>0.1 0.1 0.2</size></box></geometry></visual></link>`;
const sdfJoint = (name, type, parent, child, more) =>
  `<joint name="${name}" type="${type}"><pose>0.1 0.2 0.3 0.3 -0.2 0.5</pose><parent>${parent}</parent><child>${child}</child>${more}</joint>`;
const AXIS = "<axis><xyz>0.6 0 0.8</xyz></axis>";
const SDF = `<sdf version="1.9"><model name="others">
  ${["base", "a", "b", "c"].map(sdfLink).join("\n")}
  ${sdfJoint("ball", "ball", "base", "a", "")}
  ${sdfJoint("cross", "universal", "a", "b", "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>")}
  ${sdfJoint("screw", "screw", "b", "c", `${AXIS}<thread_pitch>3</thread_pitch>`)}
</model></sdf>
`;
const OBJ = "mtllib skin.mtl\nv 0 0 0\nv 0.2 0 0\nv 0 0.2 0\nv 0 0 0.3\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl skin\nf 1/1 2/2 3/3\nf 1/1 2/2 4/3\nf 2/1 3/2 4/3\nf 1/1 3/2 4/3\n";
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGM4IQcEJxggFAAcfgQRs56ClAAAAABJRU5ErkJggg==", "base64");

let browser, studio, session;
before(async () => {
  rmSync(folder("home", ".config"), { recursive: true, force: true });
  mkdirSync(`${robots}/pictures`, { recursive: true });
  writeFileSync(`${robots}/all.urdf`, URDF);
  writeFileSync(`${robots}/others.sdf`, SDF);
  writeFileSync(`${robots}/still.urdf`, `<robot name="still">${link("only")}</robot>`);
  writeFileSync(`${robots}/cone.obj`, OBJ);
  writeFileSync(`${robots}/skin.mtl`, "newmtl skin\nKd 1 1 1\nmap_Kd pictures/skin.png\n");
  writeFileSync(`${robots}/pictures/skin.png`, PNG);
  browser = await launchBrowser();
});
after(() => browser.close());
afterEach(async () => {
  await session?.context.close();
  assert.deepEqual(session?.problems ?? [], []);
  session = undefined;
  if (studio) assert.equal(await studio.end(), 0);
  studio = undefined;
});

function exported(name) {
  const file = `${robots}/${name}.html`;
  rmSync(file, { force: true });
  execFileSync(process.env.ROMAS_STUDIO, [`--standalone=${file}`, `${robots}/${name}`], { stdio: ["ignore", "ignore", "pipe"] });
  return file;
}

// The file in a browser that may ask for nothing. `prepare` gets the page while it is empty.
async function openFile(file, options = {}, prepare = () => {}) {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1290, height: 640 }, ...options });
  context.setDefaultTimeout(Number(process.env.ROMAS_TEST_WAIT ?? 120_000));
  const problems = [];
  const address = pathToFileURL(file).href;
  const page = await context.newPage();
  page.on("console", (message) => problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => problems.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (request.url() !== address && !/^(data|blob):/.test(request.url())) problems.push(`request: ${request.url()}`);
  });
  session = { page, context, problems };
  await prepare(page);
  await page.goto(address);
  await drawn(page);
  return page;
}

const VALUES = [0.7, -1.1, 0.4, 1.3, -0.6, 0.9, -0.3, 0.5, 1.2, -0.8, 0.2, 0.6];
// Types the same values into every field, and says where the links are then.
async function posesAt(page) {
  await page.getByRole("tab", { name: "Joints" }).click();
  for (const unit of ["rad", "m"]) await page.getByRole("combobox", { name: unit === "rad" ? "Unit of angles" : "Unit of lengths" }).selectOption(unit);
  const fields = page.locator(".joint-row input.number:not([disabled])");
  const count = await fields.count();
  assert.ok(count > 4, `${count} fields`);
  for (let index = 0; index < count; ++index) {
    await fields.nth(index).fill(String(VALUES[index]));
    await fields.nth(index).press("Enter");
  }
  await page.waitForTimeout(500);
  return page.evaluate(() => [...document.querySelector("canvas").view.poses]);
}

for (const name of ["all.urdf", "others.sdf"]) {
  test(`${name} moves as in the program, and asks for nothing`, async () => {
    const page = await openFile(exported(name));
    const found = await posesAt(page);
    await session.context.close();
    assert.deepEqual(session.problems, []);
    studio = await startStudio(`${robots}/${name}`);
    session = await openPage(browser, studio, { viewport: { width: 1290, height: 640 } });
    await drawn(session.page);
    const wanted = await posesAt(session.page);
    assert.equal(found.length, wanted.length);
    found.forEach((value, index) => assert.ok(Math.abs(value - wanted[index]) < 1e-6, `${index}: ${value}, not ${wanted[index]}`));
  });
}

test("in an editor's panel the page tells what is selected, and selects what the editor's cursor stands in", async () => {
  const prepare = (page) =>
    page.addInitScript(() => {
      globalThis.said = [];
      globalThis.acquireVsCodeApi = () => ({
        postMessage: (message) => globalThis.said.push(message),
        getState: () => globalThis.kept,
        setState: (state) => (globalThis.kept = state),
      });
    });
  const page = await openFile(exported("all.urdf"), {}, prepare);
  const said = () => page.evaluate(() => globalThis.said);
  const tell = (select) => page.evaluate((names) => postMessage({ select: names }, "*"), select);
  assert.deepEqual(await said(), []);
  await page.getByRole("treeitem", { name: /^a / }).or(page.getByRole("treeitem", { name: "a", exact: true })).first().click();
  await page.waitForFunction(() => globalThis.said.length === 1);
  assert.deepEqual(await said(), [{ selected: { kind: "link", name: "a" } }]);
  // The innermost name that the robot has; what came from the editor is not told to it.
  await tell(["limit", "slide", "base"]);
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByRole("heading", { name: /slide/ }).waitFor();
  await tell(["b"]);
  await page.getByRole("heading", { name: /^Link b/ }).waitFor();
  await tell(["no such name"]);
  await page.evaluate(() => postMessage("text", "*"));
  await page.getByRole("heading", { name: /^Link b/ }).waitFor();
  assert.equal((await said()).length, 1);
  if (process.env.ROMAS_PICTURE) await page.screenshot({ path: process.env.ROMAS_PICTURE });

  // The editor loads the page anew for each saved change: what is seen stays.
  const camera = () => page.evaluate(() => document.querySelector("canvas").view.camera.keep());
  const first = await camera();
  await page.evaluate(() => {
    const { view } = document.querySelector("canvas");
    view.camera.yaw += 0.7;
    view.camera.distance *= 1.5;
    view.cameraChanged();
  });
  await page.getByRole("tab", { name: "Joints" }).click();
  const slider = page.getByRole("slider").first();
  await slider.focus();
  await slider.press("End");
  const [moved, value] = [await camera(), await slider.inputValue()];
  await page.waitForFunction((yaw) => globalThis.kept?.camera.yaw === yaw, moved.yaw);
  await page.waitForTimeout(300); // the last movement is kept after 0.1 s
  const kept = await page.evaluate(() => globalThis.kept);
  assert.ok(kept.selected === "turn" || kept.selected === "b", kept.selected); // a slider may select its joint
  await page.addInitScript((state) => (globalThis.kept = state), kept);
  await page.reload();
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByRole("heading", { name: new RegExp(`\\b${kept.selected}$`) }).waitFor({ timeout: 20_000 });
  assert.deepEqual(await camera(), moved);
  assert.notEqual(moved.yaw, first.yaw);
  await page.getByRole("tab", { name: "Joints" }).click();
  assert.equal(await page.getByRole("slider").first().inputValue(), value);
  assert.deepEqual(await said(), []);
});

test("names that are markup are texts, in the file and in the page", async () => {
  const file = exported("all.urdf");
  assert.doesNotMatch(readFileSync(file, "utf8").replace(/<script[^>]*>/g, "").replace(/<\/script>\n/g, ""), /<\/script>|<!--/);
  const page = await openFile(file);
  assert.equal(await page.title(), "</script><script>document.title=1</script><!--");
  await page.getByRole("treeitem", { name: /^<\/script>/ }).click();
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByRole("heading", { name: /^Link <\/script>/ }).waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
});

test("the file has its rules, meshes with pictures, and nothing of the machine that wrote it", async () => {
  const file = exported("all.urdf");
  const text = readFileSync(file, "utf8");
  assert.ok(!text.includes(robots), "a path of the machine stands in the file");
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(text);
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[^ ]+' 'sha256-[^ ]+'; style-src 'sha256-/);
  assert.doesNotMatch(policy, /unsafe|connect-src|http/);
  const page = await openFile(file);
  // The picture of the mesh is drawn.
  await page.waitForFunction(() => document.querySelector("canvas").view.bodies.drawn.some(({ material }) => material.map?.image?.width === 2));
  await page.getByRole("button", { name: "Layers" }).click();
  await page.getByRole("combobox", { name: "Frames" }).selectOption("all");
  await page.locator(".label", { hasText: "base" }).first().waitFor();
  for (const gone of ["Open…", "Export…", "Generate/Compile Code"]) assert.equal(await page.getByRole("button", { name: gone }).count(), 0);
  for (const gone of [/^Problems/, "Source"]) assert.equal(await page.getByRole("tab", { name: gone }).count(), 0);
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByText("Licences of what this page").click();
  await page.getByText(/three 0\.\d+/).waitFor();
});

test("a robot that does not move can be looked at, in Korean, too", async () => {
  const page = await openFile(exported("still.urdf"), { locale: "ko-KR" });
  await page.getByRole("button", { name: "전체 맞춤" }).click();
  await page.getByText("이 로봇에는 움직이는 관절이 없습니다.").or(page.getByRole("tab", { name: "속성" })).first().waitFor();
});

test("what cannot be exported is refused with a reason", () => {
  const run = (...options) => spawnSync(process.env.ROMAS_STUDIO, options, { encoding: "utf8" });
  writeFileSync(`${robots}/broken.urdf`, `<robot name="r"><link name="a"/><link name="a"/></robot>`);
  const broken = run(`--standalone=${robots}/broken.html`, `${robots}/broken.urdf`);
  assert.equal(broken.status, 1);
  assert.match(broken.stderr, /broken\.urdf:1:\d+: error: .*\n[^]*romas-studio: error: a robot with errors cannot be exported/);
  const named = run(`--standalone=${robots}/x.txt`, `${robots}/all.urdf`);
  assert.equal(named.status, 2);
  assert.match(named.stderr, /must end in \.html/);
  assert.equal(run(`--standalone=${robots}/x.html`).status, 2);
  assert.equal(run(`--standalone=${robots}/none/\0`.slice(0, -1), `${robots}/all.urdf`).status, 2);
});
