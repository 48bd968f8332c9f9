// Requests of Generate/Compile Code.
import { ask } from "../server";

export interface Job {
  state: "none" | "running" | "done" | "failed" | "cancelled";
  exit_status: number;
  first_line: number; // the number of the first of `lines`
  lines: string[];
}

export interface Build extends Job {
  controls: string[];
  program: string; // empty before it is built
  bytes: number;
  command: string; // of romasc, that does the same
}

export interface Wish {
  robot: number;
  name: string;
  folder: string;
  control: string;
  precision: string;
  gravity: string; // three numbers with commas; empty: the default
}

// The motion of a program: positions by row, as the joints of the scene say where theirs begin.
export interface Log {
  time: number[]; // s
  q: number[][];
  target: number[][];
  target_poses: number[]; // of the links at the last target, twelve numbers each
}

export const startBuild = (revision: number, wish: Wish, replace: boolean) =>
  ask<Build>("POST", "/api/build", { revision, ...wish, replace });
export const readBuild = (from: number) => ask<Build>("GET", `/api/build?from=${from}`);
export const stopBuild = async () => void (await ask<Build>("DELETE", "/api/build"));
export const startRun = (target: string) => ask<Job>("POST", "/api/run", { target });
export const readRun = (from: number) => ask<Job>("GET", `/api/run?from=${from}`);
export const stopRun = async () => void (await ask<Job>("DELETE", "/api/run"));
export const readLog = () => ask<Log>("GET", "/api/run/log");
