// Language, theme, units, grid and marks. They take effect at once, and the program keeps them.
import { choosePreferences, preferences, text } from "../state";
import { languages } from "../text/text";
import { MarkSize } from "./mark_size";
import { Modal } from "./modal";
import { Units } from "./units";

export function SettingsDialog() {
  const t = text.value;
  return (
    <Modal title={t.settings}>
      <label class="field">
        {t.language}
        <select
          value={preferences.value.language}
          onChange={(event) => void choosePreferences({ language: event.currentTarget.value })}
        >
          <option value="">{t.fromBrowser}</option>
          {Object.entries(languages).map(([code, texts]) => (
            <option key={code} value={code} lang={code}>
              {texts.languageName}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {t.theme}
        <select
          value={preferences.value.theme}
          onChange={(event) => void choosePreferences({ theme: event.currentTarget.value })}
        >
          <option value="">{t.themeSystem}</option>
          <option value="light">{t.themeLight}</option>
          <option value="dark">{t.themeDark}</option>
        </select>
      </label>
      <div class="field">
        {t.units}
        <div class="choices">
          <Units />
        </div>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={preferences.value.grid !== "off"}
          onChange={(event) => void choosePreferences({ grid: event.currentTarget.checked ? "" : "off" })}
        />
        {t.gridOnGround}
      </label>
      <MarkSize look="field" />
    </Modal>
  );
}
