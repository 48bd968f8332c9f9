// Many meshes: drawn in a few calls, each in its place and colour, picked as they are seen.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { browserTests } from "./browser_tests.mjs";
import { framesPass } from "./looking.mjs";
import { drawn, folder } from "./studio.mjs";

const robots = folder("many_meshes");
const { test, open: openPage, openDrawn } = browserTests({ page: { viewport: { width: 1290, height: 640 } } });
const SIDE = 8; // links stand in a square

// A pyramid of so many sides, as a binary STL; every third one as OBJ.
function pyramid(sides) {
  const at = (k) => [0.04 * Math.cos((2 * Math.PI * k) / sides), 0.04 * Math.sin((2 * Math.PI * k) / sides), 0];
  return Array.from({ length: sides }, (_, k) => [at(k), at(k + 1), [0, 0, 0.05]]);
}
function stl(triangles) {
  const bytes = Buffer.alloc(84 + 50 * triangles.length);
  bytes.writeUInt32LE(triangles.length, 80);
  triangles.forEach((triangle, k) => triangle.flat().forEach((value, i) => bytes.writeFloatLE(value, 84 + 50 * k + 12 + 4 * i)));
  return bytes;
}
const obj = (triangles) =>
  triangles.map((triangle) => triangle.map((point) => `v ${point.join(" ")}\n`).join("")).join("") +
  triangles.map((_, k) => `f ${3 * k + 1} ${3 * k + 2} ${3 * k + 3}\n`).join("");

const places = Array.from({ length: SIDE * SIDE }, (_, i) => [0.1 * (i % SIDE), 0.1 * Math.floor(i / SIDE), 0.02 * (i % 5)]);
const isRed = (i) => i % 7 === 0;

mkdirSync(robots, { recursive: true });
const links = places.map((place, i) => {
  const name = i % 3 === 0 ? `m${i}.obj` : `m${i}.stl`;
  const triangles = pyramid(6 + i);
  writeFileSync(`${robots}/${name}`, name.endsWith("obj") ? obj(triangles) : stl(triangles));
  const color = isRed(i) ? `<material name="m${i}"><color rgba="1 0 0 1"/></material>` : "";
  return `<link name="l${i}"><visual><geometry><mesh filename="${name}"/></geometry>${color}</visual></link>
    ${i === 0 ? "" : `<joint name="j${i}" type="prismatic"><parent link="l0"/><child link="l${i}"/><origin xyz="${place.join(" ")}"/><axis xyz="0 0 1"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>`}`;
});
writeFileSync(`${robots}/field.urdf`, `<robot name="field">${links.join("\n")}</robot>`);

async function open() {
  const page = await openDrawn([`${robots}/field.urdf`]);
  await page.evaluate(() => {
    const { view } = document.querySelector("canvas");
    view.setParallel(true);
    view.look("+z");
    view.fit();
  });
  return page;
}

// The links that picks find at the tops of all pyramids, moved up by so much.
const picked = (page, up = 0) =>
  page.evaluate(async ([places, up]) => {
    const { view } = document.querySelector("canvas");
    view.camera.update();
    const found = [];
    for (const [index, [x, y, z]] of places.entries()) {
      const at = view.camera.project(view.camera.target.clone().set(x, y, z + 0.05 + (index === 5 ? up : 0)));
      const what = await view.pick(at.x, at.y);
      found.push(what?.kind === "link" ? what.index : -1);
    }
    return found;
  }, [places, up]);
const ALL = places.map((_, index) => index);

test("64 different meshes take at most ten draw calls, and each is picked where it stands", async () => {
  const page = await open();
  const calls = await page.evaluate(() => {
    const { view } = document.querySelector("canvas");
    const { info } = view.renderer.gl;
    info.autoReset = false;
    info.reset();
    view.renderer.draw();
    info.autoReset = true;
    return info.render.calls;
  });
  assert.ok(calls <= 10, `${calls} draw calls`);
  assert.deepEqual(await picked(page), ALL);
  // One that moves is picked where it has gone.
  await page.getByRole("textbox", { name: "Position of j5 in mm" }).fill("300");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("canvas").view.box([5]).max.z > 0.3);
  await page.evaluate(() => document.querySelector("canvas").view.look("-y"));
  assert.equal((await picked(page, 0.3))[5], 5);
});

test("each mesh has its colour, and the selected one another", async () => {
  const page = await open();
  const colorsAt = (indices) =>
    page.evaluate(async ([places, indices]) => {
      const { view } = document.querySelector("canvas");
      const { canvas } = view.renderer;
      const image = new Image();
      image.src = view.picture(canvas.clientWidth, canvas.clientHeight);
      await image.decode();
      const copy = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
      copy.drawImage(image, 0, 0);
      return indices.map((index) => {
        const [x, y, z] = places[index];
        const at = view.camera.project(view.camera.target.clone().set(x + 0.012, y + 0.008, z + 0.03));
        return [...copy.getImageData(Math.round(at.x), Math.round(at.y), 1, 1).data.slice(0, 3)];
      });
    }, [places, indices]);
  const colors = await colorsAt(ALL);
  for (const [index, [r, g, b]] of colors.entries()) {
    if (isRed(index)) assert.ok(r > 2 * g && r > 2 * b, `l${index}: ${[r, g, b]}`);
    else assert.ok(Math.max(r, g, b) - Math.min(r, g, b) < 40, `l${index}: ${[r, g, b]}`);
  }
  await page.getByRole("treeitem", { name: /^l9\b/ }).click();
  const [[r, , b], other] = await colorsAt([9, 10]);
  assert.ok(b > r + 25, `selected: ${[r, b]}`);
  assert.ok(Math.max(...other) - Math.min(...other) < 40);
});

test("what is made anew has no program compiled again", async () => {
  const page = await open();
  const choose = async (index) => {
    await page.getByRole("treeitem", { name: new RegExp(`^l${index}\\b`) }).click();
    await framesPass(page);
  };
  await choose(1);
  await page.evaluate(() => {
    globalThis.linked = 0;
    const { linkProgram } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.linkProgram = function (program) {
      globalThis.linked += 1;
      return linkProgram.call(this, program);
    };
  });
  for (const index of [2, 3, 4]) await choose(index);
  assert.equal(await page.evaluate(() => globalThis.linked), 0);
});

test("meshes are parsed on a thread beside the page", async () => {
  const page = await open();
  assert.equal(page.workers().length, 1);
  assert.match(page.workers()[0].url(), /\/studio\.js$/);
});

test("without that thread the page parses them", async () => {
  const page = await openPage([`${robots}/field.urdf`]);
  await page.addInitScript(() => {
    globalThis.Worker = class {
      constructor() {
        throw new Error("no threads");
      }
    };
  });
  await page.reload();
  await drawn(page);
  assert.equal(page.workers().length, 0);
  await page.evaluate(() => {
    const { view } = document.querySelector("canvas");
    view.setParallel(true);
    view.look("+z");
    view.fit();
  });
  assert.deepEqual(await picked(page), ALL);
});
