// Positions of joints: what the sliders say, within which limits, and in which units people see them.
import { computed, effect, signal } from "@preact/signals";
import type { Scene, SceneJoint, Variable } from "./scene";
import { askPoses, drawnScene, preferences, scene } from "./state";

export type AngleUnit = "deg" | "rad";
export type LengthUnit = "mm" | "m";

export const angleUnit = computed<AngleUnit>(() => (preferences.value.angle === "rad" ? "rad" : "deg"));
export const lengthUnit = computed<LengthUnit>(() => (preferences.value.length === "m" ? "m" : "mm"));
export const beyondLimits = signal(false);
export const positions = signal<Float64Array>(new Float64Array(0));

export interface Unit {
  name: string;
  scale: number; // of what people see to SI
  digits: number;
}

export function unitOf(kind: string): Unit {
  if (kind === "angle") return angleUnit.value === "deg" ? { name: "°", scale: Math.PI / 180, digits: 1 } : { name: "rad", scale: 1, digits: 3 };
  if (kind === "length") return lengthUnit.value === "mm" ? { name: "mm", scale: 1e-3, digits: 1 } : { name: "m", scale: 1, digits: 4 };
  return { name: "", scale: 1, digits: 3 };
}

// "−90" to "90": where a slider may go without limits of its own.
const RANGES: Record<string, number> = { angle: Math.PI, length: 1, quaternion: 1 };

export interface Range {
  lower: number;
  upper: number;
  isLimited: boolean; // false: the slider needs an end, and the joint has none
}

export function rangeOf({ kind, lower, upper, neutral }: Variable, beyond = beyondLimits.value): Range {
  const half = RANGES[kind] ?? 1;
  const isLimited = lower !== null && upper !== null && lower <= upper;
  const range = { lower: lower ?? Math.min(neutral, upper ?? neutral) - half, upper: upper ?? Math.max(neutral, lower ?? neutral) + half, isLimited };
  if (!beyond || !isLimited) return range;
  const more = Math.max((range.upper - range.lower) / 2, half / 4);
  return { lower: range.lower - more, upper: range.upper + more, isLimited };
}

// Something is outside of its limits only by more than rounding.
export const isOutside = ({ lower, upper }: Variable, value: number): boolean =>
  (lower !== null && value < lower - 1e-9) || (upper !== null && value > upper + 1e-9);

export const initialPositions = (of: Scene): Float64Array => {
  const q = new Float64Array(of.n_q);
  for (const joint of of.joints) joint.variables.forEach((variable, index) => (q[joint.q + index] = variable.neutral));
  return q;
};

// Positions of joints of the same name stay when a file is read again.
let known: Scene | null = null;
function carryOver(from: Scene, to: Scene, old: Float64Array): Float64Array {
  const q = initialPositions(to);
  const before = new Map(from.model?.joints.map((joint, index) => [joint.name, from.joints[index]]));
  to.joints.forEach((joint, index) => {
    const same = before.get(to.model?.joints[index]?.name ?? "");
    if (same && same.count === joint.count && joint.q >= 0) q.set(old.subarray(same.q, same.q + same.count), joint.q);
  });
  return q;
}

effect(() => {
  const now = drawnScene.value;
  if (now === known) return;
  const isSameRobot = known !== null && now !== null && known.file === now.file && known.robot === now.robot;
  if (now === null) positions.value = new Float64Array(0);
  else positions.value = isSameRobot ? carryOver(known!, now, positions.peek()) : initialPositions(now);
  known = now;
});

effect(() => {
  const now = drawnScene.value;
  if (now !== null && now === scene.value && positions.value.length === now.n_q) askPoses(now, positions.value);
});

export function setPosition(index: number, value: number): void {
  const next = positions.value.slice();
  next[index] = value;
  positions.value = next;
}

// Quaternions (x y z w) are set as a whole, and have length 1.
export function setQuaternion(index: number, values: readonly number[]): void {
  const length = Math.hypot(...values);
  const next = positions.value.slice();
  values.forEach((value, k) => (next[index + k] = length > 1e-9 ? value / length : k === 3 ? 1 : 0));
  positions.value = next;
}

export type Preset = "reset" | "zero" | "middle" | "random";

function presetOf(preset: Preset, variable: Variable): number {
  const { lower, upper, isLimited } = rangeOf(variable, false);
  switch (preset) {
    case "reset":
      return variable.neutral;
    case "zero":
      return 0;
    case "middle":
      return isLimited ? (lower + upper) / 2 : variable.neutral;
    case "random":
      return lower + Math.random() * (upper - lower);
  }
}

// Sets every joint that follows no other.
export function applyPreset(preset: Preset): void {
  const now = drawnScene.value;
  if (!now) return;
  const next = positions.value.slice();
  for (const joint of now.joints) {
    if (joint.follows || joint.q < 0) continue;
    joint.variables.forEach((variable, index) => {
      const isTurn = variable.kind === "quaternion";
      next[joint.q + index] = isTurn && preset !== "random" ? variable.neutral : presetOf(preset, variable);
    });
    normalise(next, joint);
  }
  positions.value = next;
}

function normalise(q: Float64Array, joint: SceneJoint): void {
  const first = joint.variables.findIndex((variable) => variable.kind === "quaternion");
  if (first < 0) return;
  const turn = q.subarray(joint.q + first, joint.q + first + 4);
  const length = Math.hypot(...turn);
  if (length < 1e-9) turn.set([0, 0, 0, 1]);
  else for (let k = 0; k < turn.length; ++k) turn[k]! /= length;
}

// The position of a joint of one variable, a follower's computed from the one that it follows.
export function positionOf(of: Scene, joint: number, index = 0): number {
  const row = of.joints[joint];
  if (!row || row.q < 0) return 0;
  if (!row.follows) return positions.value[row.q + index] ?? 0;
  const { joint: leader, multiplier, offset } = row.follows;
  const leading = of.joints[leader];
  if (!leading || leading.q < 0) return offset;
  return multiplier * (positions.value[leading.q] ?? 0) + offset;
}

export const movingJoints = computed(() => {
  const now = drawnScene.value;
  return now ? now.joints.flatMap((joint, index) => (joint.q >= 0 && joint.count > 0 ? [index] : [])) : [];
});
