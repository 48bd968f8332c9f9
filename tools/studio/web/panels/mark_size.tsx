// How large marks are: at once in the space, and kept when the slider is let go.
import { choosePreferences, preferences, text } from "../state";

export const MarkSize = ({ look }: { look: string }) => (
  <label class={look}>
    <span>{text.value.markSize}</span>
    <input
      type="range"
      min="0.3"
      max="3"
      step="0.1"
      value={preferences.value.marks || "1"}
      onInput={(event) => (preferences.value = { ...preferences.value, marks: event.currentTarget.value })}
      onChange={(event) => void choosePreferences({ marks: event.currentTarget.value })}
    />
  </label>
);
