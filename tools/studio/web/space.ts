// The 3D view of the page, and what ties it to the rest: the robot, its poses, the selection, the layers, the theme.
import { effect, signal } from "@preact/signals";
import { findingBadges } from "./finding_badges";
import { changeLayers, layers, showLoads, shownCentres } from "./layout";
import { dragsJoints, grab } from "./joint_drag";
import { fetchFile } from "./server";
import { flights, select, selectedJoint, selectedLink, selection } from "./selection";
import { isPage, isStandalone } from "./standalone";
import { drawnScene, poses, preferences, text } from "./state";
import { branchOf } from "./structure";
import type { Scene } from "./scene";
import { inverse, pointAt } from "./view3d/poses";
import { type Centre, type Grip, type Layers, NoWebGL, type Picked, View } from "./view3d/view";

const MOST_FRAMES = 300; // that are shown without being asked for

export const view = signal<View | null>(null);
// Grows when the camera has moved or another camera is used.
export const viewChanges = signal(0);
// Grows when the camera was set to take in another robot.
export const fits = signal(0);
export const hasNoWebGL = signal(false);
export const hover = signal<{ what: Picked; x: number; y: number } | null>(null);

const systemTheme = signal("light");
if (isPage) {
  const wantsDark = matchMedia("(prefers-color-scheme: dark)");
  const take = () => (systemTheme.value = wantsDark.matches ? "dark" : "light");
  wantsDark.addEventListener("change", take);
  take();
}
const theme = () => ((preferences.value.theme || systemTheme.value) === "dark" ? "dark" : "light");

// Who else may take a pick, before it selects a link: the assembler, while something is joined.
export const pickers: ((what: Picked | null, twice: boolean) => boolean)[] = [];

// Who else may take hold of what is dragged, before a joint does: the assembler, while a Block is turned.
export const grabbers: { wants: () => boolean; grab: (view: View, what: Picked, x: number, y: number) => Grip | null }[] = [];

function hold(made: View, what: Picked | null, x: number, y: number): Grip | null {
  const other = grabbers.find(({ wants }) => wants());
  if (other) return what && other.grab(made, what, x, y);
  return what?.kind === "link" ? grab(made, what.index, x, y) : null;
}

// Who else may take a key that is pressed in the space.
export const keys: ((key: string, shift: boolean) => boolean)[] = [];

// The point of a link that was clicked last, in its frame.
export const touched = signal<{ link: number; point: number[]; isCorner: boolean } | null>(null);

function touch(what: Picked | null, x: number, y: number): void {
  touched.value = null;
  const surface = what?.kind === "link" ? view.value?.surfaceAt(x, y) : null;
  const all = poses.value?.links;
  if (what?.kind !== "link" || !surface || !all || all.length < 12 * what.index + 12) return;
  const local = pointAt(inverse(all.subarray(12 * what.index, 12 * what.index + 12)), 0, surface.point.toArray(), surface.point.clone());
  touched.value = { link: what.index, point: local.toArray(), isCorner: surface.isCorner };
}

function picked(what: Picked | null, twice: boolean, x: number, y: number): void {
  if (pickers.some((take) => take(what, twice))) return;
  touch(what, x, y);
  if (what === null) select(null);
  else if (what.kind === "link") select({ kind: "link", index: what.index }, twice);
}

// The share of each link's joint: of its limit of effort, or of the largest load where there is none.
function sharesOf(of: Scene, loads: Float32Array): (number | null)[] {
  const largest = loads.reduce((most, load) => Math.max(most, Number.isNaN(load) ? 0 : Math.abs(load)), 0);
  return of.links.map(({ parent_joint: joint }) => {
    const load = loads[joint];
    if (load === undefined || Number.isNaN(load)) return null;
    const limit = of.joints[joint]?.effort || largest;
    return limit > 0 ? Math.abs(load) / limit : 0;
  });
}

// The links whose common centre of mass is to be shown.
function centresOf(now: Scene | null): Centre[] {
  const t = text.value.views;
  const link = selectedLink.value;
  const centres: Centre[] = [];
  if (now && shownCentres.value.whole) centres.push({ name: t.centreWhole, links: now.links.map((_, index) => index) });
  if (now && shownCentres.value.branch && link >= 0) centres.push({ name: t.centreBranch, links: branchOf(now, link) });
  return centres;
}

// The layers, with what of them is a setting of the user.
const shownLayers = (): Layers => {
  const { grid, marks } = preferences.value;
  return { ...layers.value, grid: grid !== "off", markSize: Number(marks || 1) };
};

// Ties a canvas to the page until the returned function is called.
export function openView(canvas: HTMLCanvasElement, labels: HTMLElement): () => void {
  let made: View;
  try {
    made = new View(canvas, labels, {
      fetchFile,
      usesThread: !isStandalone,
      theme: theme(),
      picked,
      hovered: (what, x, y) => (hover.value = what ? { what, x, y } : null),
      cameraMoved: () => (viewChanges.value = viewChanges.peek() + 1),
      dragsShapes: () => dragsJoints.value || grabbers.some(({ wants }) => wants()),
      grabbed: (what, x, y) => hold(made, what, x, y),
      pressed: (key, shift) => keys.some((take) => take(key, shift)),
    });
  } catch (problem) {
    if (!(problem instanceof NoWebGL)) throw problem;
    hasNoWebGL.value = true;
    return () => {};
  }
  view.value = made;
  Object.assign(canvas, { view: made }); // for tests, and for whoever tries things in the browser's console
  const ends = tie(made);
  return () => {
    for (const end of ends) end();
    view.value = null;
    made.dispose();
  };
}

function tie(made: View): (() => void)[] {
  let fitted = ""; // the robot that the camera was last set to
  const fitOnce = (of: Scene) => {
    const name = `${of.robot} ${of.file}`;
    if (fitted === name || poses.value?.revision !== of.revision) return;
    fitted = name;
    // Without shapes there would be nothing to see.
    if (of.shapes.length === 0 && of.links.length <= MOST_FRAMES) changeLayers({ frames: "all", joints: "all" });
    made.look("iso");
    made.fit();
    fits.value = fits.peek() + 1;
    made.setLayers(shownLayers()); // marks are a share of the robot as it stands now, and may have been drawn before
  };
  return [
    effect(() => made.setTheme(theme())),
    effect(() => {
      made.setScene(drawnScene.value);
      viewChanges.value = viewChanges.peek() + 1;
    }),
    effect(() => {
      const now = drawnScene.value;
      if (!now || poses.value?.links.length !== 12 * now.links.length) return;
      made.setPoses(poses.value.links);
      fitOnce(now);
    }),
    effect(() => made.setLayers(shownLayers())),
    effect(() => {
      const [link, joint] = [selectedLink.value, selectedJoint.value];
      made.select({ links: selection.value && link >= 0 ? [link] : [], joints: selection.value && joint >= 0 ? [joint] : [] });
    }),
    effect(() => made.setBadges(findingBadges.value)),
    effect(() => made.setCentres(centresOf(drawnScene.value))),
    effect(() => {
      if (!showLoads.value) return made.setLoads(null);
      const now = drawnScene.value;
      const loads = poses.value?.loads;
      made.setLoads(now && loads?.length === now.joints.length ? sharesOf(now, loads) : null);
    }),
    effect(() => {
      if (flights.value > 0) made.fitSelection();
    }),
  ];
}
