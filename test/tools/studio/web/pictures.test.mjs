// The pictures of docs/ are taken anew: they must look as those that are there. Texts are drawn a little otherwise by each machine, so squares of
// pixels are compared there; the space without texts is compared to the pixel. ./x studio-pictures writes them.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test as anyTest } from "node:test";
import { fileURLToPath } from "node:url";
import { folder, launchBrowser } from "./studio.mjs";
import { PICTURES, space, take, VIEWS } from "./take_pictures.mjs";

const test = (name, run) => anyTest(name, { timeout: 300_000 }, run);
const LARGEST = 60_000; // bytes

let browser;
before(async () => (browser = await launchBrowser()));
after(() => browser.close());

// The mean colours of squares of so many pixels each way, and the size.
async function squares(page, bytes, side) {
  return page.evaluate(async ([bytes, side]) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const [across, down] = [Math.floor(image.width / side), Math.floor(image.height / side)];
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data, width } = context.getImageData(0, 0, image.width, image.height);
    const means = new Array(3 * across * down).fill(0);
    for (let y = 0; y < side * down; ++y)
      for (let x = 0; x < side * across; ++x)
        for (let k = 0; k < 3; ++k)
          means[3 * (Math.floor(y / side) * across + Math.floor(x / side)) + k] += data[4 * (y * width + x) + k] / (side * side);
    return { size: [image.width, image.height], means };
  }, [[...bytes], side]);
}

const differentShare = (one, other) => {
  let different = 0;
  for (let at = 0; at < one.length; at += 3) if ([0, 1, 2].some((k) => Math.abs(one[at + k] - other[at + k]) > 24)) different += 3;
  return different / one.length;
};

// Takes a picture anew, and compares it with the file of that name.
async function compare(context, picture, file, { shoot, side, most }) {
  const kept = readFileSync(file);
  assert.ok(kept.length <= LARGEST, `${kept.length} bytes`);
  const { bytes, problems } = await take(browser, picture, shoot);
  assert.deepEqual(problems, []);
  const anew = folder(file.slice(file.lastIndexOf("/") + 1));
  writeFileSync(anew, bytes);
  const page = await browser.newPage();
  const [one, other] = [await squares(page, kept, side), await squares(page, bytes, side)];
  await page.close();
  assert.deepEqual(one.size, other.size);
  const share = differentShare(one.means, other.means);
  context.diagnostic(`${(100 * share).toFixed(2)} % differs`);
  assert.ok(share <= most, `${(100 * share).toFixed(1)} % of ${anew} differs from ${file}; ./x studio-pictures takes the pictures anew`);
}

for (const picture of PICTURES)
  test(`the picture ${picture.name} is as the page looks`, (context) =>
    compare(context, picture, `${process.env.ROMAS_PICTURES}/${picture.name}.webp`, { side: 8, most: 0.02 }));

for (const view of VIEWS)
  test(`the space looks as in the golden picture ${view.name}`, (context) =>
    compare(context, view, fileURLToPath(new URL(`golden/${view.name}.png`, import.meta.url)), { shoot: space, side: 1, most: 0.005 }));
