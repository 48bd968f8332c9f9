// Which panels are to be seen, how wide they are, and what the space shows.
import { effect, signal } from "@preact/signals";
import { hosted } from "./hosted";
import { scene } from "./state";
import type { Extent } from "./view3d/marks";
import { initialLayers, type Layers } from "./view3d/view_types";

export type Side = "left" | "right";
export type RightTab = "properties" | "joints" | "problems" | "source" | "translation" | "differences";
export type LeftTab = "editor" | "tree" | "blocks";
export type Panel = LeftTab | RightTab | "space";

export const leftTab = signal<LeftTab>("tree");
export const rightTab = signal<RightTab>("joints");
// Where there is room for one panel alone, this one is shown.
export const narrowPanel = signal<Panel>("space");
export const folded = signal<Record<Side, boolean>>({ left: false, right: false });
export const widths = signal<Record<Side, number>>({ left: 250, right: 360 }); // CSS pixels
export const WIDEST = 720;
export const NARROWEST = 200;

const isLeft = (panel: Panel): panel is LeftTab => panel === "editor" || panel === "tree" || panel === "blocks";

// The panel that shows the texts that were read.
export const textPanel = (): Panel => (hosted() ? "editor" : "source");

export function showPanel(panel: Panel): void {
  narrowPanel.value = panel;
  if (isLeft(panel)) leftTab.value = panel;
  else if (panel !== "space") rightTab.value = panel;
  const side = isLeft(panel) ? "left" : panel === "space" ? null : "right";
  if (side) folded.value = { ...folded.value, [side]: false };
}

// Where a Block is being joined: the space, and the steps beside it, or below it where there is little room.
export function showJoining(): void {
  showPanel("space");
  folded.value = { ...folded.value, right: false };
}

// Another file begins with what matters: its errors if there is no robot, else what moves.
let shownFile = "";
effect(() => {
  const now = scene.value;
  if (!now || now.file === shownFile) return;
  shownFile = now.file;
  if (now.model === null) showPanel("problems");
  else rightTab.value = now.n_q > 0 ? "joints" : "properties";
});

export const setWidth = (side: Side, width: number): void => {
  widths.value = { ...widths.value, [side]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) };
};

export const layers = signal<Layers>(initialLayers);
export const showLoads = signal(false);
// How many problems links and joints have.
export const showCounts = signal(true);
// Of which parts of an assembly contacts are shown, while nothing is joined.
export const shownContacts = signal<Extent>("selected");
// Whose centre of mass is shown beside those of single links.
export const shownCentres = signal({ branch: false, whole: false });
export const changeLayers = (change: Partial<Layers>): void => {
  layers.value = { ...layers.value, ...change };
};
