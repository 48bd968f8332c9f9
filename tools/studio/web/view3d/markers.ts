// Handles to take by the pointer: cubes and spheres with an arrow along one axis and a tick along another, as the
// manual draws contacts. Nothing hides them.
import { Color, Group } from "three";
import type { Pose, Vector } from "../scene";
import { geometry } from "./geometries";
import { type Instance, Instances, PICK_ABOVE_LAYER } from "./instances";
import type { Label } from "./labels";
import { keptFlat, keptSolid } from "./materials";
import type { Palette } from "./palette";
import { composed, frameAlong, type Numbers, pointAt, scaled } from "./poses";

export type MarkerState = "free" | "faint" | "chosen";

export interface Marker {
  id: number; // what a pick says
  form: "cube" | "sphere";
  link?: number; // on which it sits…
  ghost?: number; // …or the id of a ghost; without both it stands in {g}
  pose: Pose; // of its frame
  axis: Vector; // of the arrow, in that frame
  zero: Vector; // of the tick, in that frame
  state: MarkerState; // a faint one is small, a chosen one large
  label?: string;
}

const sizes: Record<MarkerState, number> = { faint: 0.14, free: 0.24, chosen: 0.3 }; // of the size of marks

export class Markers {
  readonly object = new Group();
  labels: Label[] = [];
  private drawn: Instances[] = [];
  private poses: Numbers = [];

  // `frameOf` says on which frame of the poses a marker rides, `pickOf` its id in the id picture.
  set(
    markers: readonly Marker[],
    size: number,
    palette: Palette,
    frameOf: (marker: Marker) => number,
    pickOf: (marker: Marker) => number,
  ): void {
    this.clear();
    this.labels = [];
    for (const faint of [true, false]) {
      const those = markers.filter((marker) => (marker.state === "faint") === faint);
      const opacity = faint ? 0.45 : 1;
      this.addHandles(those, size, palette, opacity, frameOf, pickOf);
      this.addArrows(those, size, palette, opacity, frameOf);
    }
    for (const marker of markers) if (marker.label) this.addLabel(marker, frameOf(marker), marker.label);
    this.place(this.poses);
  }

  place(poses: Numbers): void {
    this.poses = poses;
    for (const instances of this.drawn) instances.place(poses);
  }

  pickables = (): Instances[] => this.drawn;

  private clear(): void {
    for (const instances of this.drawn) instances.dispose();
    this.drawn = [];
  }

  private add(instances: Instances): void {
    this.drawn.push(instances);
    this.object.add(instances.object);
  }

  private addHandles(
    markers: readonly Marker[],
    size: number,
    palette: Palette,
    opacity: number,
    frameOf: (marker: Marker) => number,
    pickOf: (marker: Marker) => number,
  ): void {
    for (const form of ["cube", "sphere"] as const) {
      const items = markers
        .filter((marker) => marker.form === form)
        .map((marker): Instance => {
          const across = sizes[marker.state] * size * (form === "cube" ? 1 : 0.62); // a sphere has a radius
          const local = scaled(marker.pose, across, across, across);
          return { frame: frameOf(marker), local, color: new Color(palette[marker.state]), pick: pickOf(marker) };
        });
      if (items.length === 0) continue;
      const shape = geometry(form === "cube" ? "box" : "sphere");
      this.add(new Instances(shape, keptSolid({ opacity }), items, PICK_ABOVE_LAYER));
    }
  }

  private addArrows(
    markers: readonly Marker[],
    size: number,
    palette: Palette,
    opacity: number,
    frameOf: (marker: Marker) => number,
  ): void {
    const items = markers.flatMap((marker): Instance[] => {
      const frame = frameOf(marker);
      const color = new Color(palette[marker.state]);
      const along = composed(marker.pose, frameAlong(marker.axis, [0, 0, 0], marker.zero));
      const tick = composed(marker.pose, frameAlong(marker.zero, [0, 0, 0], marker.axis));
      const length = 3.2 * sizes[marker.state] * size;
      return [
        { frame, local: scaled(along, length, length, length), color, pick: 0 },
        { frame, local: scaled(tick, 0.5 * length, 0.5 * length, 0.55 * length), color, pick: 0 },
      ];
    });
    if (items.length > 0) this.add(new Instances(geometry("arrow"), keptFlat({ opacity }), items));
  }

  private addLabel(marker: Marker, frame: number, text: string): void {
    const point = marker.pose.slice(9);
    const place: Label["place"] = (out) =>
      frame < 0 ? out.fromArray(point) : pointAt(this.poses, 12 * frame, point, out);
    this.labels.push({ text, look: `marker ${marker.state}`, place });
  }
}
