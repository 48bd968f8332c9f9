// Poses with names: one is chosen from a list, and the one that is shown gets a name.
import { useState } from "preact/hooks";
import { forgetPose, goToPose, keepPose, namedPoses } from "../kept_views";
import { text } from "../state";

export function NamedPoses() {
  const t = text.value.views;
  const [name, setName] = useState("");
  const [shown, setShown] = useState("");
  const chosen = namedPoses.value.some((pose) => pose.name === shown) ? shown : "";
  return (
    <details class="named-poses">
      <summary>
        {t.poses} ({namedPoses.value.length})
      </summary>
      {namedPoses.value.length > 0 && (
        <div class="buttons">
          <select
            aria-label={t.poses}
            value={chosen}
            onChange={(event) => {
              setShown(event.currentTarget.value);
              goToPose(event.currentTarget.value);
            }}
          >
            <option value="">{t.choosePose}</option>
            {namedPoses.value.map((pose) => (
              <option key={pose.name} value={pose.name}>
                {pose.name}
              </option>
            ))}
          </select>
          <button class="small" disabled={chosen === ""} onClick={() => goToPose(chosen)}>
            {t.goToPose}
          </button>
          <button class="small" disabled={chosen === ""} onClick={() => void forgetPose(chosen)}>
            {t.forgetPose}
          </button>
        </div>
      )}
      <form
        class="buttons"
        onSubmit={(event) => {
          event.preventDefault();
          void keepPose(name.trim());
          setShown(name.trim());
          setName("");
        }}
      >
        <input type="text" maxLength={80} aria-label={t.poseName} placeholder={t.poseName} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        <button class="small" disabled={name.trim() === ""}>
          {t.keepPose}
        </button>
      </form>
    </details>
  );
}
