// Requests about Blocks and assemblies. docs/formats/scene.md describes the answers.
import type { ContactKind, Diagnostic, MeshRow, PartJointType as JointType, Pose, Scene, Vector } from "../scene";
import { ask } from "../server";

// Why something cannot be done: a word for the page's languages, and a sentence in English.
export interface Reason {
  code: string;
  text: string;
}

// A contact of a Block: its frame in {b}, and two of its axes.
export interface BlockContact {
  index: number;
  kind: ContactKind;
  pose: Pose;
  rot_axis: Vector; // points out of the Block
  zero_axis: Vector;
}

// A Block candidate: a Block of the libraries.
export interface Candidate {
  index: number;
  id: string;
  name: string;
  tag: string;
  base: boolean;
  tool: boolean;
  mass: number | null; // kg
  contacts: BlockContact[];
  shape: { mesh: number; pose: Pose } | null; // pose in {b}
  diffuse: number | null;
  normal: number | null;
  thumbnail: boolean;
  usable: boolean;
  reason: Reason | null;
  fits: number[]; // parts with a free contact that fits
}

export interface Blocks {
  revision: number;
  blocks: Candidate[];
  libraries: string[];
  meshes: MeshRow[];
  diagnostics: Diagnostic[];
}

export interface PartContactState {
  part: number;
  contact: number;
  kind: ContactKind;
  state: string; // "free", or why it cannot be taken
  reason: Reason | null;
}

export interface ChildContactState {
  contact: number;
  state: string;
  reason: Reason | null;
}

export interface ContactStates {
  contacts: PartContactState[];
  child_contacts: ChildContactState[];
}

// One of the four ways in which a child can stand on a contact.
export interface Turn {
  quarter: number; // of the four: -1, 0, 1 or 2
  delta_degrees: number; // from the parent's zeroAxis to the child's
  parent_matched_axis: string;
  child_matched_axis: string;
  pose: Pose; // of the child's link in that of the parent's, before it moves
  default: boolean;
}

export interface MatchedPair {
  parent_matched_axis: string;
  child_matched_axis: string;
  quarter: number;
}

export interface JoiningChoices {
  types: JointType[];
  turns: Turn[];
  axis: Vector; // of the motion, in the frame of the parent's link
  origin: Vector;
  matched: MatchedPair[];
}

export interface Connection {
  parent_contact: number;
  child_contact: number;
  parent_matched_axis: string;
  child_matched_axis: string;
  joint_type: JointType;
  offset?: number; // degrees, or metres
}

export type Action =
  | { action: "append"; block: number }
  | ({ action: "append"; block: number; parent: number } & Connection)
  // `turn`: quarters about the parent's rotAxis, from how the part stands
  | ({ action: "change"; part: number; turn?: 1 | -1 } & Partial<Connection>)
  | { action: "replace"; part: number; block: number }
  | { action: "copy" | "move"; part: number; parent: number; parent_contact: number }
  | { action: "remove"; part: number }
  | { action: "undo" | "redo" | "new" }
  | { action: "default_limit"; lower?: number; upper?: number; effort?: number; velocity?: number };

// A file that was written, and what its format cannot say.
export interface Exported {
  path: string;
  bytes: number;
  losses: Diagnostic[];
}

export const readBlocks = () => ask<Blocks>("GET", "/api/blocks");
export const readContactStates = (revision: number, block: number) =>
  ask<ContactStates>("POST", "/api/joining", { revision, part: -1, block });
// With the child's contacts as this contact of the assembly takes them.
export const readChildStates = (revision: number, block: number, part: number, parent_contact: number) =>
  ask<ContactStates>("POST", "/api/joining", { revision, part, block, parent_contact });
export const readChoices = (revision: number, part: number, block: number, parent_contact: number, child_contact: number) =>
  ask<JoiningChoices>("POST", "/api/joining", { revision, part, block, parent_contact, child_contact });
export const act = (revision: number, action: Action) => ask<Scene>("POST", "/api/assembly", { revision, ...action });
export const loadBlocks = (revision: number, path: string) => ask<Blocks>("POST", "/api/load_blocks", { revision, path });
export const restoreDraft = (revision: number) => ask<Scene>("POST", "/api/draft", { revision, action: "restore" });
export const discardDraft = (revision: number) => ask<{ revision: number }>("POST", "/api/draft", { revision, action: "discard" });
export const save = (revision: number, path: string, replace: boolean) =>
  ask<Scene>("POST", "/api/save", { revision, path, replace });
export const exportAs = (revision: number, target: string, robot: number, path: string, replace: boolean) =>
  ask<Exported>("POST", "/api/export", { revision, target, robot, path, replace });
