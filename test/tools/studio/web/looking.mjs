// What a test sees of the space: pixels, the links behind them, and where links are.
export const look = (page, name, parallel = false) =>
  page.evaluate(([name, parallel]) => {
    const { view } = document.querySelector("canvas");
    view.setParallel(parallel);
    view.look(name);
    view.fit();
  }, [name, parallel]);

// The link of each pixel, and the camera.
export const picture = (page) =>
  page.evaluate(async () => {
    const { view } = document.querySelector("canvas");
    const { width, height, links } = await view.linkPicture();
    return { width, height, links: [...links], camera: view.camera.keep() };
  });

// The mean colour of a few pixels of the canvas, as it is shown.
export async function colorAt(page, x, y) {
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
