// The units in which numbers are shown and typed. They are kept with the other settings.
import { angleUnit, lengthUnit } from "../joints";
import { choosePreferences, text } from "../state";

export function Units() {
  const t = text.value;
  return (
    <>
      <select aria-label={t.angleUnit} value={angleUnit.value} onChange={(event) => void choosePreferences({ angle: event.currentTarget.value })}>
        <option value="deg">°</option>
        <option value="rad">rad</option>
      </select>
      <select aria-label={t.lengthUnit} value={lengthUnit.value} onChange={(event) => void choosePreferences({ length: event.currentTarget.value })}>
        <option value="mm">mm</option>
        <option value="m">m</option>
      </select>
    </>
  );
}
