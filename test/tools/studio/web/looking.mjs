// What a test sees of the space: pixels, the links behind them, where links are, and drags in it.
import assert from "node:assert/strict";

export const look = (page, name, parallel = false) =>
  page.evaluate(([name, parallel]) => {
    const { view } = document.querySelector("canvas");
    view.setParallel(parallel);
    view.look(name);
    view.fit();
  }, [name, parallel]);

// A busy machine draws a frame a second: what is to be drawn is there after frames, not after a time.
export const framesPass = (page, count = 3) =>
  page.evaluate(async (count) => {
    for (let frame = 0; frame < count; ++frame) await new Promise(requestAnimationFrame);
  }, count);

// The link of each pixel, and the camera.
export const picture = (page) =>
  page.evaluate(async () => {
    const { view } = document.querySelector("canvas");
    const { width, height, links } = await view.linkPicture();
    return { width, height, links: [...links], camera: view.camera.keep() };
  });

// The mean colour of a few pixels of the canvas, once what has changed is drawn.
export async function colorAt(page, x, y) {
  await framesPass(page);
  const box = await page.locator("canvas").boundingBox();
  const png = await page.screenshot({ clip: { x: Math.round(box.x + x) - 1, y: Math.round(box.y + y) - 1, width: 3, height: 3 } });
  return page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const sum = [0, 0, 0];
    for (let i = 0; i < data.length; ++i) if (i % 4 < 3) sum[i % 4] += data[i] / (data.length / 4);
    return sum;
  }, [...png]);
}

// The pixel at which a point of {g} is seen.
export const pixelOf = (page, point) =>
  page.evaluate((point) => {
    const { view } = document.querySelector("canvas");
    view.camera.update();
    const target = view.camera.target.clone().fromArray(point);
    const { x, y } = view.camera.project(target);
    return [x, y];
  }, point);

// The box of what is drawn of a link, in {g}.
export const boxOf = (page, link) =>
  page.evaluate((link) => {
    const { min, max } = document.querySelector("canvas").view.box([link]);
    return { min: min.toArray(), max: max.toArray() };
  }, link);

// The camera stands still and everything is drawn; then where a label of a contact is, in pixels of the page.
export async function contactAt(page, label) {
  await page.waitForFunction((text) => [...document.querySelectorAll(".label.marker")].some((one) => one.textContent === text), label);
  await page.waitForFunction(() => document.querySelector("canvas").view.pending === 0);
  let last = "";
  for (let still = 0; still < 4; ) {
    await page.waitForTimeout(100);
    await framesPass(page);
    const now = await page.evaluate((text) => {
      const place = [...document.querySelectorAll(".label.marker")].find((one) => one.textContent === text)?.style.transform;
      return place && document.querySelector("canvas").view.pending === 0 ? place : "";
    }, label);
    still = now !== "" && now === last ? still + 1 : 0;
    last = now;
  }
  const [x, y] = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(last).slice(1).map(Number);
  const box = await page.locator(".canvas canvas").boundingBox();
  return { x: box.x + x, y: box.y + y };
}

// What is dragged turns as far as the pointer goes about the axis: `path` is points around the contact, in pixels.
export async function dragAround(page, path) {
  const { centre, grip } = await page.evaluate(async () => {
    const { view } = document.querySelector(".canvas canvas");
    view.camera.update();
    const axis = view.camera.project(view.camera.target.clone().set(0, 0, 0.05));
    for (let radius = 30; radius > 0; radius -= 2) {
      for (const [x, y] of [[radius, 0], [-radius, 0], [0, radius], [0, -radius]]) {
        if ((await view.pick(axis.x + x, axis.y + y))?.kind === "ghost") return { centre: axis, grip: [x, y] };
      }
    }
    return { centre: axis, grip: null };
  });
  assert.ok(grip, "no candidate is seen");
  const box = await page.locator(".canvas canvas").boundingBox();
  const at = ([x, y]) => [box.x + centre.x + x, box.y + centre.y + y];
  await page.mouse.move(...at(grip));
  await page.mouse.down();
  await page.waitForFunction(() => ![null, "asked"].includes(document.querySelector(".canvas canvas").view.controls.grip));
  for (const point of path(grip)) await page.mouse.move(...at(point), { steps: 8 });
  await page.mouse.up();
}
