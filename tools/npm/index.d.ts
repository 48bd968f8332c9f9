/** Names of files to what they hold. Names are relative to one folder; `../` and absolute names work as they do on a disk. */
export type Files = Record<string, string | Uint8Array>;

/** A description: the name of one of the files, or a name with its text. The ending of the name tells the format. */
export type Description = string | { name: string; text: string };

export interface Place {
  message: string;
  file: string;
  /** Lines and columns begin at 1; offsets are bytes, from 0. */
  line: number;
  column: number;
  end_line: number;
  end_column: number;
  offset: number;
  end_offset: number;
}

export interface Finding extends Place {
  /** Such as "RM1010". */
  id: string;
  /** Such as "root-count", as in -Wroot-count. */
  rule: string;
  severity: 'error' | 'warning' | 'note';
  notes: Place[];
  fixes: unknown[];
}

export interface Settings {
  /** Files that the description needs: meshes, includes, packages. */
  files?: Files;
  /** Arguments of a xacro file, parameters of the language. */
  arguments?: Record<string, string | number | boolean>;
  /** Folders of packages, where package:// leads. */
  packages?: string[];
  /** Folders of models, where model:// leads. */
  models?: string[];
  /** The rules of one consumer, such as "moveit". */
  profile?: string;
  /** Further options of the command, as `romasc --help=all` lists them. */
  options?: string[];
}

export interface Checked {
  /** No error was found. */
  ok: boolean;
  findings: Finding[];
}

export interface Translated extends Checked {
  /** What was written, by name. Nothing is written when an error was found. */
  files: Record<string, Uint8Array>;
  /** The first file as text. */
  text?: string;
}

export interface Comparison {
  same: boolean;
  aspects: string[];
  differences: object[];
  effects: string[];
  not_compared: object[];
}

export type Target = 'urdf' | 'sdf' | 'mjcf' | 'srdf' | 'romas' | 'block' | 'assembly' | 'tree' | 'dot' | 'json' | 'report' | 'cpp' | 'c'
  | 'js' | 'kernel' | 'python' | 'controller' | 'servo' | 'expanded' | 'doc';

/** Tells what is wrong with a description. */
export function check(description: Description | Description[], settings?: Settings): Promise<Checked>;
/** Writes a description in another format, or as code. */
export function translate(description: Description | Description[], target: Target, settings?: Settings & { output?: string }): Promise<Translated>;
/** Tells whether two files describe the same robot, and what differs. */
export function compare(before: Description, after: Description, settings?: Settings): Promise<Comparison>;
/** The XML that a xacro file expands to. */
export function expand(description: Description, settings?: Settings): Promise<Translated>;
/** Such as "0.1.0". */
export function version(): Promise<string>;
/** The command with any arguments on files that are given: its status, its texts, and the files that it wrote. */
export function run(words: string[], files?: Files): Promise<{ status: number; stdout: string; stderr: string; files: Record<string, Uint8Array> }>;

/** romasc refused its arguments, or failed. `message` is what it said. */
export class RomascError extends Error {
  status: number;
}
