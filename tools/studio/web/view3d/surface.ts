// The point of a surface at a pixel: where a ray through it meets what is drawn, or the corner of it that is close by.
import { BatchedMesh, InstancedMesh, type Intersection, Matrix4, type Mesh, type Object3D, Raycaster, Vector2, Vector3 } from "three";
import type { TurntableCamera } from "./camera";

const NEAR = 10; // pixels within which a corner is taken

export interface SurfacePoint {
  point: Vector3; // in {g}
  isCorner: boolean;
}

function cornersOf({ object, face, instanceId, batchId }: Intersection): Vector3[] {
  if (!face) return [];
  const place = new Matrix4();
  if (object instanceof InstancedMesh) object.getMatrixAt(instanceId ?? 0, place);
  else if (object instanceof BatchedMesh) object.getMatrixAt(batchId ?? 0, place);
  const positions = (object as Mesh).geometry.getAttribute("position");
  return [face.a, face.b, face.c].map((index) => new Vector3().fromBufferAttribute(positions, index).applyMatrix4(place));
}

// At (x, y) CSS pixels of the canvas; null: nothing is there.
export function surfaceAt(object: Object3D, camera: TurntableCamera, canvas: HTMLCanvasElement, x: number, y: number): SurfacePoint | null {
  // Boxes of before may be kept, while instances have moved.
  object.traverse((child) => {
    if (child instanceof InstancedMesh || child instanceof BatchedMesh) child.boundingSphere = child.boundingBox = null;
  });
  const caster = new Raycaster();
  caster.setFromCamera(new Vector2((2 * x) / canvas.clientWidth - 1, 1 - (2 * y) / canvas.clientHeight), camera.now);
  const hit = caster.intersectObject(object, true)[0];
  if (!hit) return null;
  const distances = cornersOf(hit).map((corner): [Vector3, number] => {
    const seen = camera.project(corner);
    return [corner, Math.hypot(seen.x - x, seen.y - y)];
  });
  const [corner, distance] = distances.reduce((best, one) => (one[1] < best[1] ? one : best), [hit.point, Infinity]);
  return distance <= NEAR ? { point: corner, isCorner: true } : { point: hit.point, isCorner: false };
}
