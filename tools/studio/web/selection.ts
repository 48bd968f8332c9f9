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

// The first link or joint of a name, or null.
export function entityOf(of: Scene, name: string): Entity | null {
  for (const kind of ["link", "joint"] as const) {
    const index = namesOf(of, kind).findIndex((entity) => entity.name === name);
    if (index >= 0) return { kind, index };
  }
  return null;
}

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
