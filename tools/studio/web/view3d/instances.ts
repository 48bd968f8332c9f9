// Copies of one geometry that ride on frames: one draw call, whatever their number.
import { type BufferGeometry, Color, DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh, type Material, type Object3D } from "three";
import { multiplyToMatrix, type Numbers } from "./poses";

export interface Instance {
  frame: number; // index of the frame that it rides on: a link, or -1 for the world
  local: Numbers; // pose in that frame, with a scale
  color: Color; // its own; what is shown may differ (`paint`)
  pick: number; // what the id picture says of it; 0: nothing
}

const world = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

// The layers of three that the id picture uses: what can be picked, and what is picked through everything.
export const PICK_LAYER = 1;
export const PICK_ABOVE_LAYER = 2;

export function idColor(pick: number): Color {
  return new Color().setRGB((pick & 255) / 255, ((pick >> 8) & 255) / 255, ((pick >> 16) & 255) / 255);
}

// What is drawn in one call: its instances are placed, painted, and picked by what they wear.
export interface DrawnTogether {
  readonly object: Object3D;
  readonly material: Material;
  place: (poses: Numbers) => void;
  paint: (colorOf: (item: Instance) => Color) => void;
  wearIds: (material: Material) => void;
  wearColors: () => void;
  dispose: () => void;
}

export class Instances implements DrawnTogether {
  readonly object: InstancedMesh;
  private readonly ids: InstancedBufferAttribute | null = null;
  private shown: InstancedBufferAttribute | null = null;

  constructor(
    geometry: BufferGeometry,
    readonly material: Material,
    readonly items: readonly Instance[],
    pickLayer?: number,
  ) {
    this.object = new InstancedMesh(geometry, material, items.length);
    this.object.instanceMatrix.setUsage(DynamicDrawUsage);
    this.object.frustumCulled = false; // its instances are anywhere
    this.object.matrixAutoUpdate = false;
    items.forEach((item, index) => this.object.setColorAt(index, item.color));
    if (pickLayer === undefined || !items.some((item) => item.pick > 0)) return;
    this.ids = new InstancedBufferAttribute(new Float32Array(items.flatMap((item) => idColor(item.pick).toArray())), 3);
    this.object.layers.enable(pickLayer);
  }

  // `poses` has twelve numbers a frame.
  place(poses: Numbers): void {
    const matrices = this.object.instanceMatrix.array as Float32Array;
    this.items.forEach(({ frame, local }, index) => {
      if (frame < 0) multiplyToMatrix(matrices, 16 * index, world, 0, local, 0);
      else multiplyToMatrix(matrices, 16 * index, poses, 12 * frame, local, 0);
    });
    this.object.instanceMatrix.needsUpdate = true;
  }

  paint(colorOf: (item: Instance) => Color): void {
    this.items.forEach((item, index) => this.object.setColorAt(index, colorOf(item)));
    if (this.object.instanceColor) this.object.instanceColor.needsUpdate = true;
  }

  // While the id picture is drawn the instances wear their ids.
  wearIds(material: Material): void {
    if (!this.ids) return;
    this.shown = this.object.instanceColor;
    this.object.instanceColor = this.ids;
    this.object.material = material;
  }

  wearColors(): void {
    if (!this.ids) return;
    this.object.instanceColor = this.shown;
    this.object.material = this.material;
  }

  // Frees what it has of its own; geometry and material may be those of others.
  dispose(): void {
    this.object.removeFromParent();
    this.object.dispose();
  }
}
