// What is under a pixel: the scene is drawn once more with an id for a colour, a few pixels of it, on demand.
import { Color, type PerspectiveCamera, type OrthographicCamera, WebGLRenderTarget } from "three";
import { type DrawnTogether, PICK_ABOVE_LAYER, PICK_LAYER } from "./instances";
import { idMaterial } from "./materials";
import type { Renderer } from "./renderer";

const AROUND = 2; // pixels on each side that count when the pixel itself shows nothing

export class Picking {
  private readonly target = new WebGLRenderTarget(1, 1);
  private readonly material = idMaterial();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly renderer: Renderer,
    private readonly camera: () => PerspectiveCamera | OrthographicCamera,
    private readonly pickables: () => DrawnTogether[],
  ) {}

  // The id at (x, y) CSS pixels, or the nearest one beside it; 0 for nothing.
  at(x: number, y: number): Promise<number> {
    const size = 2 * AROUND + 1;
    return this.inTurn(async () => {
      const ids = await this.read(Math.floor(x) - AROUND, Math.floor(y) - AROUND, size, size);
      return nearest(ids, size);
    });
  }

  // The ids of the whole canvas in CSS pixels, row by row from the top.
  picture(): Promise<{ width: number; height: number; ids: Uint32Array }> {
    const { clientWidth: width, clientHeight: height } = this.renderer.canvas;
    return this.inTurn(async () => ({ width, height, ids: await this.read(0, 0, width, height) }));
  }

  // The index of the link at each pixel, of so many; -1: none. Ids of links count from 1.
  async links(count: number): Promise<{ width: number; height: number; links: Int32Array }> {
    const { width, height, ids } = await this.picture();
    return { width, height, links: Int32Array.from(ids, (id) => (id >= 1 && id <= count ? id - 1 : -1)) };
  }

  dispose(): void {
    this.target.dispose();
    this.material.dispose();
  }

  private inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }

  // The picture is read without waiting for it, since a wait stops the whole page.
  private async read(x: number, y: number, width: number, height: number): Promise<Uint32Array> {
    const { canvas, gl } = this.renderer;
    this.target.setSize(width, height);
    const camera = this.camera().clone();
    camera.matrixAutoUpdate = false;
    camera.setViewOffset(canvas.clientWidth, canvas.clientHeight, x, y, width, height);
    this.draw(camera);
    const bytes = new Uint8Array(4 * width * height);
    await gl.readRenderTargetPixelsAsync(this.target, 0, 0, width, height, bytes);
    const ids = new Uint32Array(width * height);
    for (let row = 0; row < height; ++row) {
      for (let column = 0; column < width; ++column) {
        const from = 4 * ((height - 1 - row) * width + column); // the lowest row comes first
        ids[row * width + column] = bytes[from]! + 256 * bytes[from + 1]! + 65536 * bytes[from + 2]!;
      }
    }
    return ids;
  }

  private draw(camera: PerspectiveCamera | OrthographicCamera): void {
    const { gl, world, above } = this.renderer;
    const pickables = this.pickables();
    const background = gl.getClearColor(new Color());
    for (const one of pickables) one.wearIds(this.material);
    gl.setRenderTarget(this.target);
    gl.setClearColor(0x000000, 0);
    gl.clear();
    camera.layers.set(PICK_LAYER);
    gl.render(world, camera);
    gl.clearDepth();
    camera.layers.set(PICK_ABOVE_LAYER);
    gl.render(above, camera);
    gl.setRenderTarget(null);
    gl.setClearColor(background, 1);
    for (const one of pickables) one.wearColors();
  }
}

function nearest(ids: Uint32Array, size: number): number {
  const middle = (size - 1) / 2;
  let best = 0;
  let shortest = Infinity;
  ids.forEach((id, index) => {
    const distance = Math.hypot((index % size) - middle, Math.floor(index / size) - middle);
    if (id !== 0 && distance < shortest) [best, shortest] = [id, distance];
  });
  return best;
}
