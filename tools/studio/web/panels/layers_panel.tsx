// What is shown of the robot, and for which parts of it.
import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";
import { changeLayers, layers, showCounts, showLoads, shownCentres, shownContacts } from "../layout";
import { isStandalone } from "../standalone";
import { scene, text } from "../state";
import type { Extent, Layers } from "../view3d/view";
import { MarkSize } from "./mark_size";

interface ChoiceProps<Value extends string> {
  name: string;
  value: Value;
  choices: readonly [Value, string][];
  choose: (value: Value) => void;
}

function Choice<Value extends string>({ name, value, choices, choose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div class="layer">
      <label for={id}>{name}</label>
      <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value as Value)}>
        {choices.map(([word, title]) => (
          <option key={word} value={word}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

const Switch = ({ name, shows }: { name: string; shows: Signal<boolean> }) => (
  <label class="check">
    <input type="checkbox" checked={shows.value} onChange={(event) => (shows.value = event.currentTarget.checked)} />
    {name}
  </label>
);

export function LayersPanel({ close }: { close: () => void }) {
  const t = text.value;
  const now = layers.value;
  const extents: [Extent, string][] = [["none", t.extentNone], ["selected", t.extentSelected], ["all", t.extentAll]];
  const extent = (name: string, key: "frames" | "joints" | "masses" | "inertia") => (
    <Choice name={name} value={now[key]} choices={extents} choose={(value) => changeLayers({ [key]: value })} />
  );
  const shapes: [Layers["shapes"], string][] = [["visual", t.visual], ["collision", t.collision], ["both", t.both], ["none", t.extentNone]];
  return (
    <section class="layers" id="layers" aria-label={t.layers}>
      <div class="title">
        <h2>{t.layers}</h2>
        <button class="small" onClick={close}>
          {t.close}
        </button>
      </div>
      <Choice name={t.shapes} value={now.shapes} choices={shapes} choose={(value) => changeLayers({ shapes: value })} />
      <label class="layer">
        <span>{t.opacity}</span>
        <input type="range" min="0.1" max="1" step="0.05" value={now.opacity} onInput={(event) => changeLayers({ opacity: event.currentTarget.valueAsNumber })} />
      </label>
      {extent(t.frames, "frames")}
      {extent(t.jointAxes, "joints")}
      {scene.value?.assembly && (
        <Choice name={t.views.contacts} value={shownContacts.value} choices={extents} choose={(value) => (shownContacts.value = value)} />
      )}
      {extent(t.centresOfMass, "masses")}
      {(["branch", "whole"] as const).map((key) => (
        <label key={key} class="check">
          <input
            type="checkbox"
            checked={shownCentres.value[key]}
            onChange={(event) => (shownCentres.value = { ...shownCentres.value, [key]: event.currentTarget.checked })}
          />
          {key === "branch" ? t.views.showCentreBranch : t.views.showCentreWhole}
        </label>
      ))}
      {extent(t.inertias, "inertia")}
      <Choice
        name={t.inertiaForm}
        value={now.inertiaForm}
        choices={[["box", t.equalBox], ["ellipsoid", t.equalEllipsoid]]}
        choose={(value) => changeLayers({ inertiaForm: value })}
      />
      {!isStandalone && (
        <>
          <Switch name={t.gravityColors} shows={showLoads} />
          <Switch name={t.views.findingCounts} shows={showCounts} />
        </>
      )}
      <MarkSize look="layer" />
    </section>
  );
}
