// Marks on a robot: frames, axes of joints with their limits, centres of mass, bodies of equal inertia, and the
// brackets around what is selected. Their size is a share of the robot's.
import { type BufferGeometry, Color, DoubleSide, Group, Vector3 } from "three";
import type { Scene, SceneLink, Variable } from "../scene";
import { structureOf } from "../structure";
import { limitArc, limitRail } from "./arcs";
import { bracketsOf } from "./brackets";
import { geometry, triad } from "./geometries";
import { type Instance, Instances } from "./instances";
import type { Label } from "./labels";
import { keptFlat, keptSolid, stripes } from "./materials";
import type { Palette } from "./palette";
import { at, composed, frameAlong, identityPose, type Numbers, pointAt, scaled } from "./poses";

// For which entities a mark is drawn.
export type Extent = "none" | "selected" | "all";

export interface MarkLayers {
  frames: Extent;
  joints: Extent;
  masses: Extent;
  inertia: Extent;
  inertiaForm: "box" | "ellipsoid";
  ground: boolean; // the axes of {g}
}

export interface Chosen {
  links: readonly number[];
  joints: readonly number[];
}

const MOST_ARCS = 300;
const MOST_ROUND = 200; // frames with round arrows

export class Marks {
  readonly object = new Group();
  labels: Label[] = [];
  private drawn: Instances[] = [];
  private made: BufferGeometry[] = []; // geometries that nobody shares
  private poses: Numbers = [];
  private scene: Scene | null = null;
  private size = 0.1; // m; an arrow of a frame

  constructor(private palette: Palette) {}

  set(scene: Scene | null, layers: MarkLayers, chosen: Chosen, size: number, palette: Palette): void {
    this.clear();
    this.scene = scene;
    this.size = size;
    this.palette = palette;
    this.labels = [];
    if (layers.ground) this.addGround();
    if (scene) {
      this.addFrames(scene, this.those(scene.links.length, layers.frames, chosen.links));
      this.addMasses(scene, this.those(scene.links.length, layers.masses, chosen.links));
      this.addInertia(scene, this.those(scene.links.length, layers.inertia, chosen.links), layers.inertiaForm);
      this.addJoints(scene, this.those(scene.joints.length, layers.joints, chosen.joints));
    }
    this.place(this.poses);
  }

  // Brackets are lines of their own, since boxes of links change while meshes come.
  setBrackets(boxes: Parameters<typeof bracketsOf>[0]): void {
    this.object.getObjectByName("brackets")?.removeFromParent();
    const brackets = bracketsOf(boxes, this.poses, this.palette.selected);
    if (brackets) this.object.add(brackets);
  }

  place(poses: Numbers): void {
    this.poses = poses;
    for (const instances of this.drawn) instances.place(poses);
  }

  private clear(): void {
    for (const instances of this.drawn) instances.dispose();
    for (const made of this.made) made.dispose();
    this.drawn = [];
    this.made = [];
  }

  private those(count: number, extent: Extent, chosen: readonly number[]): number[] {
    if (extent === "none") return [];
    if (extent === "selected") return [...chosen];
    return Array.from({ length: count }, (_, index) => index);
  }

  private add(instances: Instances): void {
    this.drawn.push(instances);
    this.object.add(instances.object);
  }

  private triads(items: Instance[]): void {
    if (items.length === 0) return;
    const { x, y, z } = this.palette;
    const arrows = triad(x, y, z, items.length > MOST_ROUND ? 3 : 12);
    this.made.push(arrows);
    this.add(new Instances(arrows, keptFlat({ vertexColors: true }), items));
  }

  private letters(frame: number, pose: Numbers, size: number, name: string): void {
    const axes: [string, number[]][] = [["x", [size, 0, 0]], ["y", [0, size, 0]], ["z", [0, 0, size]]];
    for (const [letter, tip] of axes) {
      const p = composed(pose, at(tip.map((value) => 1.12 * value)));
      this.label(frame, [p[9]!, p[10]!, p[11]!], letter, `axis-${letter}`);
    }
    if (name !== "") this.label(frame, [pose[9]!, pose[10]!, pose[11]!], name, "name");
  }

  private label(frame: number, point: Numbers, text: string, look: string): void {
    const where = Array.from(point);
    this.labels.push({
      text,
      look,
      place: (out) => (frame < 0 ? out.fromArray(where) : pointAt(this.poses, 12 * frame, where, out)),
    });
  }

  private addGround(): void {
    const size = 1.4 * this.size;
    this.triads([mark(-1, scaled(identityPose(), size, size, size), 0xffffff)]);
    this.letters(-1, identityPose(), size, "{g}");
  }

  private addFrames(scene: Scene, links: number[]): void {
    const { size } = this;
    const few = links.length <= 12;
    const items = links.map((link) => mark(link, scaled(identityPose(), size, size, size), 0xffffff));
    const those = new Set(links);
    // Frames that have a name of their own are half as large.
    for (const { name, link, pose } of scene.frames) {
      if (!those.has(link)) continue;
      items.push(mark(link, scaled(pose, size / 2, size / 2, size / 2), 0xffffff));
      this.label(link, pose.slice(9), name, "name");
    }
    for (const link of links) {
      const name = scene.model?.links[link]?.name ?? "";
      if (few) this.letters(link, identityPose(), size, name);
      else this.label(link, [0, 0, 0], name, "name");
    }
    this.triads(items);
  }

  private addMasses(scene: Scene, links: number[]): void {
    const items = links.flatMap((link) => {
      const com = scene.links[link]?.com;
      const radius = 0.16 * this.size;
      return com ? [mark(link, scaled(at(com), radius, radius, radius), 0xffffff)] : [];
    });
    if (items.length > 0) this.add(new Instances(geometry("massBall"), keptFlat({ vertexColors: true }), items));
  }

  private addInertia(scene: Scene, links: number[], form: "box" | "ellipsoid"): void {
    for (const possible of [true, false]) {
      const those = links.filter((link) => scene.links[link]?.possible === possible);
      const color = possible ? this.palette.inertia : this.palette.impossible;
      const items = those.flatMap((link) => {
        const local = equivalent(scene.links[link]!, form);
        return local ? [mark(link, local, color)] : [];
      });
      if (items.length === 0) continue;
      const material = possible ? keptSolid({ opacity: 0.5 }) : keptFlat({ opacity: 0.9, map: stripes() });
      this.add(new Instances(geometry(form === "box" ? "box" : "sphere"), material, items));
    }
  }

  private addJoints(scene: Scene, joints: number[]): void {
    const length = 2 * this.size;
    const arrows: Instance[] = [];
    for (const index of joints) {
      const joint = scene.joints[index]!;
      const parent = structureOf(scene).parents[index] ?? -1;
      if (!joint.axis || parent < 0) continue;
      const along = composed(joint.frame, frameAlong(joint.axis, [0, 0, 0]));
      const start = composed(along, at([0, 0, -length / 2]));
      arrows.push(mark(parent, scaled(start, length, length, length), this.palette.axis));
      const tip = composed(along, at([0, 0, 0.58 * length]));
      this.label(parent, tip.slice(9), scene.model?.joints[index]?.name ?? "", "joint");
      if (arrows.length <= MOST_ARCS) this.addLimits(joint.variables[0], parent, along);
    }
    if (arrows.length > 0) this.add(new Instances(geometry("arrow"), keptFlat({}), arrows));
  }

  private addLimits(variable: Variable | undefined, parent: number, along: Numbers): void {
    if (!variable || variable.lower === null || variable.upper === null) return;
    const { lower, upper } = variable;
    const made = variable.kind === "length" ? limitRail(lower, upper, this.size) : limitArc(lower, upper, this.size);
    this.made.push(made);
    this.add(new Instances(made, keptFlat({ opacity: 0.6, side: DoubleSide }), [mark(parent, along, this.palette.limits)]));
  }

  // The centre of mass of links as they stand now; null without a mass.
  centreOf(links: readonly number[]): Vector3 | null {
    const sum = new Vector3();
    const point = new Vector3();
    let mass = 0;
    for (const link of links) {
      const row = this.scene?.links[link];
      if (!row?.com || !row.mass) continue;
      sum.addScaledVector(pointAt(this.poses, 12 * link, row.com, point), row.mass);
      mass += row.mass;
    }
    return mass > 0 ? sum.divideScalar(mass) : null;
  }
}

const mark = (frame: number, local: Numbers, color: number): Instance => ({ frame, local, color: new Color(color), pick: 0 });

// The box or ellipsoid of equal moments, about the centre of mass.
function equivalent(link: SceneLink, form: "box" | "ellipsoid"): number[] | null {
  const [body, size] = form === "box" ? [link.box, link.box?.size] : [link.ellipsoid, link.ellipsoid?.radii];
  if (!link.com || !body || !size) return null;
  return scaled([...body.R, ...link.com], ...size);
}
