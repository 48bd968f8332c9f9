// Where the program wants the robot, beside the log of its run that is played: a second robot, half transparent.
import { computed, signal } from "@preact/signals";
import { otherGhosts } from "../compare";
import { ghostsOf } from "../robot_ghosts";
import type { RGBA } from "../scene";
import { drawnScene } from "../state";
import type { Ghost } from "../view3d/view";
import { playing } from "./player";

export const TARGET: RGBA = [0.15, 0.4, 0.95, 0.35];

export const showTarget = signal(true);

const log = computed(() => playing.value?.log); // one and the same while it is played

// The robot of the log is the one that is shown, unless another one was opened since.
export const targetGhosts = computed((): Ghost[] => {
  const now = drawnScene.value;
  const poses = log.value?.target_poses ?? [];
  if (!showTarget.value || now === null || poses.length === 0 || poses.length !== 12 * now.links.length) return [];
  return ghostsOf(now, TARGET, otherGhosts.value.length, poses);
});
