// What a joint can do, as a flat ribbon: an arc between the limits of an angle, a rail between those of a length.
// Both lie about z, in the frame of the joint at zero; x is the direction of zero.
import { BufferGeometry, Float32BufferAttribute, PlaneGeometry } from "three";

const STEP = Math.PI / 36;

export function limitArc(lower: number, upper: number, size: number): BufferGeometry {
  const range = Math.min(2 * Math.PI, Math.max(0, upper - lower));
  const steps = Math.max(1, Math.ceil(range / STEP));
  const [inner, outer] = [0.62 * size, 0.8 * size];
  const points: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= steps; ++i) {
    const angle = lower + (range * i) / steps;
    for (const radius of [inner, outer]) points.push(radius * Math.cos(angle), radius * Math.sin(angle), 0);
    if (i > 0) triangles.push(2 * i - 2, 2 * i - 1, 2 * i, 2 * i - 1, 2 * i + 1, 2 * i);
  }
  const arc = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
  arc.setIndex(triangles);
  return arc;
}

export function limitRail(lower: number, upper: number, size: number): BufferGeometry {
  const length = Math.max(upper - lower, 0.01 * size);
  return new PlaneGeometry(0.15 * size, length).rotateX(Math.PI / 2).translate(0, 0, (lower + upper) / 2);
}
