// Poses with names and four cameras, for each robot by its name. The program keeps them beside the settings.
import { effect, signal } from "@preact/signals";
import { positions } from "./joints";
import type { Scene } from "./scene";
import { keepView, readView } from "./server";
import { keys, view } from "./space";
import { announcement, attempt, drawnScene, text } from "./state";
import type { CameraPlace } from "./view3d/view";

// Positions by the names of joints, so that a pose outlives a change of the file.
export interface NamedPose {
  name: string;
  joints: Record<string, number[]>;
}

export const CAMERAS = 4;
const MOST_POSES = 100;

export const namedPoses = signal<readonly NamedPose[]>([]);
export const cameras = signal<readonly (CameraPlace | null)[]>(Array.from({ length: CAMERAS }, () => null));

export const keyOf = (of: Scene) => of.model?.name || of.file.slice(of.file.lastIndexOf("/") + 1);

const isNumbers = (value: unknown, count?: number): value is number[] =>
  Array.isArray(value) && value.every(Number.isFinite) && (count === undefined || value.length === count);

export function readCamera(value: unknown): CameraPlace | null {
  const camera = value as CameraPlace | null;
  const isGood = camera && isNumbers(camera.target, 3) && isNumbers([camera.yaw, camera.pitch, camera.distance]);
  return isGood ? { ...camera, parallel: camera.parallel === true } : null;
}

// A file that somebody has written by hand is no reason to fail: what is not understood is left out.
function read(kept: string): void {
  let found: { poses?: unknown; cameras?: unknown } = {};
  try {
    found = (JSON.parse(kept || "{}") as typeof found | null) ?? {};
  } catch {
    // as nothing
  }
  const poses = Array.isArray(found.poses) ? (found.poses as NamedPose[]) : [];
  namedPoses.value = poses
    .filter((pose) => typeof pose?.name === "string" && Object.values(pose.joints ?? {}).every((q) => isNumbers(q)))
    .slice(0, MOST_POSES);
  const list = Array.isArray(found.cameras) ? found.cameras : [];
  cameras.value = Array.from({ length: CAMERAS }, (_, slot) => readCamera(list[slot]));
}

let known = "";
effect(() => {
  const now = drawnScene.value;
  const key = now ? keyOf(now) : "";
  if (key === known) return;
  known = key;
  read("");
  if (key === "") return;
  void attempt(async () => {
    const kept = await readView(key);
    if (known === key) read(kept);
  });
});

const keep = () => attempt(() => keepView(known, JSON.stringify({ poses: namedPoses.value, cameras: cameras.value })));

// The positions that are shown.
export function jointsOf(of: Scene): NamedPose["joints"] {
  const joints: NamedPose["joints"] = {};
  of.joints.forEach((joint, index) => {
    if (joint.q < 0 || joint.follows) return;
    joints[of.model?.joints[index]?.name ?? ""] = Array.from(positions.value.subarray(joint.q, joint.q + joint.count));
  });
  return joints;
}

// The pose that is shown, under a name; one of the same name is replaced.
export function keepPose(name: string): Promise<void> {
  const now = drawnScene.value;
  if (!now || name === "") return Promise.resolve();
  const joints = jointsOf(now);
  const others = namedPoses.value.filter((pose) => pose.name !== name);
  namedPoses.value = [...others, { name, joints }].slice(-MOST_POSES);
  announcement.value = text.value.views.poseKept(name);
  return keep();
}

export function forgetPose(name: string): Promise<void> {
  namedPoses.value = namedPoses.value.filter((pose) => pose.name !== name);
  return keep();
}

// Joints that the pose does not name stay where they are.
export function positionsOf(of: Scene, pose: Pick<NamedPose, "joints">): Float64Array {
  const q = positions.peek().slice();
  of.joints.forEach((joint, index) => {
    const values = pose.joints[of.model?.joints[index]?.name ?? ""];
    if (values && joint.q >= 0 && values.length === joint.count) q.set(values, joint.q);
  });
  return q;
}

export function goToPose(name: string): void {
  const now = drawnScene.value;
  const pose = namedPoses.value.find((one) => one.name === name);
  if (!now || !pose) return;
  positions.value = positionsOf(now, pose);
  announcement.value = text.value.views.poseShown(name);
}

export function keepCamera(slot: number): Promise<void> {
  const place = view.value?.camera.keep();
  if (!place) return Promise.resolve();
  cameras.value = cameras.value.map((one, index) => (index === slot ? place : one));
  announcement.value = text.value.views.cameraKept(slot + 1);
  return keep();
}

export function goToCamera(slot: number): boolean {
  const place = cameras.value[slot];
  if (!place || !view.value) return false;
  view.value.camera.comeBack(place);
  view.value.cameraChanged();
  announcement.value = text.value.views.cameraShown(slot + 1);
  return true;
}

// 1 to 4 go to a camera, and with Shift keep it. With Shift the key has another sign.
const SIGNS = ["1!", "2@", "3#", "4$"];
keys.push((key, shift) => {
  const slot = SIGNS.findIndex((signs) => signs.includes(key));
  if (slot < 0) return false;
  if (shift) void keepCamera(slot);
  else return goToCamera(slot);
  return true;
});
