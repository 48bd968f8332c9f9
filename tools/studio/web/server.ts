// Requests to the program behind the page. Whatever fails is a Refusal.
export interface Place {
  file?: string;
  line?: number;
  column?: number;
}

export type Severity = "error" | "warning" | "note";

export interface Diagnostic extends Place {
  id: string;
  rule: string;
  severity: Severity;
  message: string;
  notes: ({ message: string } & Place)[];
}

// The parts of romas-model 1 that the page uses.
export interface Model {
  name?: string;
  links: unknown[];
  joints: unknown[];
}

// romas-scene 1
export interface Scene {
  revision: number;
  file: string;
  input_format: string;
  status: "ok" | "errors" | "unreadable" | "internal-error";
  messages: string;
  robots: string[];
  robot: number;
  files: string[];
  omitted_diagnostics: number;
  model: Model | null;
  diagnostics: Diagnostic[];
}

export interface Preferences {
  language: string;
  theme: string;
}

export interface Hello {
  revision: number;
  version: string;
  token: string;
  preferences: Preferences;
  inputs: string[];
}

export interface Folder {
  roots: string[];
  path: string;
  parent: string;
  complete: boolean;
  entries: { name: string; path: string; folder: boolean }[];
}

export class Refusal extends Error {
  constructor(
    readonly status: number, // 0: nobody answers
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

let token = "";

async function ask<Answer>(method: "GET" | "POST", target: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = { "Romas-Token": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(target, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, "gone", "");
  }
  const answer = await response.json();
  if (!response.ok) throw new Refusal(response.status, answer.error.code, answer.error.message);
  return answer as Answer;
}

// The token stands in the fragment of the address that romas-studio printed or opened. It is taken out of the
// address at once, and this tab alone remembers it.
export async function hello(): Promise<Hello> {
  const kept = "romas-token";
  const fragment = new URLSearchParams(location.hash.slice(1));
  token = fragment.get("token") ?? fragment.get("once") ?? sessionStorage.getItem(kept) ?? "";
  history.replaceState(null, "", location.pathname);
  const answer = await ask<Hello>("POST", "/api/hello", {});
  token = answer.token;
  sessionStorage.setItem(kept, token);
  return answer;
}

export const readScene = (robot: number) => ask<Scene>("GET", `/api/scene?robot=${robot}`);
export const openFile = (path: string, revision: number) => ask<Scene>("POST", "/api/open", { path, revision });
export const readFolder = (path?: string) =>
  ask<Folder>("GET", path === undefined ? "/api/folder" : `/api/folder?path=${encodeURIComponent(path)}`);
export const keepPreferences = (preferences: Preferences) =>
  ask<{ problem: string }>("POST", "/api/preferences", preferences);

// Calls `changed` with the revision of what is open, now and whenever another tab opens something; `ended`
// when the program is gone.
export function listen(changed: (revision: number) => void, ended: () => void): void {
  const socket = new WebSocket(`ws://${location.host}/api/live`, ["romas-live-1", token]);
  socket.onmessage = (message) => {
    const event = JSON.parse(message.data);
    if (event.event === "changed") changed(event.revision);
  };
  socket.onclose = ended;
}
