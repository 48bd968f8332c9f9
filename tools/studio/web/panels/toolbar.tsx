// Where one looks from, and what is shown.
import { signal } from "@preact/signals";
import { choosePreferences, dialog, preferences, text } from "../state";
import { view, viewChanges } from "../space";
import type { ViewName } from "../view3d/view";
import { dragsJoints } from "../joint_drag";
import { areCamerasOpen, CamerasPanel } from "./cameras";
import { LayersPanel } from "./layers_panel";

const names: ViewName[] = ["+x", "-x", "+y", "-y", "+z", "-z"];
const areLayersOpen = signal(false);

export function Toolbar() {
  const t = text.value;
  void viewChanges.value;
  const now = view.value;
  if (!now) return null;
  const hasGrid = preferences.value.grid !== "off";
  const isParallel = now.camera.parallel;
  return (
    <div class="toolbar" role="toolbar" aria-label={t.toolbar} onKeyDown={(event) => event.key === "Escape" && (areLayersOpen.value = areCamerasOpen.value = false)}>
      <div class="toolbar-row">
        <div class="group" role="group" aria-label={t.viewFrom}>
          {names.map((name) => (
            <button key={name} aria-label={t.viewAlong(name.toUpperCase().replace("-", "−"))} title={t.viewAlong(name.toUpperCase().replace("-", "−"))} onClick={() => now.look(name)}>
              {name.toUpperCase().replace("-", "−")}
            </button>
          ))}
          <button onClick={() => now.look("iso")}>{t.isometric}</button>
        </div>
        <div class="group">
          <button onClick={() => now.fit()}>{t.fitAll}</button>
          <button onClick={() => now.fitSelection()}>{t.fitSelection}</button>
        </div>
        <div class="group">
          <button aria-pressed={isParallel} onClick={() => now.setParallel(!isParallel)}>
            {t.parallel}
          </button>
          <button aria-pressed={hasGrid} onClick={() => void choosePreferences({ grid: hasGrid ? "off" : "" })}>
            {t.grid}
          </button>
          <button aria-pressed={dragsJoints.value} title={t.views.dragJointsHint} onClick={() => (dragsJoints.value = !dragsJoints.value)}>
            {t.views.dragJoints}
          </button>
          <button onClick={() => (dialog.value = "picture")}>{t.picture}</button>
          <button onClick={() => (dialog.value = "video")}>{t.views.video}</button>
          <button
            aria-expanded={areCamerasOpen.value}
            aria-controls="cameras"
            onClick={() => {
              areCamerasOpen.value = !areCamerasOpen.value;
              areLayersOpen.value = false;
            }}
          >
            {t.views.cameras} <span aria-hidden="true">▾</span>
          </button>
          <button
            aria-expanded={areLayersOpen.value}
            aria-controls="layers"
            onClick={() => {
              areLayersOpen.value = !areLayersOpen.value;
              areCamerasOpen.value = false;
            }}
          >
            {t.layers} <span aria-hidden="true">▾</span>
          </button>
        </div>
      </div>
      {areCamerasOpen.value && <CamerasPanel />}
      {areLayersOpen.value && <LayersPanel close={() => (areLayersOpen.value = false)} />}
    </div>
  );
}
