// Motion as a WebM, recorded by the browser from the space while it is shown: the log of a run, the poses with names
// one after another, or a turn of the camera.
import { duration, pause, playing, seek } from "./assemble/player";
import { positions } from "./joints";
import { namedPoses, positionsOf } from "./kept_views";
import type { Scene } from "./scene";
import { view } from "./space";
import { drawnScene } from "./state";

export type Motion = "log" | "poses" | "turn";

const PICTURES = 30; // a second
const HEAD = 1000; // bytes; more than a file without pictures has
const LONGEST_WAIT = 20000; // ms

const sleep = (ms: number) => new Promise((later) => setTimeout(later, ms));

export function motions(): Motion[] {
  const offered: Motion[] = ["turn"];
  if (namedPoses.value.length > 1) offered.unshift("poses");
  if (playing.value !== null) offered.unshift("log");
  return offered;
}

// s, of a log as long as it is
export const lengthOf = (motion: Motion, chosen: number) => (motion === "log" ? duration.value : chosen);

const formats = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
export const videoFormat = () =>
  typeof MediaRecorder === "undefined" ? undefined : formats.find((one) => MediaRecorder.isTypeSupported(one));

// Between two positions of all joints; quaternions keep length 1 and take the shorter way.
export function between(of: Scene, from: ArrayLike<number>, to: ArrayLike<number>, share: number): Float64Array {
  const q = Float64Array.from(from, (value, index) => value + share * (to[index]! - value));
  for (const { q: first, variables } of of.joints) {
    const turn = variables.findIndex(({ kind }) => kind === "quaternion");
    if (first < 0 || turn < 0) continue;
    const at = first + turn;
    let same = 0;
    for (let k = at; k < at + 4; ++k) same += from[k]! * to[k]!;
    const sign = same < 0 ? -1 : 1;
    for (let k = at; k < at + 4; ++k) q[k] = (1 - share) * from[k]! + share * sign * to[k]!;
    const length = Math.hypot(...q.subarray(at, at + 4)) || 1;
    for (let k = at; k < at + 4; ++k) q[k]! /= length;
  }
  return q;
}

// Shows the motion as it is at a share of its time.
function shower(motion: Motion): (share: number) => void {
  const of = drawnScene.peek();
  if (motion === "log") {
    pause();
    return (share) => seek(share * duration.peek());
  }
  if (motion === "turn" || !of) {
    const start = view.peek()?.camera.keep();
    return (share) => {
      const now = view.peek();
      if (!now || !start) return;
      now.camera.comeBack({ ...start, yaw: start.yaw + 2 * Math.PI * share });
      now.cameraChanged();
    };
  }
  const steps = namedPoses.peek().map((pose) => positionsOf(of, pose));
  return (share) => {
    const at = Math.min(share * (steps.length - 1), steps.length - 1 - 1e-9);
    const step = Math.floor(at);
    positions.value = between(of, steps[step]!, steps[step + 1]!, at - step);
  };
}

// Records it in its own time. `progress` is told the share that is done; null if it was ended before.
export async function record(motion: Motion, seconds: number, progress: (share: number) => void, end: AbortSignal): Promise<Blob | null> {
  const format = videoFormat();
  const canvas = document.querySelector<HTMLCanvasElement>(".canvas canvas");
  if (!format || !canvas || !view.peek()) return null;
  const show = shower(motion);
  show(0);
  const recorder = new MediaRecorder(canvas.captureStream(PICTURES), { mimeType: format, videoBitsPerSecond: 8e6 });
  const pieces: Blob[] = [];
  let bytes = 0;
  recorder.ondataavailable = ({ data }) => {
    pieces.push(data);
    bytes += data.size;
  };
  const stopped = new Promise((settle) => (recorder.onstop = settle));
  recorder.start(200); // ms for each piece
  const begin = performance.now();
  for (let share = 0; share < 1 && !end.aborted; ) {
    await new Promise(requestAnimationFrame);
    share = Math.min(1, (performance.now() - begin) / 1000 / seconds);
    show(share);
    progress(share);
  }
  await sleep(2000 / PICTURES); // the last picture is taken, too
  // An encoder that cannot follow has made no picture yet: the last one stands until it has.
  for (let waited = 0; bytes < HEAD && waited < LONGEST_WAIT && !end.aborted; waited += 200) {
    show(1);
    await sleep(200);
  }
  recorder.stop();
  await stopped;
  return end.aborted ? null : new Blob(pieces, { type: format });
}
