// In step 3 of joining, a drag turns the candidate about the axis of the contact (r_p), as one turns a knob. It snaps
// to the four quarter turns.
import { Vector3 } from "three";
import { poses } from "../state";
import { identityPose, pointAt } from "../view3d/poses";
import type { Grip, Picked, View } from "../view3d/view";
import { joining, parts, turn } from "./assembling";

const RADIUS = 60; // pixels: that of the knob
const SHORTEST = RADIUS / 4; // pixels a radian: nearer to the axis a small drag would turn far

// The angle about an axis through `centre`, along a unit vector in {g}, that a move of the pointer from (x, y) is.
function angleOf(view: View, centre: Vector3, along: Vector3, x: number, y: number, dx: number, dy: number): number {
  const { camera } = view;
  const seen = camera.project(centre);
  const at = (u: number, v: number) => camera.unproject(u, v, seen.z);
  const radius = at(seen.x + RADIUS, seen.y).distanceTo(centre);
  // The point that is held: under the pointer where the axis points to the eye, in front where it is seen from the side.
  const front = camera.unproject(seen.x, seen.y, -1).sub(centre).normalize().projectOnPlane(along).multiplyScalar(radius);
  const lever = at(x, y).sub(centre).projectOnPlane(along).add(front);
  const step = 1e-3; // rad
  const from = camera.project(centre.clone().add(lever));
  const to = camera.project(centre.clone().add(lever).addScaledVector(along.clone().cross(lever), step));
  const [u, v] = [(to.x - from.x) / step, (to.y - from.y) / step];
  return (dx * u + dy * v) / Math.max(u * u + v * v, SHORTEST * SHORTEST);
}

export const isTurnable = () => joining.value?.step === 3 && joining.value.choices !== null;

// Takes hold of the candidate, or of one of its other turns, at a pixel; null where nothing of it is there.
export function holdCandidate(view: View, what: Picked, x: number, y: number): Grip | null {
  const now = joining.peek();
  const choices = now?.choices;
  const link = parts.peek().find((one) => one.id === now?.parent?.part)?.link ?? -1;
  const known = poses.peek()?.links;
  if (what.kind !== "ghost" || !choices || link < 0 || !known || known.length < 12 * link + 12) return null;
  const centre = pointAt(known, 12 * link, choices.origin, new Vector3());
  const turned = [...known.subarray(12 * link, 12 * link + 9), ...identityPose().slice(9)];
  const along = pointAt(turned, 0, choices.axis, new Vector3());
  let angle = 0;
  let quarters = 0; // that were turned
  return {
    move: (dx, dy) => {
      if (!isTurnable() || joining.peek()?.choices !== choices) return;
      angle += angleOf(view, centre, along, x, y, dx, dy);
      [x, y] = [x + dx, y + dy];
      const wanted = Math.round(angle / (Math.PI / 2));
      if (wanted !== quarters) turn(wanted - quarters);
      quarters = wanted;
    },
  };
}
