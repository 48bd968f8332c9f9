// The space in the middle: the canvas, its tool bar, and what is to be said about the picture.
import { useEffect, useRef } from "preact/hooks";
import { assembly } from "../assemble/assembling";
import { allowBlock, dropBlock } from "../assemble/dragging";
import { TARGET, targetGhosts } from "../assemble/target";
import { isTurnable } from "../assemble/turning";
import { compared, OTHER } from "../compare";
import { showLoads } from "../layout";
import type { RGBA } from "../scene";
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

const Swatch = ({ color }: { color: string }) => <span class="swatch" style={{ background: color }} />;
const shown = ([r, g, b]: RGBA) => `rgb(${255 * r} ${255 * g} ${255 * b})`;

function LoadLegend() {
  return (
    <>
      <p>{text.value.gravityLegend}</p>
      <ul class="plain">
        {loadStops.map(([share, color]) => (
          <li key={share}>
            <Swatch color={`#${color.toString(16).padStart(6, "0")}`} />
            {share}
          </li>
        ))}
      </ul>
    </>
  );
}

// What colours mean, and who stands beside the robot.
function Legend() {
  const t = text.value;
  const beside: [string, RGBA][] = [];
  if (compared.value) beside.push([t.comparedRobot(compared.value.path), OTHER]);
  if (targetGhosts.value.length > 0) beside.push([t.generate.targetLegend, TARGET]);
  if (!showLoads.value && beside.length === 0) return null;
  return (
    <div class="legend">
      {showLoads.value && <LoadLegend />}
      {beside.map(([name, color]) => (
        <p key={name}>
          <Swatch color={shown(color)} />
          {name}
        </p>
      ))}
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
