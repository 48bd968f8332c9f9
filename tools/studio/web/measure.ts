// Distances and angles between two places of the robot, in the pose that is shown.
import { computed, signal } from "@preact/signals";
import type { Vector } from "./scene";
import { nameOf, selectedJoint, selectedLink } from "./selection";
import { touched } from "./space";
import { drawnScene, poses } from "./state";
import { composed, inverse, type Numbers } from "./view3d/poses";

export type PlaceKind = "frame" | "com" | "joint" | "point" | "corner";
export interface MeasuredPlace {
  kind: PlaceKind;
  index: number; // of the link, or of the joint
  name: string;
  point?: Vector; // of a point or corner: in the frame of its link
}

export const from = signal<MeasuredPlace | null>(null);
export const to = signal<MeasuredPlace | null>(null);
export const inFrameOf = signal<"ground" | "from">("ground");

// The places that the selection offers.
export const offered = computed((): MeasuredPlace[] => {
  const now = drawnScene.value;
  const [link, joint] = [selectedLink.value, selectedJoint.value];
  if (!now || link < 0) return [];
  const name = nameOf(now, { kind: "link", index: link });
  const places: MeasuredPlace[] = [{ kind: "frame", index: link, name }];
  if (now.links[link]?.com) places.push({ kind: "com", index: link, name });
  if (touched.value?.link === link) {
    const { point, isCorner } = touched.value;
    places.push({ kind: isCorner ? "corner" : "point", index: link, name, point: point as Vector });
  }
  if (joint >= 0) places.push({ kind: "joint", index: joint, name: nameOf(now, { kind: "joint", index: joint }) });
  return places;
});

const linkPose = (link: number): number[] | null => {
  const all = poses.value?.links;
  return all && 12 * link + 12 <= all.length ? Array.from(all.subarray(12 * link, 12 * link + 12)) : null;
};

const apply = (pose: Numbers, [x, y, z]: Vector): Vector =>
  [0, 1, 2].map((row) => pose[3 * row]! * x + pose[3 * row + 1]! * y + pose[3 * row + 2]! * z + pose[9 + row]!) as Vector;

// Where a place is in {g}: its frame, with the origin at the place.
export function frameOf(place: MeasuredPlace): number[] | null {
  const now = drawnScene.value;
  if (!now) return null;
  if (place.kind === "joint") {
    const parent = now.model?.joints[place.index]?.parent;
    const pose = linkPose(now.model?.links.findIndex(({ name }) => name === parent) ?? -1);
    const frame = now.joints[place.index]?.frame;
    return pose && frame ? composed(pose, frame) : null;
  }
  const pose = linkPose(place.index);
  const point = place.point ?? (place.kind === "com" ? now.links[place.index]?.com : null);
  return pose && point ? [...pose.slice(0, 9), ...apply(pose, point)] : pose;
}

// The axis of a joint in {g}; null for other places.
function axisOf(place: MeasuredPlace): Vector | null {
  const axis = place.kind === "joint" ? drawnScene.value?.joints[place.index]?.axis : null;
  const frame = axis ? frameOf(place) : null;
  return axis && frame ? apply([...frame.slice(0, 9), 0, 0, 0], axis) : null;
}

export interface Measured {
  distance: number; // m
  vector: Vector; // from the first place to the second, in the chosen frame, m
  angle: number | null; // between the two axes, rad, 0…π
}

export const measured = computed((): Measured | null => {
  const [a, b] = [from.value, to.value];
  const frameA = a && frameOf(a);
  const frameB = b && frameOf(b);
  if (!a || !b || !frameA || !frameB) return null;
  const inGround = [0, 1, 2].map((k) => frameB[9 + k]! - frameA[9 + k]!) as Vector;
  const vector = inFrameOf.value === "ground" ? inGround : apply([...inverse(frameA).slice(0, 9), 0, 0, 0], inGround);
  const [u, v] = [axisOf(a), axisOf(b)];
  return { distance: Math.hypot(...inGround), vector, angle: u && v ? angleBetween(u, v) : null };
});

// By the half-angle, which is exact near 0 and π, too.
export function angleBetween(u: Vector, v: Vector): number {
  const [lu, lv] = [Math.hypot(...u), Math.hypot(...v)];
  if (lu === 0 || lv === 0) return 0;
  const sum = Math.hypot(...u.map((x, k) => x / lu + v[k]! / lv));
  const difference = Math.hypot(...u.map((x, k) => x / lu - v[k]! / lv));
  return 2 * Math.atan2(difference, sum);
}
