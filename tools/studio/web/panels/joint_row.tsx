// One variable of a joint: whose it is, where it is, how far it may go.
import { useState } from "preact/hooks";
import { angleUnit, isOutside, lengthUnit, positionOf, positions, rangeOf, setPosition, setQuaternion, type Unit, unitOf } from "../joints";
import { quaternion, rotationVector } from "../rotation";
import type { SceneJoint, Variable } from "../scene";
import { select, selectedJoint } from "../selection";
import { drawnScene, poses, text } from "../state";

const TICKS = 200; // steps of a slider

const rounded = (value: number, digits: number) => {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
};

// Which of several variables this is, by letters that are the same in every language.
function partName({ variables }: SceneJoint, index: number): string {
  if (variables.length === 1) return "";
  const first = variables.findIndex(({ kind }) => kind === "quaternion");
  if (first >= 0 && index >= first) return ["rx", "ry", "rz"][index - first] ?? "";
  if (variables[index]!.kind === "angle") return variables.filter(({ kind }) => kind === "angle").length > 1 ? `r${"xyz"[index]}` : "rz";
  return "xyz"[index] ?? "";
}

interface Value {
  now: number; // rad or m
  set: (value: number) => void;
  row: Variable;
}

function valueOf(joint: number, index: number, of: SceneJoint): Value {
  const row = of.variables[index]!;
  if (row.kind !== "quaternion") {
    return { now: positionOf(drawnScene.value!, joint, index), set: (value) => setPosition(of.q + index, value), row };
  }
  // The parts of the rotation vector, each between −180° and 180°.
  const first = of.q + of.variables.findIndex(({ kind }) => kind === "quaternion");
  const part = of.q + index - first;
  const vector = rotationVector(positions.value, first);
  const set = (value: number) => {
    vector[part] = value;
    setQuaternion(first, quaternion(vector));
  };
  return { now: vector[part]!, set, row: { kind: "angle", lower: -Math.PI, upper: Math.PI, neutral: 0 } };
}

function load(joint: number, of: SceneJoint): string {
  const value = poses.value?.loads[joint];
  if (value === undefined || Number.isNaN(value)) return "";
  const unit = of.variables[0]?.kind === "length" ? "N" : "Nm";
  const share = of.effort ? ` (${Math.round((100 * Math.abs(value)) / of.effort)} %)` : "";
  return `${rounded(value, 2)} ${unit}${share}`;
}

function Limit({ value, unit }: { value: number | null; unit: Unit }) {
  return <span>{value === null ? "∞" : rounded(value / unit.scale, unit.digits)}</span>;
}

export function JointRow({ joint, variable, height }: { joint: number; variable: number; height: number }) {
  const t = text.value;
  const now = drawnScene.value;
  const of = now?.joints[joint];
  if (!now || !of) return null;
  void angleUnit.value, void lengthUnit.value;
  const { now: value, set, row } = valueOf(joint, variable, of);
  const unit = unitOf(row.kind);
  const range = rangeOf(row);
  const name = now.model?.joints[joint]?.name || t.unnamed;
  const part = partName(of, variable);
  const label = part === "" ? name : `${name} ${part}`;
  const leader = of.follows ? (now.model?.joints[of.follows.joint]?.name ?? "") : "";
  const outside = isOutside(row, value);
  return (
    <div
      role="listitem"
      class={`joint-row ${outside ? "outside" : ""}`}
      style={{ height: `${height}px` }}
      aria-current={selectedJoint.value === joint ? "true" : undefined}
    >
      <div class="joint-head">
        <button class="link-like" onClick={() => select({ kind: "joint", index: joint })}>
          {name}
        </button>
        {part !== "" && <span class="part">{part}</span>}
        {leader !== "" && <span class="hint">{t.follows(leader)}</span>}
        {outside && <span class="warn">⚠ {t.outside}</span>}
        <span class="gap" />
        <span class="hint number" title={t.gravityLoad}>{variable === 0 ? load(joint, of) : ""}</span>
      </div>
      <div class="joint-value">
        <span class="hint number limit"><Limit value={row.lower} unit={unit} /></span>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={`${rounded(value / unit.scale, unit.digits)} ${unit.name}`}
          min={range.lower}
          max={range.upper}
          step={(range.upper - range.lower) / TICKS || 1e-6}
          value={value}
          disabled={of.follows !== null}
          onInput={(event) => set(event.currentTarget.valueAsNumber)}
          onFocus={() => select({ kind: "joint", index: joint })}
        />
        <span class="hint number limit"><Limit value={row.upper} unit={unit} /></span>
        <NumberField label={t.valueOf(label, unit.name)} value={value} unit={unit} row={row} disabled={of.follows !== null} set={set} />
        <span class="unit" aria-hidden="true">{unit.name}</span>
      </div>
    </div>
  );
}

interface FieldProps {
  label: string;
  value: number;
  unit: Unit;
  row: Variable;
  disabled: boolean;
  set: (value: number) => void;
}

// What is typed counts when it is finished. It stays within the limits, unless going beyond them is allowed.
function NumberField({ label, value, unit, row, disabled, set }: FieldProps) {
  // What is typed so far; poses that come meanwhile do not change it.
  const [typed, setTyped] = useState<string | null>(null);
  const take = (text: string) => {
    const number = Number(text.replace(",", ".").replace("−", "-").trim());
    const { lower, upper, isLimited } = rangeOf(row);
    if (text.trim() !== "" && Number.isFinite(number)) {
      const wanted = number * unit.scale;
      set(isLimited ? Math.min(upper, Math.max(lower, wanted)) : wanted);
    }
    setTyped(null);
  };
  return (
    <input
      class="number"
      type="text"
      inputMode="decimal"
      aria-label={label}
      value={typed ?? rounded(value / unit.scale, unit.digits)}
      disabled={disabled}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
}
