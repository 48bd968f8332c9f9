// What the page shows, as signals, and the actions that change it.
import { computed, signal } from "@preact/signals";
import * as server from "./server";
import { type Language, browserLanguage, isLanguage, languages } from "./text/text";

export type Connection = "connecting" | "open" | "no-token" | "gone";
export type Dialog = "open" | "settings" | "help";

export const connection = signal<Connection>("connecting");
export const version = signal("");
export const inputs = signal<string[]>([]);
export const scene = signal<server.Scene | null>(null);
export const dialog = signal<Dialog | null>(null);
// A refusal of what the user asked for, in the words of the program.
export const refusal = signal("");
// What a screen reader is told of a change that the eye sees.
export const announcement = signal("");

export const preferences = signal<server.Preferences>({ language: "", theme: "" });
export const language = computed<Language>(() =>
  isLanguage(preferences.value.language) ? preferences.value.language : browserLanguage(),
);
export const text = computed(() => languages[language.value]);

let revision = 0;

function show(next: server.Scene): void {
  revision = next.revision;
  scene.value = next;
  announcement.value = text.value.opened(next.file, next.diagnostics.length);
}

// Runs an action; a refusal is shown, and a program that does not answer ends the page.
export async function attempt(action: () => Promise<void>): Promise<void> {
  refusal.value = "";
  try {
    await action();
  } catch (problem) {
    if (!(problem instanceof server.Refusal)) throw problem;
    if (problem.status === 0) connection.value = "gone";
    else if (problem.code === "no-token") connection.value = "no-token";
    else refusal.value = problem.message;
  }
}

export const openPath = (path: string) =>
  attempt(async () => {
    show(await server.openFile(path, revision));
    dialog.value = null;
  });

export const readAgain = () =>
  attempt(async () => {
    if (scene.value) show(await server.openFile(scene.value.file, revision));
  });

export const chooseRobot = (robot: number) => attempt(async () => show(await server.readScene(robot)));

export const choosePreferences = (change: Partial<server.Preferences>) =>
  attempt(async () => {
    preferences.value = { ...preferences.value, ...change };
    refusal.value = (await server.keepPreferences(preferences.value)).problem;
  });

// Another tab may have opened something.
function changed(now: number): void {
  const isNew = now !== revision;
  revision = now;
  if (isNew) void attempt(async () => show(await server.readScene(0)));
}

export const start = () =>
  attempt(async () => {
    const answer = await server.hello();
    version.value = answer.version;
    inputs.value = answer.inputs;
    preferences.value = answer.preferences;
    connection.value = "open";
    server.listen(changed, () => {
      connection.value = "gone";
    });
  });
