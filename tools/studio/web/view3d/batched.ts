// Copies of many geometries with one look that ride on frames: one draw call, however many geometries there are.
import { BatchedMesh, type BufferGeometry, Color, DataTexture, FloatType, type Material, Matrix4, NearestFilter, RGBAFormat } from "three";
import { idColor, type Instance } from "./instances";
import { plainCopy } from "./plain_geometry";
import { multiplyToMatrix, type Numbers } from "./poses";

export interface BatchedPiece {
  geometry: BufferGeometry;
  items: readonly Instance[];
}

// BatchedMesh keeps the colours of its instances here, and has no other way to change all of them at once.
interface Colored {
  _colorsTexture: DataTexture | null;
}

export class Batched {
  readonly object: BatchedMesh;
  readonly items: readonly Instance[];
  private readonly ids: DataTexture;
  private shown: DataTexture | null = null;
  private readonly matrix = new Matrix4();
  private readonly numbers = new Float32Array(16);

  constructor(pieces: readonly BatchedPiece[], readonly material: Material, pickLayer: number) {
    const count = (of: (geometry: BufferGeometry) => number) => pieces.reduce((sum, { geometry }) => sum + of(geometry), 0);
    this.items = pieces.flatMap(({ items }) => items);
    this.object = new BatchedMesh(
      this.items.length,
      count((one) => one.getAttribute("position").count),
      count((one) => one.index?.count ?? 0),
      material,
    );
    this.object.frustumCulled = this.object.perObjectFrustumCulled = this.object.sortObjects = false;
    this.object.matrixAutoUpdate = false;
    this.object.layers.enable(pickLayer);
    for (const { geometry, items } of pieces) {
      const copy = plainCopy(geometry);
      const id = this.object.addGeometry(copy);
      copy.dispose();
      for (const item of items) this.object.setColorAt(this.object.addInstance(id), item.color);
    }
    this.ids = idTexture(this.items, this.colors._colorsTexture!);
  }

  private get colors(): Colored {
    return this.object as unknown as Colored;
  }

  // `poses` has twelve numbers a frame.
  place(poses: Numbers): void {
    this.items.forEach(({ frame, local }, index) => {
      multiplyToMatrix(this.numbers, 0, poses, 12 * frame, local, 0);
      this.object.setMatrixAt(index, this.matrix.fromArray(this.numbers));
    });
  }

  paint(colorOf: (item: Instance) => Color): void {
    this.items.forEach((item, index) => this.object.setColorAt(index, colorOf(item)));
  }

  wearIds(material: Material): void {
    this.shown = this.colors._colorsTexture;
    this.colors._colorsTexture = this.ids;
    this.object.material = material;
  }

  wearColors(): void {
    this.colors._colorsTexture = this.shown;
    this.object.material = this.material;
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.dispose();
    this.ids.dispose();
  }
}

function idTexture(items: readonly Instance[], like: DataTexture): DataTexture {
  const { width, height } = like.image as { width: number; height: number };
  const numbers = new Float32Array(4 * width * height);
  items.forEach((item, index) => numbers.set([...idColor(item.pick).toArray(), 1], 4 * index));
  const texture = new DataTexture(numbers, width, height, RGBAFormat, FloatType);
  texture.colorSpace = like.colorSpace;
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}
