// The shapes of a robot's links, as few draw calls as its geometries and looks, and where they are.
import { Box3, type BufferGeometry, Color, DoubleSide, Group, type Material, SRGBColorSpace, type Texture, Vector3 } from "three";
import type { MeshRow, Pose, RGBA, SceneShape, Vector } from "../scene";
import { geometry } from "./geometries";
import { Batched } from "./batched";
import { type DrawnTogether, type Instance, Instances, PICK_LAYER } from "./instances";
import { keptSolid, solid } from "./materials";
import type { MeshFiles, MeshPart } from "./mesh_files";
import { mirrored } from "./mirrored";
import type { Palette } from "./palette";
import { shapeOf } from "./plain_geometry";
import { composed, type Numbers, scaled } from "./poses";
import { piecesOf } from "./primitives";

export type Kind = "visual" | "collision";
export type ShownShapes = "visual" | "collision" | "both" | "none";

// What is needed of a scene, or of anything else with shapes on frames.
export interface BodiesInput {
  links: readonly { bounds: { min: Vector; max: Vector } | null }[];
  shapes: readonly SceneShape[];
  meshes: readonly MeshRow[];
}

// Instances that can share a draw call.
interface Batch {
  kind: Kind;
  look: string; // batches of one look can share a material
  geometry: BufferGeometry;
  material: Material;
  items: Instance[];
}

export interface BodiesOptions {
  meshes: MeshFiles;
  texture: (id: number) => Promise<Texture | null>;
  pickOfLink: (link: number) => number;
  changed: () => void; // something else is to be drawn
}

const COLLISION_OPACITY = 0.45;
const MOST_ALIKE = 2; // geometries of one look that are drawn one by one
const MANY_COPIES = 16;
const PATIENCE = 200; // ms; while meshes come, the picture is made anew this often, or less where that takes long

const colorOf = ([r, g, b]: RGBA) => new Color().setRGB(r, g, b, "srgb");

export class Bodies {
  readonly object = new Group();
  // Boxes of what is drawn, by link and in its frame; what the program measured and the meshes that came.
  readonly boxes: Box3[] = [];
  pending = 0; // meshes on their way
  private batches = new Map<string, Batch>();
  private drawn: DrawnTogether[] = [];
  private missing: Instance[] = [];
  private generation = 0;
  private isStale = false;
  private cost = 0; // ms, of the last rebuild
  private told = 0; // when `changed` was called last
  private telling: ReturnType<typeof setTimeout> | undefined;
  private poses: Numbers = [];
  private shown: ShownShapes = "visual";
  private opacity = 1;
  private tint: (link: number, own: Color) => Color = (_, own) => own;

  constructor(
    private palette: Palette,
    private readonly options: BodiesOptions,
  ) {}

  setScene(scene: BodiesInput): void {
    const generation = ++this.generation;
    this.batches = new Map();
    this.missing = [];
    this.boxes.length = 0;
    for (const link of scene.links) this.boxes.push(boxOf(link.bounds));
    const byMesh = new Map<number, SceneShape[]>();
    for (const shape of scene.shapes) {
      if (shape.shape.type !== "mesh") this.addPrimitive(shape);
      else byMesh.set(shape.shape.mesh, [...(byMesh.get(shape.shape.mesh) ?? []), shape]);
    }
    this.pending = 0;
    for (const [id, shapes] of byMesh) {
      const row = scene.meshes.find((mesh) => mesh.id === id);
      if (!row?.found) this.addMissing(shapes);
      else void this.stream(row, shapes, generation);
    }
    this.isStale = true;
  }

  place(poses: Numbers): void {
    this.poses = poses;
    for (const one of this.drawn) one.place(poses);
  }

  // `tint` says the colour that a link shows instead of its own.
  paint(tint: (link: number, own: Color) => Color): void {
    this.tint = tint;
    for (const one of this.drawn) one.paint((item) => tint(item.frame, item.color));
  }

  setShown(shown: ShownShapes, opacity: number): void {
    this.shown = shown;
    this.opacity = opacity;
    this.isStale = true;
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
  }

  // Call before anything is drawn: shapes that came together are taken up together.
  refresh(): void {
    if (!this.isStale) return;
    this.isStale = false;
    const begun = performance.now();
    this.rebuild();
    this.cost = performance.now() - begun;
  }

  pickables = (): readonly DrawnTogether[] => this.drawn;

  dispose(): void {
    this.generation += 1;
    clearTimeout(this.telling);
    this.clear();
  }

  private async stream(row: MeshRow, shapes: SceneShape[], generation: number): Promise<void> {
    this.pending += 1;
    const parts = await this.options.meshes.load(row);
    const textures = new Map<number, Texture | null>();
    for (const id of shapes.flatMap(({ texture, normal }) => [texture, normal])) {
      if (id !== null && !textures.has(id)) textures.set(id, await this.options.texture(id));
    }
    if (generation !== this.generation) return;
    this.pending -= 1;
    if (parts.length === 0) this.addMissing(shapes);
    // A picture of colours is as screens show them; one of tilts has numbers.
    for (const { texture } of shapes) if (texture !== null && textures.get(texture)) textures.get(texture)!.colorSpace = SRGBColorSpace;
    const pictureOf = (id: number | null) => textures.get(id ?? -1) ?? null;
    for (const shape of shapes) this.addMesh(shape, parts, pictureOf(shape.texture), pictureOf(shape.normal));
    this.isStale = true;
    this.tellSoon();
  }

  // Meshes that come within a short time are taken up together.
  private tellSoon(): void {
    clearTimeout(this.telling);
    const rest = this.pending === 0 ? 0 : this.told + Math.max(PATIENCE, 5 * this.cost) - performance.now();
    const tell = () => {
      this.told = performance.now();
      this.options.changed();
    };
    if (rest <= 0) tell();
    else this.telling = setTimeout(tell, rest);
  }

  private addPrimitive(shape: SceneShape): void {
    const own = this.ownColor(shape);
    for (const piece of piecesOf(shape.shape, shape.pose)) {
      const sides = piece.geometry === "plane" || piece.geometry === "tube";
      this.add(shape, sides ? "open" : "closed", geometry(piece.geometry), piece.local, own, (opacity) =>
        solid({ opacity, ...(sides && { side: DoubleSide }) }),
      );
    }
  }

  private addMesh(shape: SceneShape, parts: readonly MeshPart[], texture: Texture | null, normal: Texture | null): void {
    if (shape.shape.type !== "mesh") return;
    const [x, y, z] = shape.shape.scale;
    const flips = x * y * z < 0;
    for (const part of parts) {
      const used = flips ? mirrored(part.geometry) : part.geometry;
      const local = scaled(shape.pose, flips ? -x : x, y, z);
      this.growBox(shape.link, used, local);
      const map = shape.kind === "collision" ? null : (texture ?? part.map);
      const normalMap = used.hasAttribute("uv") ? normal : null; // without coordinates there is no place for it
      const alpha = part.opacity * (shape.color?.[3] ?? 1);
      const says = shape.kind === "visual" && shape.color === null && part.color !== null;
      const own: [Color, number] = says ? [part.color!.clone(), alpha] : [this.ownColor(shape)[0], alpha];
      if (map) own[0] = shape.color ? colorOf(shape.color) : new Color(1, 1, 1);
      const vertexColors = part.vertexColors && shape.kind === "visual" && shape.color === null;
      this.add(shape, `mesh ${map?.id} ${normalMap?.id} ${vertexColors}`, used, local, own, (opacity) =>
        solid({ opacity, map, normalMap, side: DoubleSide, vertexColors }),
      );
    }
  }

  // A cross of the size of its link's box, or of a tenth of a metre.
  private addMissing(shapes: readonly SceneShape[]): void {
    for (const shape of shapes) {
      const box = this.boxes[shape.link];
      const radius = box && !box.isEmpty() ? Math.max(...box.getSize(new Vector3()).toArray()) / 4 : 0.05;
      const local = scaled(shape.pose, radius, radius, radius);
      this.missing.push({
        frame: shape.link,
        local,
        color: new Color(this.palette.missing),
        pick: this.options.pickOfLink(shape.link),
      });
    }
  }

  private ownColor(shape: SceneShape): [Color, number] {
    if (shape.kind === "collision") return [new Color(this.palette.collision), COLLISION_OPACITY];
    if (shape.color === null) return [new Color(this.palette.body), 1];
    return [colorOf(shape.color), shape.color[3]];
  }

  private add(
    shape: SceneShape,
    look: string,
    used: BufferGeometry,
    local: Pose,
    [color, alpha]: [Color, number],
    material: (opacity: number) => Material,
  ): void {
    const whole = `${shape.kind} ${look} ${alpha.toFixed(2)}`;
    const key = `${whole} ${used.id}`;
    let batch = this.batches.get(key);
    if (!batch) {
      batch = { kind: shape.kind, look: whole, geometry: used, material: material(alpha), items: [] };
      batch.material.userData["alpha"] = alpha;
      this.batches.set(key, batch);
    }
    batch.items.push({ frame: shape.link, local, color, pick: this.options.pickOfLink(shape.link) });
  }

  private growBox(link: number, used: BufferGeometry, local: Pose): void {
    if (!used.boundingBox) used.computeBoundingBox();
    const box = this.boxes[link];
    if (!used.boundingBox || !box) return;
    const corner = new Vector3();
    for (let i = 0; i < 8; ++i) {
      const { min, max } = used.boundingBox;
      corner.set(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
      const p = composed(local, [1, 0, 0, 0, 1, 0, 0, 0, 1, corner.x, corner.y, corner.z]);
      box.expandByPoint(corner.set(p[9]!, p[10]!, p[11]!));
    }
  }

  private clear(): void {
    for (const one of this.drawn) one.dispose();
    this.drawn = [];
  }

  private rebuild(): void {
    this.clear();
    const alike = new Map<string, Batch[]>();
    for (const batch of this.batches.values()) {
      if (this.shown !== "both" && this.shown !== batch.kind) continue;
      const opacity = this.opacity * Number(batch.material.userData["alpha"]);
      batch.material.opacity = opacity;
      batch.material.transparent = opacity < 1;
      batch.material.depthWrite = opacity >= 1;
      const look = `${batch.look} ${shapeOf(batch.geometry)}`;
      alike.set(look, [...(alike.get(look) ?? []), batch]);
    }
    for (const batches of alike.values()) this.showAlike(batches);
    if (this.missing.length > 0 && this.shown !== "none") this.show(geometry("cross"), keptSolid({}), this.missing);
    this.place(this.poses);
    this.paint(this.tint);
  }

  // Many copies of a geometry are a draw call of their own. Many geometries with few copies become one batch.
  private showAlike(batches: readonly Batch[]): void {
    const few = batches.filter(({ items }) => items.length < MANY_COPIES);
    const isBatched = few.length > MOST_ALIKE;
    for (const batch of batches) {
      if (!isBatched || batch.items.length >= MANY_COPIES) this.show(batch.geometry, batch.material, batch.items);
    }
    if (!isBatched) return;
    const together = new Batched(few, few[0]!.material, PICK_LAYER);
    this.drawn.push(together);
    this.object.add(together.object);
  }

  private show(used: BufferGeometry, material: Material, items: readonly Instance[]): void {
    const instances = new Instances(used, material, items, PICK_LAYER);
    this.drawn.push(instances);
    this.object.add(instances.object);
  }
}

function boxOf(bounds: { min: number[]; max: number[] } | null): Box3 {
  const box = new Box3();
  if (bounds) box.set(new Vector3().fromArray(bounds.min), new Vector3().fromArray(bounds.max));
  return box;
}
