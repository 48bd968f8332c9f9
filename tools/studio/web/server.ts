// Requests to the program behind the page. Whatever fails is a Refusal.
import { program } from "./hosted";
import type { Method, Reply, Sent } from "./program";
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

const decoder = new TextDecoder();

async function reach(method: Method, target: string, sent: Sent): Promise<Reply> {
  try {
    return await program().ask(method, target, sent);
  } catch {
    throw new Refusal(0, "gone", "");
  }
}

function answerOf<Answer>({ status, bytes }: Reply): Answer {
  const answer = JSON.parse(decoder.decode(bytes));
  if (status < 300) return answer as Answer;
  const { code, message, diagnostics } = answer.error;
  throw new Refusal(status, code, message, diagnostics);
}

export const ask = async <Answer>(method: Method, target: string, body?: unknown): Promise<Answer> =>
  answerOf(await reach(method, target, body === undefined ? {} : { body: JSON.stringify(body) }));

// One HTML file has nobody to ask, and nothing of it is kept.
const standaloneHello = (): Hello => ({
  revision: 1,
  version: embedded?.version ?? "",
  token: "",
  read_only: true,
  preferences: { language: "", theme: "", angle: "", length: "", grid: "", marks: "" },
  inputs: [],
});

export async function hello(): Promise<Hello> {
  if (isStandalone) return standaloneHello();
  let reply: Reply;
  try {
    reply = await program().greet();
  } catch {
    throw new Refusal(0, "gone", "");
  }
  return answerOf(reply);
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

// The open robot for a target of romasc, as texts, and what the target cannot say.
export interface Translation {
  files: { name: string; text: string }[];
  losses: Diagnostic[];
}
export const translate = (revision: number, robot: number, target: string) =>
  ask<Translation>("POST", "/api/translate", { revision, robot, target });

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
  const { status, bytes, type } = await reach("GET", target, {});
  if (status !== 200) throw new Refusal(status, "picture", target);
  return new Blob([bytes], { type });
}

// The bytes of a mesh or picture of the scene's table, or of a file that it names. `etag` is that of the bytes that
// are kept here; no bytes: they are still the same.
export async function fetchFile(id: number, relative: string, etag: string): Promise<{ bytes: ArrayBuffer | null; etag: string }> {
  if (isStandalone) return { bytes: embeddedFile(id, relative), etag: "" };
  const path = relative.split("/").map(encodeURIComponent).join("/");
  const reply = await reach("GET", `/api/mesh/${id}${relative === "" ? "" : `/${path}`}`, { etag });
  if (reply.status === 304) return { bytes: null, etag };
  if (reply.status !== 200) throw new Refusal(reply.status, "mesh", relative);
  return { bytes: reply.bytes, etag: reply.etag };
}
