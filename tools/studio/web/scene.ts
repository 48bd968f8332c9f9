// romas-scene 1, as docs/formats/scene.md describes it. Lengths in m, angles in rad, masses in kg.
// A pose is twelve numbers: R row by row, then t, with p_parent = R p + t.
export type Pose = number[];
export type Vector = [number, number, number];
export type RGBA = [number, number, number, number];

export interface Place {
  file?: string;
  line?: number;
  column?: number;
}

// A range in a source; lines and columns count from 1, columns in code points, and the end is behind it.
export interface SourcePlace {
  source: number;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

export type Severity = "error" | "warning" | "note";
export type EntityKind = "link" | "joint" | "part" | "block";

export interface Entity {
  kind: EntityKind;
  index: number;
}

export interface Diagnostic extends Place {
  id: string;
  rule: string;
  severity: Severity;
  message: string;
  notes: ({ message: string } & Place)[];
  end_line?: number;
  end_column?: number;
  entities?: Entity[];
  fixes?: { safe: boolean }[];
}

// The parts of romas-model 1 that the page uses.
export interface ModelLink {
  name: string;
  inertial?: { mass?: number; inertia?: Record<string, number> };
  visuals?: unknown[];
  collisions?: unknown[];
}

export interface ModelJoint {
  name: string;
  type: string;
  parent: string;
  child: string;
  origin?: { xyz: number[]; rpy: number[] };
  axis?: number[];
}

export interface Model {
  name?: string;
  links: ModelLink[];
  joints: ModelJoint[];
}

export interface SceneLink {
  parent_joint: number; // -1: a root
  bounds: { min: Vector; max: Vector } | null;
  mass: number | null;
  com: Vector | null;
  box: { size: Vector; R: number[] } | null;
  ellipsoid: { radii: Vector; R: number[] } | null;
  possible: boolean;
}

export type Shape =
  | { type: "box"; size: Vector }
  | { type: "sphere"; radius: number }
  | { type: "cylinder" | "capsule" | "cone"; radius: number; length: number }
  | { type: "ellipsoid"; radii: Vector }
  | { type: "plane"; size?: number[]; normal?: Vector }
  | { type: "mesh"; mesh: number; scale: Vector }
  | { type: "unknown" };

export interface SceneShape {
  link: number;
  kind: "visual" | "collision";
  index: number;
  pose: Pose;
  shape: Shape;
  color: RGBA | null;
  texture: number | null;
  normal: number | null; // a normal texture
}

export interface Variable {
  kind: string; // "angle", "length", "quaternion"
  lower: number | null;
  upper: number | null;
  neutral: number;
}

export interface SceneJoint {
  q: number; // its first position variable; -1: none
  count: number;
  variables: Variable[];
  follows: { joint: number; multiplier: number; offset: number } | null;
  frame: Pose; // in the parent link, at q = 0
  axis: Vector | null; // in that frame
  effort: number | null;
  velocity: number | null;
}

export interface MeshRow {
  id: number;
  name: string;
  format: string;
  bytes: number;
  stamp: string; // of its bytes
  found: boolean;
  tried: string[];
}

export interface Places {
  links: (SourcePlace | null)[];
  joints: (SourcePlace | null)[];
}

export type ContactKind = "assembly" | "joint";
export type PartJointType = "fixed" | "revolute" | "prismatic";

// A contact of a part: its frame in the part's link, and two axes of that frame.
export interface PartContact {
  index: number;
  kind: ContactKind;
  pose: Pose;
  rot_axis: Vector; // points out of the Block
  zero_axis: Vector;
  used_by: number; // the part whose connection it carries; -1: it is free
}

export interface AssemblyPart {
  id: number;
  parent: number; // -1: the ground
  block: number; // index of the candidate
  link: number;
  joint: number; // -1: of the base
  parent_contact: number;
  child_contact: number;
  parent_matched_axis: string;
  child_matched_axis: string;
  joint_type: PartJointType;
  offset: number | null; // degrees, or metres
  contacts: PartContact[];
}

// The document, where it is an assembly.
export interface Assembly {
  saved: boolean;
  path: string; // empty: it has no file yet
  undo: string; // what would be undone; empty: nothing
  redo: string;
  default_limit: number[] | null; // of all prismatic joints: lower, upper (m); perhaps effort (N), velocity (m/s)
  zero_is_assembled: boolean;
  parts: AssemblyPart[];
}

export type EntityName = "link" | "joint" | string;

// A difference between two robots, as romasc --compare --format=json has it.
export interface Difference {
  entity: EntityName;
  name: string;
  topic: string;
  change: "changed" | "added" | "removed" | "renamed";
  message: string;
}

export interface Comparison {
  revision: number;
  path: string;
  comparison: { same: boolean; differences: Difference[]; effects: string[]; not_compared: { message: string }[] };
  other: { name: string; links: SceneLink[]; shapes: SceneShape[]; meshes: MeshRow[] };
}

export interface Scene {
  revision: number;
  file: string;
  input_format: string;
  status: "ok" | "errors" | "unreadable" | "internal-error";
  stale: boolean; // the newest reading has errors, and the robot is the one from before
  messages: string;
  robots: string[];
  robot: number;
  files: string[];
  omitted_diagnostics: number;
  model: Model | null;
  diagnostics: Diagnostic[];
  n_q: number;
  links: SceneLink[];
  joints: SceneJoint[];
  shapes: SceneShape[];
  meshes: MeshRow[];
  places: Places;
  sources: { name: string }[];
  frames: { name: string; link: number; pose: Pose }[];
  assembly?: Assembly | null;
}
