// The manual's two pickers of Matched Axes. A pair is one of the four turns; the file gets exactly this pair.
import { text } from "../state";
import { change } from "./assembling";
import type { Joining } from "./joining";

export function MatchedAxes({ now }: { now: Joining }) {
  const t = text.value.assemble;
  const { choices, pair } = now;
  if (choices === null || pair === null) return null;
  const unique = (axes: string[]) => [...new Set(axes)];
  const choose = (parent: string, child: string) => {
    const found = choices.matched.find((one) => one.parent_matched_axis === parent && one.child_matched_axis === child);
    if (found) change({ pair: found });
  };
  const pickers: { label: string; axes: string[]; value: string; take: (axis: string) => void }[] = [
    {
      label: t.parentMatchedAxis,
      axes: unique(choices.matched.map((one) => one.parent_matched_axis)),
      value: pair.parent_matched_axis,
      take: (axis) => choose(axis, pair.child_matched_axis),
    },
    {
      label: t.childMatchedAxis,
      axes: unique(choices.matched.map((one) => one.child_matched_axis)),
      value: pair.child_matched_axis,
      take: (axis) => choose(pair.parent_matched_axis, axis),
    },
  ];
  return (
    <details>
      <summary>{t.matchedAxes}</summary>
      {pickers.map(({ label, axes, value, take }) => (
        <label class="field" key={label}>
          {label}
          <select value={value} onChange={(event) => take(event.currentTarget.value)}>
            {axes.map((axis) => (
              <option key={axis} value={axis}>
                {axis}
              </option>
            ))}
          </select>
        </label>
      ))}
    </details>
  );
}
