// The 3D view in a real browser: what is drawn, and what is under a pixel.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { browserTests } from "./browser_tests.mjs";
import { colorAt, framesPass, look, picture, pixelOf } from "./looking.mjs";
import { LINKS, linkSeen, SHAPES_URDF, solidsAt } from "./robots.mjs";
import { folder } from "./studio.mjs";

const robots = folder("robots");
// A narrow window would show one panel alone; the space is about 640 by 400.
const { test, openDrawn } = browserTests({ page: { viewport: { width: 1290, height: 500 }, deviceScaleFactor: 1 } });

mkdirSync(robots, { recursive: true });
writeFileSync(folder("robots", "shapes.urdf"), SHAPES_URDF);

const open = (name, options) => openDrawn([folder("robots", name)], options);

const type = async (page, joint, unit, value) => {
  const field = page.getByRole("textbox", { name: `Position of ${joint} in ${unit}` });
  await field.fill(String(value));
  await field.press("Enter");
};

// Waits until the box of a link is about its place.
const arrived = (page, { link, pose }) =>
  page.waitForFunction(([link, at]) => {
    const { min, max } = document.querySelector("canvas").view.box([link]);
    return ["x", "y", "z"].every((axis, i) => Math.abs((min[axis] + max[axis]) / 2 - at[i]) < 1e-4);
  }, [link, pose.t]).catch(async () => assert.fail(`link ${link} is not at ${pose.t}, but at ${await placeOf(page, link)}`));

const placeOf = (page, link) =>
  page.evaluate((link) => {
    const { min, max } = document.querySelector("canvas").view.box([link]);
    return ["x", "y", "z"].map((axis) => (min[axis] + max[axis]) / 2);
  }, link);

// Points at least a pixel and a half within what they show, or outside of it.
function clearPoints(solids, { width, height, camera }, random, count) {
  const points = [];
  for (let tries = 0; points.length < count && tries < 40 * count; ++tries) {
    const [x, y] = [Math.floor(random() * width), Math.floor(random() * height)];
    const around = [[0.5, 0.5], [-1, -1], [2, -1], [-1, 2], [2, 2]].map(([dx, dy]) => linkSeen(solids, camera, { width, height }, x + dx, y + dy));
    if (around.every((link) => link === around[0])) points.push({ x, y, link: around[0] });
  }
  return points;
}

function randomNumbers(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test("each pixel shows the link that rays cast at the shapes find", async () => {
  const page = await open("shapes.urdf");
  const random = randomNumbers(20261123);
  const seen = new Set();
  for (const [view, parallel, shoulder, slide] of [
    ["iso", false, 0, 0],
    ["+x", true, 0.6, 0.1],
    ["-y", false, -1.1, 0.3],
    ["+z", true, 1.2, 0.05],
    ["-z", false, 0.3, 0.2],
  ]) {
    await type(page, "shoulder", "°", (shoulder * 180) / Math.PI);
    await type(page, "slide", "mm", slide * 1000);
    const solids = solidsAt(shoulder, slide);
    for (const solid of solids) await arrived(page, solid);
    await look(page, view, parallel);
    const shown = await picture(page);
    const points = clearPoints(solids, shown, random, 400);
    assert.ok(points.length > 300, `${points.length} points`);
    for (const { x, y, link } of points) {
      seen.add(link);
      assert.equal(shown.links[y * shown.width + x], link, `${view} at ${x}, ${y}: ${JSON.stringify({ shoulder, slide })}`);
    }
  }
  assert.deepEqual([...seen].sort(), [-1, 0, 1, 2, 3]); // every link was hit, and the empty space
});

test("links are drawn in their colours, and joints move what is drawn", async () => {
  const page = await open("shapes.urdf");
  const solids = solidsAt(0, 0.3);
  await type(page, "slide", "mm", 300);
  await arrived(page, solids[2]);
  await look(page, "+x", true);
  // The axes of {g} stand before the middle of the base.
  const places = await Promise.all([[0.2, 0.12, 0.05], ...solids.slice(1).map(({ pose }) => pose.t)].map((point) => pixelOf(page, point)));
  const at = async (index) => colorAt(page, ...places[index]);
  const empty = await colorAt(page, 12, 12);
  const [base, ball] = [await at(0), await at(2)];
  assert.ok(base[0] > 1.5 * base[1] && base[0] > 1.5 * base[2], `the base is red: ${base}`);
  assert.ok(ball[2] > 1.5 * ball[0] && ball[2] > 1.5 * ball[1], `the ball is blue: ${ball}`);
  await type(page, "slide", "mm", 100);
  await arrived(page, solidsAt(0, 0.1)[2]);
  await framesPass(page);
  const [left, there] = [await at(2), await colorAt(page, ...(await pixelOf(page, solidsAt(0, 0.1)[2].pose.t)))];
  assert.ok(there[2] > 1.5 * there[0], `the ball is where it went: ${there}`);
  assert.ok(Math.hypot(...left.map((value, i) => value - empty[i])) < 60, `and not where it was: ${left}, empty ${empty}`);
  // Of many positions at once the last one counts.
  await page.getByRole("slider", { name: "slide" }).evaluate((slider) => {
    for (let step = 0; step <= 40; ++step) {
      slider.value = 0.25 * (step / 40);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  await page.waitForFunction(() => {
    const { min, max } = document.querySelector("canvas").view.box([2]);
    return Math.abs((min.z + max.z) / 2 - 1.05) < 2e-3; // within a step of the slider
  });
});

test("a click selects a link, and the tree shows it; the tree selects what is drawn", async () => {
  const page = await open("shapes.urdf");
  await look(page, "+x", true);
  const canvas = page.locator("canvas");
  for (const [index, name] of LINKS.entries()) {
    const [x, y] = await pixelOf(page, solidsAt(0, 0)[index].pose.t);
    const { links, width } = await picture(page);
    const hit = links[Math.floor(y) * width + Math.floor(x)]; // something may stand before the middle of it
    if (hit !== index) continue;
    await canvas.click({ position: { x, y } });
    await page.locator(`[role=treeitem][aria-selected=true]`, { hasText: name }).waitFor();
  }
  await canvas.click({ position: { x: 8, y: 8 } });
  await page.locator("[role=treeitem][aria-selected=true]").waitFor({ state: "detached" });
  await page.locator(".hover").waitFor({ state: "detached" }); // the name of the last link
  const [x, y] = await pixelOf(page, [0.2, 0.12, 0.05]);
  const before = await colorAt(page, x, y);
  assert.ok(before[0] > 2 * before[1] && before[0] > 2 * before[2], `the base is red: ${before}`);
  await page.getByRole("treeitem", { name: /^base/ }).click();
  const after = await colorAt(page, x, y);
  assert.ok(after[2] - before[2] > 40, `the selected link is tinted: ${before} to ${after}`);
  await page.getByRole("status").getByText("Link base is selected").waitFor({ state: "attached" });
});

test("the name under the pointer goes with it, also where answers are slow", async () => {
  const page = await open("shapes.urdf");
  await look(page, "+x", true);
  const box = await page.locator("canvas").boundingBox();
  const [x, y] = await pixelOf(page, [0.2, 0.12, 0.05]);
  const to = (x, y) => page.mouse.move(box.x + x, box.y + y);
  const name = page.locator(".hover");
  // Each answer waits until it is let go, and is what the view finds. The clock is the test's.
  await page.evaluate(() => {
    const { view } = document.querySelector("canvas");
    const pick = view.pick.bind(view);
    window.answers = { waiting: [], clock: 1000 };
    performance.now = () => answers.clock;
    view.pick = async (x, y) => {
      const what = await pick(x, y);
      await new Promise((go) => answers.waiting.push(go));
      return what;
    };
  });
  const asked = (count) => page.waitForFunction((count) => answers.waiting.length === count, count);
  const answer = (after = 0) =>
    page.evaluate(async (after) => {
      answers.clock += after;
      answers.waiting.shift()();
      await new Promise((go) => setTimeout(go));
    }, after);
  await to(x, y);
  await asked(1);
  await answer();
  assert.equal(await name.textContent(), "base");
  // The pointer leaves the link while an answer is awaited: the last place counts.
  await to(x + 1, y);
  await asked(1);
  await to(8, 8);
  await answer();
  await asked(1);
  await answer();
  await name.waitFor({ state: "detached" });
  // It leaves the space while an answer is awaited.
  await to(x, y);
  await asked(1);
  await page.mouse.move(box.x - 20, box.y + y);
  await answer();
  await framesPass(page);
  assert.equal(await name.count(), 0);
  // A late answer says nothing and is not asked for again for a while; then it is.
  await to(x, y);
  await asked(1);
  await answer(100);
  await to(x + 1, y);
  await framesPass(page);
  assert.equal(await name.count(), 0);
  assert.equal(await page.evaluate(() => answers.waiting.length), 0);
  await page.evaluate(() => (answers.clock += 2000));
  await to(x, y);
  await asked(1);
  await answer();
  assert.equal(await name.textContent(), "base");
});

test("layers show other shapes, and marks show mass, axes and frames", async () => {
  const page = await open("shapes.urdf");
  await look(page, "+z", true);
  const beside = [0.25, 0.25, 0.2]; // within the collision shape of the base alone
  const linkAt = async () => {
    const [x, y] = await pixelOf(page, beside);
    const { links, width } = await picture(page);
    return links[Math.floor(y) * width + Math.floor(x)];
  };
  assert.equal(await linkAt(), -1);
  await page.getByRole("button", { name: "Layers" }).click();
  const layers = page.getByRole("region", { name: "Layers" });
  await layers.getByLabel("Shapes").selectOption("collision");
  assert.equal(await linkAt(), 0);
  await layers.getByLabel("Shapes").selectOption("both");
  assert.equal(await linkAt(), 0);
  await layers.getByLabel("Shapes").selectOption("visual");
  assert.equal(await linkAt(), -1);
  await page.keyboard.press("Escape");

  const picturesDiffer = async (change) => {
    const shot = () => page.locator("canvas").screenshot();
    const before = await shot();
    await change();
    await framesPass(page);
    assert.ok(!before.equals(await shot()));
  };
  await page.getByRole("button", { name: "Layers" }).click();
  for (const [name, value] of [["Frames", "all"], ["Axes and limits of joints", "all"], ["Centres of mass", "all"], ["Inertia", "all"], ["Inertia as", "ellipsoid"]]) {
    await picturesDiffer(() => layers.getByLabel(name, { exact: true }).selectOption(value));
  }
  await picturesDiffer(() => layers.getByLabel("Colours of gravity load").check());
  await page.keyboard.press("Escape");
  await picturesDiffer(() => page.getByRole("button", { name: "Grid" }).click());
  assert.ok((await page.locator(".label", { hasText: "shoulder" }).count()) > 0);
});

test("the camera is moved by buttons, keys and the pointer, and nothing is drawn at rest", async () => {
  const page = await open("shapes.urdf");
  const camera = () => page.evaluate(() => document.querySelector("canvas").view.camera.keep());
  const close = (a, b) => Math.abs(a - b) < 1e-9;
  for (const [name, yaw, pitch] of [["+X", 0, 0], ["−X", Math.PI, 0], ["+Y", Math.PI / 2, 0], ["−Y", -Math.PI / 2, 0], ["+Z", -Math.PI / 2, Math.PI / 2], ["−Z", -Math.PI / 2, -Math.PI / 2]]) {
    await page.getByRole("button", { name: `Look from ${name}` }).click();
    const now = await camera();
    assert.ok(close(now.yaw, yaw) && close(now.pitch, pitch), `${name}: ${JSON.stringify(now)}`);
  }
  await page.getByRole("button", { name: "Parallel" }).click();
  assert.equal((await camera()).parallel, true);
  const canvas = page.locator("canvas");
  await canvas.focus();
  await page.keyboard.press("i");
  const start = await camera();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("+");
  const turned = await camera();
  assert.ok(turned.yaw > start.yaw && turned.pitch > start.pitch && turned.distance < start.distance);
  await page.keyboard.press("Shift+ArrowRight");
  assert.notDeepEqual((await camera()).target, turned.target);
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 260, box.y + 220, { steps: 4 });
  await page.mouse.up();
  const dragged = await camera();
  assert.ok(dragged.yaw < turned.yaw && dragged.pitch > turned.pitch);
  // The wheel zooms to what is under the pointer.
  await page.getByRole("button", { name: "Look from +X" }).click();
  await page.mouse.move(box.x + 500, box.y + 120);
  const under = () =>
    page.evaluate(() => {
      const { camera } = document.querySelector("canvas").view;
      const { clientWidth, clientHeight } = document.querySelector("canvas");
      return camera.target.y + (500 - clientWidth / 2) * camera.pixel - (camera.target.z - (120 - clientHeight / 2) * camera.pixel);
    });
  const held = await under();
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((was) => document.querySelector("canvas").view.camera.distance < was, dragged.distance);
  assert.ok(Math.abs((await under()) - held) < 1e-9);
  // A drag is no click.
  assert.equal(await page.locator("[role=treeitem][aria-selected=true]").count(), 0);
  await page.getByRole("treeitem", { name: /^ball/ }).click();
  await page.getByRole("button", { name: "Fit selection" }).click();
  const fitted = await camera();
  assert.ok(Math.hypot(...fitted.target.map((value, i) => value - solidsAt(0, 0)[2].pose.t[i])) < 1e-3, JSON.stringify(fitted));

  await page.mouse.move(2, 2);
  await framesPass(page, 10);
  const frames = () => page.evaluate(() => document.querySelector("canvas").view.frames);
  const drawnThen = await frames();
  await framesPass(page, 20);
  assert.equal(await frames(), drawnThen);
});

test("markers and ghosts are picked where they stand, and nothing hides a marker", async () => {
  const page = await open("shapes.urdf");
  await look(page, "+x", true);
  const picked = await page.evaluate(async () => {
    const { view } = document.querySelector("canvas");
    const pose = (...t) => [1, 0, 0, 0, 1, 0, 0, 0, 1, ...t];
    const at = async (point) => {
      view.camera.update();
      const { x, y } = view.camera.project(view.camera.target.clone().fromArray(point));
      return view.pick(x, y);
    };
    view.setGhosts([{ id: 70, shapes: [{ shape: { type: "box", size: [0.1, 0.1, 0.1] }, pose: pose(0, 0, 0) }], pose: pose(0, 0.4, 0.1) }]);
    view.setMarkers([
      { id: 7, form: "cube", link: 0, pose: pose(0, 0, 0.1), axis: [0, 0, 1], zero: [1, 0, 0], state: "free", label: "contact 0" },
      { id: 8, form: "sphere", ghost: 70, pose: pose(0, 0.05, 0), axis: [0, 1, 0], zero: [0, 0, 1], state: "chosen" },
    ]);
    const before = [await at([0, 0, 0.1]), await at([0, 0.45, 0.1]), await at([0, 0.37, 0.07])];
    view.moveGhost(70, pose(0, -0.4, 0.1));
    const after = [await at([0, -0.35, 0.1]), await at([0, -0.43, 0.07]), await at([0, 0.37, 0.07])];
    return [...before, ...after];
  });
  const [inside, onGhost, ghost] = [{ kind: "marker", id: 7 }, { kind: "marker", id: 8 }, { kind: "ghost", id: 70 }];
  assert.deepEqual(picked, [inside, onGhost, ghost, onGhost, ghost, null]);
  await page.locator(".label", { hasText: "contact 0" }).waitFor();
});
