// Dragging a link moves the nearest joint above it that turns or slides. The page moves the position of that joint so
// that the grabbed point follows the pointer; where everything is then, the program says.
import { signal } from "@preact/signals";
import { Vector3 } from "three";
import { positions, rangeOf, setPosition } from "./joints";
import type { Scene } from "./scene";
import { select } from "./selection";
import { drawnScene, poses } from "./state";
import { structureOf } from "./structure";
import { composed, inverse, pointAt } from "./view3d/poses";
import type { Grip, View } from "./view3d/view";

// Whether dragging a link moves it, and not the camera.
export const dragsJoints = signal(false);

const SMALLEST = 1e-3; // pixels a unit: seen so much from its end, a motion cannot be followed

// The joint that a drag of this link moves, and whose position it changes; null: nothing above it moves.
export function draggedJoint(of: Scene, link: number): { joint: number; leader: number; rate: number } | null {
  const { parents } = structureOf(of);
  for (let at = link, steps = 0; at >= 0 && steps <= of.links.length; ++steps) {
    const joint = of.links[at]!.parent_joint;
    if (joint < 0) return null;
    const row = of.joints[joint]!;
    const kind = row.variables[0]?.kind;
    if (row.axis && row.count === 1 && (kind === "angle" || kind === "length")) {
      if (!row.follows) return { joint, leader: joint, rate: 1 };
      if (row.follows.multiplier !== 0) return { joint, leader: row.follows.joint, rate: row.follows.multiplier };
    }
    at = parents[joint] ?? -1;
  }
  return null;
}

const poseOf = (link: number) => {
  const all = poses.peek()?.links;
  return all && link >= 0 && 12 * link + 12 <= all.length ? Array.from(all.subarray(12 * link, 12 * link + 12)) : null;
};

// How far a point on a link moves in {g} for a unit of the joint.
function motionOf(of: Scene, joint: number, point: Vector3): Vector3 | null {
  const row = of.joints[joint]!;
  const parent = poseOf(structureOf(of).parents[joint] ?? -1);
  if (!parent || !row.axis) return null;
  const frame = composed(parent, row.frame);
  const axis = pointAt([...frame.slice(0, 9), 0, 0, 0], 0, row.axis, new Vector3());
  if (row.variables[0]!.kind === "length") return axis;
  return axis.cross(point.clone().sub(new Vector3(frame[9], frame[10], frame[11])));
}

// Takes hold of a link at a pixel; null where nothing of it can move.
export function grab(view: View, link: number, x: number, y: number): Grip | null {
  const of = drawnScene.peek();
  const dragged = of ? draggedJoint(of, link) : null;
  const start = poseOf(link);
  if (!of || !dragged || !start) return null;
  const middle = view.box([link]).getCenter(new Vector3());
  const point = view.camera.unproject(x, y, view.camera.project(middle).z);
  const local = pointAt(inverse(start), 0, point.toArray(), new Vector3());
  select({ kind: "joint", index: dragged.joint });
  return {
    move: (dx, dy) => {
      const pose = poseOf(link);
      if (!pose || drawnScene.peek() !== of) return;
      const now = pointAt(pose, 0, local.toArray(), new Vector3());
      const motion = motionOf(of, dragged.joint, now);
      if (!motion) return;
      const step = 1e-3 * Math.max(view.camera.distance, 1e-6) / Math.max(motion.length(), 1e-9);
      const from = view.camera.project(now.clone());
      const to = view.camera.project(now.addScaledVector(motion, step));
      const [u, v] = [(to.x - from.x) / step, (to.y - from.y) / step];
      const length = u * u + v * v;
      if (!(length > SMALLEST * SMALLEST)) return;
      const leader = of.joints[dragged.leader]!;
      const { lower, upper } = rangeOf(leader.variables[0]!);
      const wanted = positions.peek()[leader.q]! + (dx * u + dy * v) / length / dragged.rate;
      setPosition(leader.q, Math.min(upper, Math.max(lower, wanted)));
    },
  };
}
