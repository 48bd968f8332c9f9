// The pictures of docs/studio.md and docs/tutorial.md, and pictures of the space alone for tests: `node take_pictures.mjs FOLDER GOLDEN` writes them into these folders,
// and pictures.test.mjs compares them with those that are there. Files are named as a user names them, so that no picture shows a folder of this machine.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { look } from "./looking.mjs";
import { drawn, folder, launchBrowser, openPage, startStudio } from "./studio.mjs";

const examples = process.env.ROMAS_EXAMPLES;
const SIZE = { width: 1300, height: 700 };

const button = (scope, name) => scope.getByRole("button", { name, exact: typeof name === "string" });
const candidate = (page, name) => page.getByRole("button", { name: new RegExp(`^${name}( \\([BT]\\))?`) }).and(page.locator(".candidate"));
const tab = (page, name) => page.getByRole("tab", { name }).click();


// The six-axis arm in a pose.
async function robot(page) {
  await tab(page, "Joints");
  const joints = await page.getByRole("textbox", { name: /^Position of / }).all();
  for (const [index, degrees] of [20, 40, -60, 10, 35, 0].entries()) {
    await joints[index].fill(String(degrees));
    await joints[index].press("Enter");
  }
  await page.getByRole("treeitem", { name: /^Forearm/ }).click();
  await look(page, "iso");
}

// Step 3 of joining: four turns, of which the others are faint.
async function joining(page) {
  await button(page.getByRole("banner"), "New").click();
  await candidate(page, "BaseD").dblclick();
  const menu = page.getByRole("region", { name: "Assemble Menu" });
  for (const [block, on] of [["Shoulder", /^contact 0 of BaseD_0,/], ["UpperArm", /^contact 1 of Shoulder_1,/]]) {
    await candidate(page, block).and(page.locator('[aria-disabled="false"]')).dblclick();
    await menu.waitFor();
    await menu.getByRole("button", { name: on }).or(menu.getByRole("radio")).first().waitFor();
    if (await menu.getByRole("button", { name: on }).count()) await menu.getByRole("button", { name: on }).click();
    await menu.getByRole("radio").first().waitFor();
    if (block === "UpperArm") break;
    await button(menu, "Next").click();
    await button(menu, "Finish").click();
    await menu.waitFor({ state: "detached" });
  }
  await page.keyboard.press("r");
  await look(page, "iso");
}

// A finding, its joint in the space, and its line.
async function problems(page) {
  await tab(page, /Problems/);
  await page.getByRole("button", { name: /look like degrees/ }).click();
  await tab(page, /Problems/);
  await look(page, "iso");
}

async function typed(page, positions) {
  for (const [joint, degrees] of positions) {
    const field = page.getByRole("textbox", { name: `Position of ${joint} in °` });
    await field.fill(String(degrees));
    await field.press("Enter");
  }
}

// What share of its limit each joint bears, and the centres of mass.
async function loads(page) {
  await typed(page, [["shoulder", 50], ["elbow", 30]]);
  await button(page, "Layers").click();
  const layers = page.getByRole("region", { name: "Layers" });
  await layers.getByLabel("Centres of mass", { exact: true }).selectOption("all");
  await layers.getByLabel("Colours of gravity load").check();
  await button(layers, "Close").click();
  await look(page, "iso");
}

// The arm of docs/tutorial.md, bent.
async function tutorial(page) {
  await tab(page, "Joints");
  await typed(page, [["shoulder", 35], ["elbow", 70]]);
  await page.getByRole("treeitem", { name: /^lower/ }).click();
  await look(page, "iso");
}

// A file that a page of docs/ shows: the block whose first line is a comment with its name.
function shown(page, name) {
  const text = readFileSync(`${examples}/../docs/${page}`, "utf8");
  const block = text.split(/^```.*\n/m).find((part) => part.startsWith(`// ${name}\n`));
  if (!block) throw new Error(`docs/${page} does not show ${name}`);
  return block;
}

// An arm of our own. A limit of 90 is one in degrees, and has a finding.
const arm = (length, limit) => `<robot name="arm">
  <material name="steel"><color rgba="0.55 0.6 0.68 1"/></material>
  <material name="orange"><color rgba="0.93 0.5 0.13 1"/></material>
  <link name="base">
    <inertial><mass value="5"/><inertia ixx="0.05" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0.05"/></inertial>
    <visual><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.12" length="0.1"/></geometry><material name="steel"/></visual>
  </link>
  <link name="upper">
    <inertial><origin xyz="0 0 ${length / 2}"/><mass value="2"/><inertia ixx="0.03" ixy="0" ixz="0" iyy="0.03" iyz="0" izz="0.01"/></inertial>
    <visual><origin xyz="0 0 ${length / 2}"/><geometry><box size="0.09 0.09 ${length}"/></geometry><material name="orange"/></visual>
  </link>
  <link name="lower">
    <inertial><origin xyz="0 0 0.15"/><mass value="1"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/></inertial>
    <visual><origin xyz="0 0 0.15"/><geometry><box size="0.06 0.06 0.3"/></geometry><material name="steel"/></visual>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 0.1"/><axis xyz="0 1 0"/>
    <limit lower="-${limit}" upper="${limit}" effort="60" velocity="2"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 ${length}"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" effort="40" velocity="2"/>
  </joint>
</robot>
`;

// A picture's name, the options of romas-studio, and what is done before it is taken.
export const PICTURES = [
  { name: "robot", options: ["six-axis.assembly.xml"], prepare: robot },
  { name: "joining", options: ["-L", "arm.block.xml", "--root", "."], prepare: joining, empty: true },
  { name: "problems", options: ["arm.urdf"], prepare: problems },
  { name: "loads", options: ["arm-loaded.urdf"], prepare: loads },
  { name: "tutorial", options: ["arm.romas"], prepare: tutorial },
];

// Axes, limits and frames, seen from the front; and all of it in the dark theme.
async function marks(page) {
  await typed(page, [["shoulder", 40], ["elbow", -50]]);
  await button(page, "Layers").click();
  const layers = page.getByRole("region", { name: "Layers" });
  for (const [name, value] of [["Axes and limits of joints", "all"], ["Frames", "all"], ["Inertia", "all"]]) await layers.getByLabel(name, { exact: true }).selectOption(value);
  await button(layers, "Close").click();
  await look(page, "iso");
}

// Pictures of the space alone, to the pixel.
export const VIEWS = [
  { name: "shapes", options: ["arm.urdf"], prepare: (page) => look(page, "iso") },
  { name: "marks", options: ["arm-loaded.urdf"], prepare: marks },
  { name: "dark", options: ["six-axis.assembly.xml"], prepare: robot, dark: true },
];

// The picture of the page as WebP.
async function webp(page) {
  const png = await page.screenshot();
  const bytes = await page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality: 0.78 })).arrayBuffer())];
  }, [...png]);
  return Buffer.from(bytes);
}

// The space without its labels, whose letters each machine draws otherwise, as PNG.
export async function space(page) {
  await page.evaluate(() => document.querySelector(".labels")?.remove());
  return page.locator(".canvas canvas").screenshot();
}

// Takes a picture, and returns its bytes and what went wrong in the page.
export async function take(browser, { options, prepare, empty, dark }, shoot = webp) {
  const home = folder("home");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  cpSync(`${examples}/six-axis`, home, { recursive: true });
  writeFileSync(`${home}/arm.urdf`, arm(0.4, 90));
  writeFileSync(`${home}/arm-loaded.urdf`, arm(0.4, 1.5).replace('effort="60"', 'effort="15"').replace('effort="40"', 'effort="12"'));
  writeFileSync(`${home}/arm.romas`, shown("tutorial.md", "arm.romas"));
  const studio = await startStudio(...options);
  const { page, context, problems } = await openPage(browser, studio, { viewport: shoot === webp ? SIZE : { width: 1200, height: 440 }, locale: "en-GB", deviceScaleFactor: 1, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
  try {
    if (!empty) await drawn(page);
    await prepare(page);
    await drawn(page);
    await page.mouse.move(2, 2);
    await page.waitForTimeout(600);
    return { bytes: await shoot(page), problems };
  } finally {
    await context.close();
    await studio.end();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const browser = await launchBrowser();
  const write = async (to, ending, pictures, shoot) => {
    mkdirSync(to, { recursive: true });
    for (const picture of pictures) {
      const { bytes, problems } = await take(browser, picture, shoot);
      for (const problem of problems) console.error(`${picture.name}: ${problem}`);
      writeFileSync(`${to}/${picture.name}.${ending}`, bytes);
      console.log(`${to}/${picture.name}.${ending}: ${bytes.length} bytes`);
    }
  };
  await write(process.argv[2], "webp", PICTURES);
  await write(process.argv[3], "png", VIEWS, space);
  await browser.close();
}
