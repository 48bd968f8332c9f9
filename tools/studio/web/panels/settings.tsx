// Language and theme. They take effect at once and are kept by the program.
import { choosePreferences, preferences, text } from "../state";
import { languages } from "../text/text";
import { Modal } from "./modal";

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
    </Modal>
  );
}
