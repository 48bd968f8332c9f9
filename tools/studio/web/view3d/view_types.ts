// What the space is told, and what it says.
import type { Grip } from "./controls";
import type { ShownShapes } from "./bodies";
import type { MarkLayers } from "./marks";
import type { FetchFile } from "./mesh_files";
import type { Theme } from "./palette";

export type { Badge } from "./badges";
export type { CameraPlace, ViewName } from "./camera";
export type { Centre } from "./centres";
export type { Grip } from "./controls";
export type { Ghost } from "./ghosts";
export type { Marker, MarkerState } from "./markers";
export type { Chosen, Extent } from "./marks";

export interface Layers extends MarkLayers {
  shapes: ShownShapes;
  opacity: number; // 0…1
  grid: boolean;
  markSize: number; // 1: a tenth of the robot
}

export type Picked = { kind: "link"; index: number } | { kind: "marker"; id: number } | { kind: "ghost"; id: number };

export interface ViewOptions {
  fetchFile: FetchFile;
  theme: Theme;
  usesThread?: boolean; // meshes are parsed beside the page
  picked: (what: Picked | null, twice: boolean, x: number, y: number) => void;
  hovered: (what: Picked | null, x: number, y: number) => void;
  cameraMoved: () => void;
  // Whether a drag may move what is drawn, and what moves when it is dragged from here; null: the camera.
  dragsShapes?: () => boolean;
  grabbed?: (what: Picked | null, x: number, y: number) => Grip | null;
  // Keys that the space does not know itself; whether one means something.
  pressed?: (key: string, shift: boolean) => boolean;
}

export const initialLayers: Layers = {
  shapes: "visual",
  opacity: 1,
  grid: true,
  ground: true,
  markSize: 1,
  frames: "none",
  joints: "selected",
  masses: "none",
  inertia: "none",
  inertiaForm: "box",
};
