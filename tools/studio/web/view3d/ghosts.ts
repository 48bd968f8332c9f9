// Shapes that stand beside the robot, half transparent: a candidate, a place where something could be.
import { Box3, type Texture } from "three";
import type { MeshRow, Pose, RGBA, Shape, Vector } from "../scene";
import { Bodies, type BodiesOptions } from "./bodies";
import { growByPlaced } from "./boxes";
import type { Palette } from "./palette";
import { identityPose, multiply } from "./poses";

export interface Ghost {
  id: number; // what a pick says
  shapes: { shape: Shape; pose: Pose; color?: RGBA; texture?: number | null; normal?: number | null; mesh?: MeshRow }[]; // mesh: where the scene lacks it
  pose: Pose; // in the frame of `link`, or in {g}
  link?: number;
  bounds?: { min: Vector; max: Vector } | null; // of shapes that are no meshes, in its own frame
}

const OPACITY = 0.55;

export class Ghosts {
  readonly bodies: Bodies;
  meshes: MeshRow[] = [];
  private ghosts: Ghost[] = [];

  constructor(palette: Palette, options: BodiesOptions & { texture: (id: number) => Promise<Texture | null> }) {
    this.bodies = new Bodies(palette, options);
    this.bodies.setShown("visual", OPACITY);
  }

  get count(): number {
    return this.ghosts.length;
  }

  set(ghosts: readonly Ghost[], known: readonly MeshRow[]): void {
    this.ghosts = ghosts.map((ghost) => ({ ...ghost }));
    this.meshes = ghosts.flatMap(({ shapes }) => shapes.flatMap(({ mesh }) => (mesh ? [mesh] : [])));
    this.bodies.setScene({
      links: ghosts.map(({ bounds }) => ({ bounds: bounds ?? null })),
      meshes: [...this.meshes, ...known],
      shapes: ghosts.flatMap(({ shapes }, slot) =>
        shapes.map(({ shape, pose, color, texture, normal }, index) => ({
          link: slot, kind: "visual" as const, index, pose, shape, color: color ?? null, texture: texture ?? null, normal: normal ?? null,
        })),
      ),
    });
  }

  moveFirst(poses: Float32Array): void {
    const moved = this.ghosts.slice(0, poses.length / 12);
    moved.forEach((ghost, slot) => (ghost.pose = Array.from(poses.subarray(12 * slot, 12 * slot + 12))));
  }

  move(id: number, pose: Pose): void {
    const ghost = this.ghosts[this.slotOf(id)];
    if (ghost) ghost.pose = pose;
  }

  // Writes the poses of ghosts behind those of `links` links.
  place(poses: Float32Array, links: number): void {
    this.ghosts.forEach(({ pose, link }, slot) => {
      if (link === undefined) multiply(poses, 12 * (links + slot), identityPose(), 0, pose, 0);
      else multiply(poses, 12 * (links + slot), poses, 12 * link, pose, 0);
    });
    this.bodies.place(poses.subarray(12 * links));
  }

  // The box of all as they stand, in {g}; `poses` holds those of ghosts alone.
  box(poses: Float32Array): Box3 {
    const box = new Box3();
    this.bodies.boxes.forEach((own, slot) => {
      if (!own.isEmpty() && 12 * slot < poses.length) growByPlaced(box, own, poses, 12 * slot);
    });
    return box;
  }

  slotOf = (id: number): number => this.ghosts.findIndex((ghost) => ghost.id === id);
  idOf = (slot: number): number | undefined => this.ghosts[slot]?.id;
}
