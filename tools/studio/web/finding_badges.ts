// How many problems links and joints have, as signs in the space. A click leads to their list.
import { computed } from "@preact/signals";
import { showCounts } from "./layout";
import { countWords, problemCounts, showProblemsOf } from "./problem_filter";
import { nameOf } from "./selection";
import { drawnScene, text } from "./state";
import { structureOf } from "./structure";
import type { Badge } from "./view3d/view";

const MOST = 100; // more would hide the robot

export const findingBadges = computed((): Badge[] => {
  const now = drawnScene.value;
  if (!now || !showCounts.value) return [];
  return problemCounts.value.slice(0, MOST).flatMap(({ entity, counts }): Badge[] => {
    const isJoint = entity.kind === "joint";
    const link = isJoint ? (structureOf(now).parents[entity.index] ?? -1) : entity.index;
    const frame = isJoint ? now.joints[entity.index]?.frame : null;
    if (link < 0 || frame === undefined) return [];
    return [
      {
        link,
        point: frame && frame.slice(9),
        words: countWords(counts).map(({ severity, text: word }) => ({ text: word, look: severity })),
        title: text.value.views.findingsOf(nameOf(now, entity)),
        take: () => showProblemsOf(now, entity),
      },
    ];
  });
});
