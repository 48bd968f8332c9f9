// Measures between two places that were selected one after the other.
import { measure, vector } from "../format";
import { from, inFrameOf, type MeasuredPlace, measured, offered, to } from "../measure";
import { announcement, text } from "../state";

const kinds = () => {
  const t = text.value;
  return { frame: t.frameOrigin, com: t.centreOfMass, joint: t.joint, point: t.views.point, corner: t.views.corner };
};
const title = (place: MeasuredPlace | null) => (place ? `${kinds()[place.kind]}: ${place.name}` : text.value.nothingChosen);

function Row({ name, place, take }: { name: string; place: MeasuredPlace | null; take: (place: MeasuredPlace) => void }) {
  const t = text.value;
  return (
    <fieldset class="options">
      <legend>
        {name}: {title(place)}
      </legend>
      <div class="buttons">
        {offered.value.map((one) => (
          <button key={one.kind} class="small" onClick={() => take(one)}>
            {kinds()[one.kind]}: {one.name}
          </button>
        ))}
        {offered.value.length === 0 && <span class="hint">{t.selectToMeasure}</span>}
      </div>
    </fieldset>
  );
}

export function MeasurePanel() {
  const t = text.value;
  const result = measured.value;
  const copy = (said: string) =>
    void navigator.clipboard.writeText(said).then(() => (announcement.value = t.copied));
  const said = result
    ? [
        `${t.distance} ${measure(result.distance, "length")}`,
        `(${vector(result.vector, "length")})`,
        ...(result.angle === null ? [] : [`${t.angle} ${measure(result.angle, "angle")}`]),
      ].join(", ")
    : "";
  return (
    <details class="measure">
      <summary>{t.measure}</summary>
      <Row name={t.fromPlace} place={from.value} take={(place) => (from.value = place)} />
      <Row name={t.toPlace} place={to.value} take={(place) => (to.value = place)} />
      {result && (
        <>
          <label class="field">
            {t.inFrame}
            <select value={inFrameOf.value} onChange={(event) => (inFrameOf.value = event.currentTarget.value as "ground" | "from")}>
              <option value="ground">{"{g}"}</option>
              <option value="from">{title(from.value)}</option>
            </select>
          </label>
          <dl class="facts" aria-live="polite">
            <div>
              <dt>{t.distance}</dt>
              <dd>{measure(result.distance, "length")}</dd>
            </div>
            <div>
              <dt>x, y, z</dt>
              <dd>{vector(result.vector, "length")}</dd>
            </div>
            {result.angle !== null && (
              <div>
                <dt>{t.angle}</dt>
                <dd>{measure(result.angle, "angle")}</dd>
              </div>
            )}
          </dl>
          <p>
            <button class="small" onClick={() => copy(said)}>
              {t.copy}
            </button>
          </p>
        </>
      )}
    </details>
  );
}
