// What the page shows, as signals, and the actions that change it.
import { computed, signal } from "@preact/signals";
import { Live, type Poses } from "./live";
import type { Diagnostic, Scene } from "./scene";
import * as server from "./server";
import { embedded, isStandalone, StandaloneLive } from "./standalone";
import { type Language, browserLanguage, isLanguage, languages } from "./text/text";

export type Connection = "connecting" | "open" | "no-token" | "gone";
export type Dialog = "open" | "settings" | "help" | "load-blocks" | "save" | "export" | "generate" | "discard" | "picture" | "compare" | "draft" | "fix" | "video" | "look-in" | "files" | "share";

export const connection = signal<Connection>("connecting");
export const version = signal("");
export const inputs = signal<string[]>([]);
export const examples = signal<string[]>([]); // paths of the robots that come with the program
export const draft = signal<server.Draft | null>(null);
export const readOnly = signal(false);
export const targets = signal<server.Target[]>([]);
export const scene = signal<Scene | null>(null);
// The scene if it has a robot to draw. While a file has errors, the program sends the robot from before.
export const drawnScene = computed(() => (scene.value?.model ? scene.value : null));
export const dialog = signal<Dialog | null>(null);
// A refusal of what the user asked for, in the words of the program.
export const refusal = signal("");
// What romasc found where it refused.
export const refusalFindings = signal<Diagnostic[]>([]);
// What a screen reader is told of a change that the eye sees.
export const announcement = signal("");

export const preferences = signal<server.Preferences>({ language: "", theme: "", angle: "", length: "", grid: "", marks: "" });
export const language = computed<Language>(() =>
  isLanguage(preferences.value.language) ? preferences.value.language : browserLanguage(),
);
export const text = computed(() => languages[language.value]);

// Where the links are, and what gravity asks of the joints; null until the program has said.
export const poses = signal<Poses | null>(null);

// Grows when a build or a program has gone on.
export const progress = signal(0);

let revision = 0;
let live: Live | StandaloneLive | null = null;

export const currentRevision = () => revision;

export function show(next: Scene): void {
  if (next.revision < (scene.value?.revision ?? 0)) return; // a later answer came first
  revision = next.revision;
  scene.value = next;
  announcement.value = text.value.opened(next.file, next.diagnostics.length);
}

// Asks for the poses at these positions of joints.
export function askPoses(of: Scene, q: ArrayLike<number>): void {
  if (of === scene.value) live?.ask(of.robot, revision, q);
}

// Runs an action; a refusal is shown, and a program that does not answer ends the page.
export async function attempt(action: () => Promise<void>): Promise<void> {
  refusal.value = "";
  refusalFindings.value = [];
  try {
    await action();
  } catch (problem) {
    if (!(problem instanceof server.Refusal)) throw problem;
    if (problem.status === 0) connection.value = "gone";
    else if (problem.code === "no-token") connection.value = "no-token";
    else {
      refusal.value = problem.message;
      refusalFindings.value = problem.diagnostics;
    }
  }
}

// While something is opened from here, its own event says nothing new.
let opening = 0;

const open = (path: string) =>
  attempt(async () => {
    opening += 1;
    try {
      show(await server.openFile(path, revision));
      dialog.value = null;
    } finally {
      opening -= 1;
      // Also where it was refused: then the page has not yet seen what was opened or changed meanwhile.
      if (announced > revision) changed(announced);
    }
  });

export const openPath = (path: string) => open(path);

// Packages are looked for in one more folder from now on.
export const lookIn = (folder: string) =>
  attempt(async () => {
    show(await server.addPackagePath(folder, revision));
    dialog.value = null;
  });

export const readAgain = () => (scene.value ? open(scene.value.file) : Promise.resolve());

export const chooseRobot = (robot: number) => attempt(async () => show(await server.readScene(robot)));

// Choices are kept one after another: of two at once the later one must not arrive first.
let keeping: Promise<unknown> = Promise.resolve();
export const choosePreferences = (change: Partial<server.Preferences>) =>
  attempt(async () => {
    preferences.value = { ...preferences.value, ...change };
    const kept = keeping.catch(() => {}).then(() => server.keepPreferences(preferences.value));
    keeping = kept;
    refusal.value = (await kept).problem;
  });

// Another tab may have opened something, or a file has changed. Where the same file is open still, the robot that is
// looked at stays; it may be gone, and then the first one is shown.
export async function reread(): Promise<void> {
  const robot = scene.value?.robot ?? 0;
  try {
    show(await server.readScene(robot));
  } catch (problem) {
    if (robot === 0 || !(problem instanceof server.Refusal) || problem.status !== 404) throw problem;
    show(await server.readScene(0));
  }
}

let announced = 0;
function changed(now: number): void {
  announced = now;
  if (opening > 0 || now === revision) return;
  revision = now;
  void attempt(reread);
}

function moved(next: Poses): void {
  if (next.revision === scene.value?.revision && next.robot === scene.value.robot) poses.value = next;
}

export const start = () =>
  attempt(async () => {
    const answer = await server.hello();
    version.value = answer.version;
    inputs.value = answer.inputs;
    examples.value = answer.examples ?? [];
    readOnly.value = answer.read_only;
    targets.value = answer.targets ?? [];
    preferences.value = answer.preferences;
    draft.value = answer.draft ?? null;
    if (draft.value !== null) dialog.value = "draft";
    connection.value = "open";
    live = new (isStandalone ? StandaloneLive : Live)({
      changed,
      progressed: () => progress.value++,
      moved,
      stale: () => void attempt(reread),
      ended: () => {
        connection.value = "gone";
      },
    });
    if (embedded !== null) show(embedded.scene);
  });
