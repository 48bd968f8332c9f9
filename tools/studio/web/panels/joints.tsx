// Every joint that moves: a slider within its limits, and its value to type.
import { applyPreset, beyondLimits, movingJoints, type Preset } from "../joints";
import { selectedJoint } from "../selection";
import { drawnScene, text } from "../state";
import { JointRow } from "./joint_row";
import { NamedPoses } from "./named_poses";
import { Units } from "./units";
import { VirtualList } from "./virtual_list";

const ROW = 64; // CSS pixels, of a row with one variable

interface Row {
  joint: number;
  variable: number; // index among those of the joint
}

// A turn of a ball or floating joint is three rows: the parts of its rotation vector.
function rowsOf(joints: readonly number[]): Row[] {
  const now = drawnScene.value;
  return joints.flatMap((joint) => {
    const variables = now?.joints[joint]?.variables ?? [];
    const first = variables.findIndex(({ kind }) => kind === "quaternion");
    const rows = variables.flatMap(({ kind }, variable) => (kind === "quaternion" && variable === first + 3 ? [] : [{ joint, variable }]));
    return rows;
  });
}

const presets: Preset[] = ["reset", "zero", "middle", "random"];

export function Joints() {
  const t = text.value;
  const rows = rowsOf(movingJoints.value);
  if (rows.length === 0) return <p class="hint empty">{t.noJoints}</p>;
  const names = { reset: t.presetReset, zero: t.presetZero, middle: t.presetMiddle, random: t.presetRandom };
  return (
    <div class="joints">
      <div class="tools">
        <div class="buttons" role="group" aria-label={t.allJoints}>
          {presets.map((preset) => (
            <button key={preset} class="small" onClick={() => applyPreset(preset)}>
              {names[preset]}
            </button>
          ))}
        </div>
        <div class="choices">
          <label class="check">
            <input type="checkbox" checked={beyondLimits.value} onChange={(event) => (beyondLimits.value = event.currentTarget.checked)} />
            {t.beyondLimits}
          </label>
          <span class="gap" />
          <Units />
        </div>
        <NamedPoses />
      </div>
      <VirtualList
        class="rows"
        role="list"
        aria-label={t.jointList}
        count={rows.length}
        rowHeight={ROW}
        shown={rows.findIndex(({ joint }) => joint === selectedJoint.value)}
        shownKey={selectedJoint.value}
        row={(index) => {
          const { joint, variable } = rows[index]!;
          return <JointRow key={`${joint} ${variable}`} joint={joint} variable={variable} height={ROW} />;
        }}
      />
    </div>
  );
}
