// A camera on a turntable: z stays up. It looks at a point from a distance, with or without perspective.
import { Box3, Matrix4, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";

const FIELD_OF_VIEW = (35 * Math.PI) / 180;
const STEEPEST = Math.PI / 2;

export type ViewName = "+x" | "-x" | "+y" | "-y" | "+z" | "-z" | "iso";

// Where one stands: yaw about z from x, pitch above the ground.
const places: Record<ViewName, [number, number]> = {
  "+x": [0, 0],
  "-x": [Math.PI, 0],
  "+y": [Math.PI / 2, 0],
  "-y": [-Math.PI / 2, 0],
  "+z": [-Math.PI / 2, STEEPEST],
  "-z": [-Math.PI / 2, -STEEPEST],
  iso: [-Math.PI / 4, Math.atan(Math.SQRT1_2)],
};

// What a camera is, for keeping and coming back.
export interface CameraPlace {
  target: [number, number, number]; // m
  yaw: number;
  pitch: number;
  distance: number; // m
  parallel: boolean;
}

export class TurntableCamera {
  readonly target = new Vector3();
  yaw = places.iso[0];
  pitch = places.iso[1];
  distance = 3;
  parallel = false;
  private readonly perspective = new PerspectiveCamera((FIELD_OF_VIEW * 180) / Math.PI);
  private readonly orthographic = new OrthographicCamera();
  private width = 1;
  private height = 1;
  private reach = 10; // m; how far from the target something may be drawn

  get now(): PerspectiveCamera | OrthographicCamera {
    return this.parallel ? this.orthographic : this.perspective;
  }

  get right(): Vector3 {
    return new Vector3(-Math.sin(this.yaw), Math.cos(this.yaw), 0);
  }

  // From the target to the eye.
  get backwards(): Vector3 {
    const level = Math.cos(this.pitch);
    return new Vector3(level * Math.cos(this.yaw), level * Math.sin(this.yaw), Math.sin(this.pitch));
  }

  get up(): Vector3 {
    return new Vector3().crossVectors(this.backwards, this.right);
  }

  // m a pixel, at the distance of the target
  get pixel(): number {
    return (2 * this.distance * Math.tan(FIELD_OF_VIEW / 2)) / this.height;
  }

  setSize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
  }

  // Whatever is in this box is seen, and so much beyond it (m).
  reachFor(box: Box3, beyond: number): void {
    const far = box.isEmpty() ? 1 : Math.max(box.min.distanceTo(this.target), box.max.distanceTo(this.target));
    this.reach = 2 * (far + box.getSize(new Vector3()).length()) + beyond;
  }

  look(name: ViewName): void {
    [this.yaw, this.pitch] = places[name];
  }

  orbit(yaw: number, pitch: number): void {
    this.yaw += yaw;
    this.pitch = Math.min(STEEPEST, Math.max(-STEEPEST, this.pitch + pitch));
  }

  // Moves what is seen by this many pixels.
  pan(x: number, y: number): void {
    this.target.addScaledVector(this.right, -x * this.pixel).addScaledVector(this.up, y * this.pixel);
  }

  // Nearer for factors below 1; the point at (x, y) pixels from the middle stays where it is.
  zoom(factor: number, x = 0, y = 0): void {
    const before = this.pixel;
    this.distance = Math.min(1e5, Math.max(1e-4, this.distance * factor));
    const change = before - this.pixel;
    this.target.addScaledVector(this.right, x * change).addScaledVector(this.up, -y * change);
  }

  fit(box: Box3): void {
    if (box.isEmpty()) return;
    box.getCenter(this.target);
    // The box as it is seen from here, with a margin.
    const half = new Vector3();
    const corner = new Vector3();
    for (let i = 0; i < 8; ++i) {
      corner.set(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z);
      corner.sub(this.target);
      half.x = Math.max(half.x, Math.abs(corner.dot(this.right)));
      half.y = Math.max(half.y, Math.abs(corner.dot(this.up)));
      half.z = Math.max(half.z, Math.abs(corner.dot(this.backwards)));
    }
    const needed = Math.max(half.y, (half.x * this.height) / this.width, 1e-3) * 1.15;
    this.distance = needed / Math.tan(FIELD_OF_VIEW / 2) + (this.parallel ? 0 : half.z);
  }

  // Brings the cameras of three where this one is.
  update(): void {
    const z = this.backwards;
    const eye = this.target.clone().addScaledVector(z, this.distance);
    const pose = new Matrix4().makeBasis(this.right, this.up, z).setPosition(eye);
    const far = this.distance + this.reach;
    this.perspective.aspect = this.width / this.height;
    this.perspective.near = Math.max(this.distance - this.reach, this.distance / 100);
    this.perspective.far = far;
    const halfHeight = this.distance * Math.tan(FIELD_OF_VIEW / 2);
    const halfWidth = (halfHeight * this.width) / this.height;
    Object.assign(this.orthographic, { left: -halfWidth, right: halfWidth, bottom: -halfHeight, top: halfHeight });
    this.orthographic.near = this.distance - this.reach;
    this.orthographic.far = far;
    for (const camera of [this.perspective, this.orthographic]) {
      camera.matrixAutoUpdate = false;
      camera.matrix.copy(pose);
      camera.matrixWorldNeedsUpdate = true;
      camera.updateMatrixWorld(true);
      camera.updateProjectionMatrix();
    }
  }

  // The pixel of a point, from the upper left; z is its depth, within -1 and 1 where it can be seen.
  project(point: Vector3): Vector3 {
    const seen = point.clone().project(this.now);
    seen.x = ((seen.x + 1) / 2) * this.width;
    seen.y = ((1 - seen.y) / 2) * this.height;
    return seen;
  }

  // The point of this depth (as `project` says it) at a pixel.
  unproject(x: number, y: number, z: number): Vector3 {
    return new Vector3((2 * x) / this.width - 1, 1 - (2 * y) / this.height, z).unproject(this.now);
  }

  keep(): CameraPlace {
    const { yaw, pitch, distance, parallel } = this;
    return { target: this.target.toArray(), yaw, pitch, distance, parallel };
  }

  comeBack(place: CameraPlace): void {
    this.target.fromArray(place.target);
    this.yaw = place.yaw;
    this.pitch = place.pitch;
    this.distance = place.distance;
    this.parallel = place.parallel;
  }
}
