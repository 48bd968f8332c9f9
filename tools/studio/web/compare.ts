// The comparison with a second robot: what differs, and the robot as ghosts in the same pose.
import { computed, effect, signal } from "@preact/signals";
import { showPanel } from "./layout";
import { positions } from "./joints";
import { ghostsOf } from "./robot_ghosts";
import type { Comparison, Difference, RGBA } from "./scene";
import { select } from "./selection";
import * as server from "./server";
import { announcement, askPoses, attempt, currentRevision, dialog, drawnScene, scene, text } from "./state";
import type { Ghost } from "./view3d/view";

export const OTHER: RGBA = [0.85, 0.45, 0.1, 0.4];

export const compared = signal<Comparison | null>(null);

export const compareTo = (path: string) =>
  attempt(async () => {
    compared.value = await server.compareWith(currentRevision(), path);
    dialog.value = null;
    showPanel("differences");
    const { comparison } = compared.value;
    announcement.value = comparison.same ? text.value.sameRobot : text.value.differenceCount(comparison.differences.length);
    // The poses of both come together.
    if (drawnScene.value) askPoses(drawnScene.value, positions.value);
  });

export const stopComparing = () =>
  attempt(async () => {
    compared.value = null;
    showPanel("properties");
    await server.endComparison();
  });

export const otherGhosts = computed((): Ghost[] => (compared.value ? ghostsOf(compared.value.other, OTHER) : []));

// Goes to what a difference is about, where the open robot has it.
export function showDifference({ entity, name }: Difference): void {
  const model = drawnScene.value?.model;
  const list = entity === "link" ? model?.links : entity === "joint" ? model?.joints : undefined;
  const index = list?.findIndex((one) => one.name === name) ?? -1;
  if (index >= 0) select({ kind: entity === "link" ? "link" : "joint", index }, true);
}

// What is read again is compared again; of another file nothing stays.
let file = "";
effect(() => {
  const now = scene.value;
  const known = compared.peek();
  if (now === null || known === null || known.revision === now.revision) {
    file = now?.file ?? "";
    return;
  }
  if (now.file === file && now.status === "ok") void compareTo(known.path);
  else compared.value = null;
  file = now.file;
});
