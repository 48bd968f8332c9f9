// The panel of an editor that holds this page. The editor hears what is selected here, by name, and selects what its cursor stands in.
// It loads the page anew for each saved change: what it remembers of the panel brings back camera, positions and selection.
import { effect } from "@preact/signals";
import { positions } from "./joints";
import { jointsOf, keyOf, type NamedPose, positionsOf, readCamera } from "./kept_views";
import type { Entity } from "./scene";
import { entityOf, nameOf, select, selection } from "./selection";
import { fits, view, viewChanges } from "./space";
import { drawnScene } from "./state";

interface Host {
  postMessage: (message: unknown) => void;
  getState: () => unknown;
  setState: (state: unknown) => void;
}

// The function is there in such a panel alone, and may be called once.
const host = (globalThis as { acquireVsCodeApi?: () => Host }).acquireVsCodeApi?.();

interface Kept {
  robot: string;
  camera: unknown;
  joints: NamedPose["joints"];
  selected: string;
}

const KEPT_MS = 100; // a movement is kept once, at its end

if (host) {
  let heard: Entity | null = null; // came from the editor: it is not sent back
  const hear = (name: string): boolean => {
    const now = drawnScene.peek();
    const entity = now && entityOf(now, name);
    if (!entity) return false;
    heard = entity;
    select(entity);
    return true;
  };
  effect(() => {
    const one = selection.value;
    const now = drawnScene.peek();
    if (!one || !now || one === heard) return;
    if (one.kind === "link" || one.kind === "joint") host.postMessage({ selected: { kind: one.kind, name: nameOf(now, one) } });
  });
  // Of the names that the editor sends, the first one that the robot has counts.
  addEventListener("message", ({ data }: MessageEvent<{ select?: string[] }>) => void data.select?.some(hear));

  const bringBack = () => {
    const [now, made, kept] = [drawnScene.peek(), view.peek(), host.getState() as Kept | null | undefined];
    if (!now || !made || kept?.robot !== keyOf(now)) return;
    const camera = readCamera(kept.camera);
    if (camera) {
      made.camera.comeBack(camera);
      made.cameraChanged();
    }
    positions.value = positionsOf(now, kept);
    hear(kept.selected);
  };
  let isBack = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    void [viewChanges.value, positions.value, selection.value];
    const [now, made] = [drawnScene.value, view.value];
    if (!now || !made || fits.value === 0) return;
    if (!isBack) {
      isBack = true;
      return bringBack();
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      const one = selection.peek();
      const selected = one ? nameOf(now, one) : "";
      host.setState({ robot: keyOf(now), camera: made.camera.keep(), joints: jointsOf(now), selected } satisfies Kept);
    }, KEPT_MS);
  });
}
