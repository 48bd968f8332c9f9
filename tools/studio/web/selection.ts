// What is selected: one link or joint. It is told by its name when a file is read again.
import { computed, effect, signal } from "@preact/signals";
import type { Entity, Scene } from "./scene";
import { announcement, drawnScene, text } from "./state";
import { structureOf } from "./structure";

export const selection = signal<Entity | null>(null);
// Grows when the camera should go to what is selected.
export const flights = signal(0);

const namesOf = (of: Scene, kind: Entity["kind"]) => (kind === "joint" ? of.model?.joints : of.model?.links) ?? [];

export const nameOf = (of: Scene, { kind, index }: Entity): string => namesOf(of, kind)[index]?.name || text.value.unnamed;

export function select(entity: Entity | null, fly = false): void {
  selection.value = entity;
  const now = drawnScene.value;
  if (entity && now) announcement.value = text.value.selected(text.value[entity.kind === "joint" ? "joint" : "link"], nameOf(now, entity));
  if (entity && fly) flights.value += 1;
}

// The link that stands for what is selected: of a joint, its child. −1: nothing.
export const selectedLink = computed(() => {
  const now = drawnScene.value;
  const one = selection.value;
  if (!now || !one) return -1;
  if (one.kind === "joint") return structureOf(now).children[one.index] ?? -1;
  return one.kind === "link" ? one.index : -1;
});

export const selectedJoint = computed(() => {
  const one = selection.value;
  if (!one) return -1;
  return one.kind === "joint" ? one.index : (drawnScene.value?.links[selectedLink.value]?.parent_joint ?? -1);
});

let known: Scene | null = null;
effect(() => {
  const now = drawnScene.value;
  const before = known;
  known = now;
  const one = selection.peek();
  if (!one || now === before) return;
  const name = before && namesOf(before, one.kind)[one.index]?.name;
  const isSameRobot = before && now && before.file === now.file && before.robot === now.robot;
  const index = isSameRobot ? namesOf(now, one.kind).findIndex((entity) => entity.name === name) : -1;
  selection.value = index < 0 ? null : { kind: one.kind, index };
});

// An editor that shows this page in a panel hears what is selected here, by name, and selects what its cursor stands in: of the names
// that it sends, the first one that the robot has. The function is there in such a panel alone, and may be called once.
const host = (globalThis as { acquireVsCodeApi?: () => { postMessage: (message: unknown) => void } }).acquireVsCodeApi?.();
if (host) {
  let heard: Entity | null = null; // came from the editor: it is not sent back
  effect(() => {
    const one = selection.value;
    const now = drawnScene.peek();
    if (!one || !now || one === heard) return;
    if (one.kind === "link" || one.kind === "joint") host.postMessage({ selected: { kind: one.kind, name: nameOf(now, one) } });
  });
  addEventListener("message", ({ data }: MessageEvent<{ select?: string[] }>) => {
    const now = drawnScene.peek();
    for (const name of now ? (data.select ?? []) : []) {
      for (const kind of ["link", "joint"] as const) {
        const index = namesOf(now!, kind).findIndex((entity) => entity.name === name);
        if (index < 0) continue;
        heard = { kind, index };
        select(heard);
        return;
      }
    }
  });
}
