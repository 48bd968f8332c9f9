// Requests to the program behind the page. Whatever fails is a Refusal.
import type { Comparison, Diagnostic, Scene } from "./scene";
import { embedded, embeddedFile, isStandalone } from "./standalone";

export interface Preferences {
  language: string;
  theme: string;
  angle: string; // "deg", "rad"; empty: deg
  length: string; // "mm", "m"; empty: mm
  grid: string; // "off"; empty: on
  marks: string; // how large marks are, "0.3" to "3"; empty: 1
}

export interface Hello {
  revision: number;
  version: string;
  token: string;
  read_only: boolean;
  preferences: Preferences;
  inputs: string[];
  examples?: string[];
  targets?: Target[];
  draft?: Draft | null;
}

// Unsaved work of an earlier run.
export interface Draft {
  path: string; // of the assembly; empty: it had no file
  bytes: number;
}

// A format that Export writes.
export interface Target {
  name: string;
  extension: string;
  summary: string;
}

export interface Folder {
  roots: string[];
  path: string;
  parent: string;
  complete: boolean;
  entries: { name: string; path: string; folder: boolean }[];
}

export interface SourceText {
  name: string;
  text: string;
}

export interface RulePage {
  id: string;
  name: string;
  severity: string;
  summary: string;
  page: string;
}

// A consumer of robots, and what findings mean there by the ids of their rules.
export interface Profile {
  name: string; // a word of --profile
  title: string;
  rules: Record<string, string>;
}

export interface Profiles {
  profiles: Profile[];
  everywhere: string[]; // ids of rules that matter to every consumer
}

export class Refusal extends Error {
  constructor(
    readonly status: number, // 0: nobody answers
    readonly code: string,
    message: string,
    readonly diagnostics: Diagnostic[] = [],
  ) {
    super(message);
  }
}

let token = "";

export async function ask<Answer>(method: "GET" | "POST" | "DELETE", target: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = { "Romas-Token": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(target, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, "gone", "");
  }
  const answer = await response.json();
  if (!response.ok) {
    const { code, message, diagnostics } = answer.error;
    throw new Refusal(response.status, code, message, diagnostics);
  }
  return answer as Answer;
}

// One HTML file has nobody to ask, and nothing of it is kept.
const standaloneHello = (): Hello => ({
  revision: 1,
  version: embedded?.version ?? "",
  token: "",
  read_only: true,
  preferences: { language: "", theme: "", angle: "", length: "", grid: "", marks: "" },
  inputs: [],
});

// The token stands in the fragment of the address that romas-studio printed or opened. It is taken out of the
// address at once, and this tab alone remembers it: already before the answer, since a reload may come first.
export async function hello(): Promise<Hello> {
  if (isStandalone) return standaloneHello();
  const kept = "romas-token";
  const fragment = new URLSearchParams(location.hash.slice(1));
  token = fragment.get("token") ?? fragment.get("once") ?? sessionStorage.getItem(kept) ?? "";
  sessionStorage.setItem(kept, token);
  history.replaceState(null, "", location.pathname);
  const answer = await ask<Hello>("POST", "/api/hello", {});
  token = answer.token;
  sessionStorage.setItem(kept, token);
  return answer;
}

export const readScene = (robot: number) => ask<Scene>("GET", `/api/scene?robot=${robot}`);
export const openFile = (path: string, revision: number) => ask<Scene>("POST", "/api/open", { path, revision });
export const addPackagePath = (path: string, revision: number) => ask<Scene>("POST", "/api/package_path", { path, revision });
export const readFolder = (path?: string) =>
  ask<Folder>("GET", path === undefined ? "/api/folder" : `/api/folder?path=${encodeURIComponent(path)}`);
export const keepPreferences = async (preferences: Preferences) =>
  isStandalone ? { problem: "" } : ask<{ problem: string }>("POST", "/api/preferences", preferences);

// What is kept of a robot, as a text of this page.
export const readView = async (robot: string) =>
  isStandalone ? "" : (await ask<{ text: string }>("GET", `/api/view?robot=${encodeURIComponent(robot)}`)).text;
export const keepView = async (robot: string, text: string) => {
  if (!isStandalone) await ask<object>("POST", "/api/view", { robot, text });
};

export interface Fixes {
  fixes: number;
  diff: string; // unified
  summary: string; // what romasc says of it
  applied: boolean;
}

const askFixes = (revision: number, { finding, unsafe }: { finding: number | null; unsafe: boolean }, apply: boolean) =>
  ask<Fixes>("POST", "/api/fix", { revision, unsafe, apply, ...(finding === null ? {} : { finding }) });
export const previewFixes = (revision: number, choice: { finding: number | null; unsafe: boolean }) => askFixes(revision, choice, false);
export const applyFixes = (revision: number, choice: { finding: number | null; unsafe: boolean }) => askFixes(revision, choice, true);

export const compareWith = (revision: number, path: string) => ask<Comparison>("POST", "/api/compare", { revision, path });
export const endComparison = async () => void (await ask<{ revision: number }>("DELETE", "/api/compare"));

// The pose in which gravity loads a joint most: its load in Nm or N, and the positions of all joints.
export const readWorstPose = (revision: number, robot: number, joint: number) =>
  ask<{ effort: number; q: number[] }>("POST", "/api/worst_pose", { revision, robot, joint });

export const readSource = (source: number) => ask<SourceText>("GET", `/api/source/${source}`);
// Starts the user's editor.
export const openInEditor = async (revision: number, source: number, line: number) =>
  void (await ask<{ revision: number }>("POST", "/api/editor", { revision, source, line }));
export const readProfiles = () => ask<Profiles>("GET", "/api/profiles");
export const readRule = (id: string) => ask<RulePage>("GET", `/api/rule/${encodeURIComponent(id)}`);

export async function fetchPicture(target: string): Promise<Blob> {
  const response = await fetch(target, { headers: { "Romas-Token": token } });
  if (!response.ok) throw new Refusal(response.status, "picture", target);
  return response.blob();
}

// The bytes of a mesh or picture of the scene's table, or of a file that it names. `etag` is that of the bytes that
// are kept here; no bytes: they are still the same.
export async function fetchFile(id: number, relative: string, etag: string): Promise<{ bytes: ArrayBuffer | null; etag: string }> {
  if (isStandalone) return { bytes: embeddedFile(id, relative), etag: "" };
  const path = relative.split("/").map(encodeURIComponent).join("/");
  const headers: Record<string, string> = { "Romas-Token": token };
  if (etag !== "") headers["If-None-Match"] = etag;
  const response = await fetch(`/api/mesh/${id}${relative === "" ? "" : `/${path}`}`, { headers });
  if (response.status === 304) return { bytes: null, etag };
  if (!response.ok) throw new Refusal(response.status, "mesh", relative);
  return { bytes: await response.arrayBuffer(), etag: response.headers.get("ETag") ?? "" };
}

export const liveProtocols = () => ["romas-live-1", token];
