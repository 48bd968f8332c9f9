// Four cameras to come back to.
import { signal } from "@preact/signals";
import { cameras, goToCamera, keepCamera } from "../kept_views";
import { text } from "../state";

export const areCamerasOpen = signal(false);

export function CamerasPanel() {
  const t = text.value.views;
  return (
    <section class="layers" id="cameras" aria-label={t.cameras}>
      <div class="title">
        <h2>{t.cameras}</h2>
        <button class="small" onClick={() => (areCamerasOpen.value = false)}>
          {text.value.close}
        </button>
      </div>
      <ul class="plain cameras">
        {cameras.value.map((place, slot) => (
          <li key={slot}>
            <button disabled={place === null} onClick={() => goToCamera(slot)} aria-keyshortcuts={String(slot + 1)}>
              {place === null ? t.cameraEmpty(slot + 1) : t.camera(slot + 1)}
            </button>
            <button class="small" aria-label={t.keepCameraAs(slot + 1)} onClick={() => void keepCamera(slot)} aria-keyshortcuts={`Shift+${slot + 1}`}>
              {t.keepCamera}
            </button>
          </li>
        ))}
      </ul>
      <p class="hint">{t.camerasHint}</p>
    </section>
  );
}
