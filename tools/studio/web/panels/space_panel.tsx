// The space in the middle: the canvas, its tool bar, and what is to be said about the picture.
import { useEffect, useRef } from "preact/hooks";
import { assembly } from "../assemble/assembling";
import { allowBlock, dropBlock } from "../assemble/dragging";
import { isTurnable } from "../assemble/turning";
import { showLoads } from "../layout";
import { nameOf } from "../selection";
import { hasNoWebGL, hover, openView, view, viewChanges } from "../space";
import { dialog, drawnScene, scene, text } from "../state";
import { loadStops } from "../view3d/loads";
import { Toolbar } from "./toolbar";

function Hover() {
  const now = drawnScene.value;
  const what = hover.value?.what;
  if (!now || !hover.value || what?.kind !== "link") return null;
  return (
    <div class="hover" aria-hidden="true" style={{ transform: `translate(${hover.value.x + 14}px, ${hover.value.y + 14}px)` }}>
      {nameOf(now, what)}
    </div>
  );
}

function Legend() {
  const t = text.value;
  if (!showLoads.value) return null;
  return (
    <div class="legend">
      <p>{t.gravityLegend}</p>
      <ul class="plain">
        {loadStops.map(([share, color]) => (
          <li key={share}>
            <span class="swatch" style={{ background: `#${color.toString(16).padStart(6, "0")}` }} />
            {share}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Notices() {
  const t = text.value;
  void viewChanges.value;
  const missing = drawnScene.value?.meshes.filter(({ found }) => !found) ?? [];
  return (
    <div class="notices">
      {scene.value?.stale && <p class="banner warn">⚠ {t.stale}</p>}
      {missing.length > 0 && (
        <p class="banner">
          ✕ {t.missingMeshes(missing.length)}{" "}
          {missing.some(({ name }) => name.includes("://")) && (
            <button class="link-like" onClick={() => (dialog.value = "look-in")}>
              {t.lookInFolder}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

export function SpacePanel() {
  const t = text.value;
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  useEffect(() => (canvas.current && labels.current ? openView(canvas.current, labels.current) : undefined), []);
  if (hasNoWebGL.value) return <p class="notice">{t.noWebGL}</p>;
  return (
    <>
      {view.value && <Toolbar />}
      <div class="canvas" onDragOver={allowBlock} onDrop={dropBlock}>
        <canvas ref={canvas} class={isTurnable() && hover.value?.what.kind === "ghost" ? "turnable" : undefined} tabIndex={0} role="application" aria-label={t.spaceKeys} />
        <div class="labels" aria-hidden="true" ref={labels} />
        <Notices />
        <Hover />
        <Legend />
        {scene.value !== null && drawnScene.value === null && (
          <p class="no-picture">{assembly.value?.parts.length === 0 ? t.assemble.baseFirst : t.noModel}</p>
        )}
      </div>
    </>
  );
}
