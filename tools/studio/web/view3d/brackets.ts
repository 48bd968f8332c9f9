// Corners of boxes, as lines: what is selected has them, so that nobody needs to tell it by its colour.
import { type Box3, BufferGeometry, Float32BufferAttribute, LineSegments, Vector3 } from "three";
import { keptLine } from "./materials";
import { type Numbers, pointAt } from "./poses";

export interface FramedBox {
  frame: number; // index into the poses; -1: the world
  box: Box3;
}

const CORNER = 0.22; // of an edge

export function bracketsOf(boxes: readonly FramedBox[], poses: Numbers, color: number): LineSegments | null {
  const points: number[] = [];
  for (const { frame, box } of boxes) if (!box.isEmpty()) addCorners(points, frame, box, poses);
  if (points.length === 0) return null;
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
  const lines = new LineSegments(geometry, keptLine(color));
  lines.name = "brackets";
  lines.frustumCulled = false;
  return lines;
}

function addCorners(points: number[], frame: number, box: Box3, poses: Numbers): void {
  const size = box.getSize(new Vector3());
  const margin = 0.04 * Math.max(size.x, size.y, size.z);
  const grown = box.clone().expandByScalar(margin);
  const edges = grown.getSize(size).toArray();
  const put = (point: Vector3) => {
    if (frame >= 0) pointAt(poses, 12 * frame, point.toArray(), point);
    points.push(point.x, point.y, point.z);
  };
  for (let corner = 0; corner < 8; ++corner) {
    const bits = [corner & 1, (corner >> 1) & 1, (corner >> 2) & 1];
    const from = bits.map((bit, axis) => (bit ? grown.max : grown.min).getComponent(axis));
    for (let axis = 0; axis < 3; ++axis) {
      const to = [...from];
      to[axis]! += (bits[axis] ? -1 : 1) * CORNER * edges[axis]!;
      put(new Vector3().fromArray(from));
      put(new Vector3().fromArray(to));
    }
  }
}
