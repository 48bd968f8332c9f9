// What is being assembled, as signals, and the actions that change it. The assembly itself is the program's:
// each action answers with the scene as it is then, or is refused and has changed nothing.
import { computed, signal } from "@preact/signals";
import { showJoining, showPanel } from "../layout";
import { select } from "../selection";
import { Refusal } from "../server";
import { announcement, attempt, currentRevision, reread, scene, show, text } from "../state";
import * as joins from "./joining";
import type { Joining, Step } from "./joining";
import * as requests from "./requests";
import type { Action, Blocks, Candidate } from "./requests";

export const blocks = signal<Blocks | null>(null);
export const joining = signal<Joining | null>(null);
// The document, if it is an assembly.
export const assembly = computed(() => scene.value?.assembly ?? null);
export const parts = computed(() => assembly.value?.parts ?? []);
export const candidates = computed(() => blocks.value?.blocks ?? []);

export const partName = (part: number) => {
  const block = parts.value.find((one) => one.id === part)?.block ?? -1;
  return `${candidates.value[block]?.name ?? "?"}_${part}`;
};

// The tab of candidates is there for assemblies, and once Blocks were loaded.
export const hasBlocks = computed(() => assembly.value !== null || candidates.value.length > 0);

export const refreshBlocks = () =>
  attempt(async () => {
    blocks.value = await requests.readBlocks();
  });

// True if the program has read them; what is wrong with single Blocks is among their findings.
export async function loadBlocks(path: string): Promise<boolean> {
  let done = false;
  await attempt(async () => {
    blocks.value = await ask((revision) => requests.loadBlocks(revision, path));
    announcement.value = text.value.assemble.loaded(candidates.value.length);
    showPanel("blocks");
    done = true;
  });
  return done;
}

// What the parts are, as a text: Blocks and meshes may be read anew without a change of the assembly.
export const identity = () => JSON.stringify(assembly.value?.parts ?? null);

// Asks with the revision of now. Where files were read anew meanwhile and the parts are still the same, it asks again.
async function ask<Answer>(question: (revision: number) => Promise<Answer>): Promise<Answer> {
  const before = identity();
  try {
    return await question(currentRevision());
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.code !== "stale") throw problem;
    await reread();
    if (identity() !== before) throw problem;
    return await question(currentRevision());
  }
}

// Actions follow each other, however fast they are asked for.
let last: Promise<boolean> = Promise.resolve(true);
export function perform(action: Action): Promise<boolean> {
  const next = () => performNow(action);
  return (last = last.then(next, next));
}

async function performNow(action: Action): Promise<boolean> {
  let done = false;
  await attempt(async () => {
    show(await ask((revision) => requests.act(revision, action)));
    done = true;
  });
  if (done) await refreshBlocks();
  return done;
}

// Starts an assembly with a base, or the joining of any other Block. Actions under way and Blocks that were taken before
// decide what can be taken, so they are waited for: who presses keys faster than the program answers loses none.
let taken: Promise<void> = Promise.resolve();
export function take(chosen: Candidate): Promise<void> {
  const next = () => takeNow(chosen);
  return (taken = taken.then(next, next));
}

async function takeNow(chosen: Candidate): Promise<void> {
  const t = text.value.assemble;
  await last.catch(() => false);
  if (joining.value !== null) {
    announcement.value = t.joiningNow;
    return;
  }
  const candidate = candidates.value.find((one) => one.index === chosen.index && one.id === chosen.id) ?? chosen;
  if (!candidate.usable) {
    announcement.value = t.reason(candidate.reason);
    return;
  }
  if (assembly.value === null && !(await perform({ action: "new" }))) return;
  if (parts.value.length === 0) {
    if (await perform({ action: "append", block: candidate.index })) selectPart(0);
    return;
  }
  await attempt(async () => {
    showJoining();
    const first = joins.begin(candidate, await ask((revision) => requests.readContactStates(revision, candidate.index)));
    const [only, more] = joins.freeContacts(first);
    if (only === undefined || more !== undefined) proceed(first);
    else await answerStep1(first, only.part, only.contact);
  });
}

function announceStep(): void {
  const now = joining.value;
  if (now !== null) announcement.value = text.value.assemble.stepNow(now.step, text.value.assemble.stepTitles[now.step]);
}

function proceed(next: Joining | null): void {
  joining.value = next;
  announceStep();
}

async function answerStep1(now: Joining, part: number, contact: number): Promise<void> {
  const states = await ask((revision) => requests.readChildStates(revision, now.candidate.index, part, contact));
  proceed(joins.chooseParent(now, part, contact, states));
  await askChoices();
}

export const chooseParent = (part: number, contact: number) =>
  attempt(async () => {
    if (joining.value !== null) await answerStep1(joining.value, part, contact);
  });

export const chooseChild = (contact: number) =>
  attempt(async () => {
    if (joining.value === null) return;
    proceed(joins.chooseChild(joining.value, contact));
    await askChoices();
  });

async function askChoices(): Promise<void> {
  const now = joining.value;
  if (now === null || now.parent === null || now.child === null) return;
  const { part, contact } = now.parent;
  const child = now.child;
  const choices = await ask((revision) => requests.readChoices(revision, part, now.candidate.index, contact, child));
  // Something else may have been chosen meanwhile.
  const latest = joining.value;
  const isAsked = latest?.parent?.part === part && latest.parent.contact === contact && latest.child === child;
  if (latest !== null && isAsked && latest.choices === null) joining.value = joins.withChoices(latest, choices);
}

export const change = (part: Partial<Joining>) => {
  if (joining.value !== null) joining.value = { ...joining.value, ...part };
};

export const turn = (quarters: number) => {
  if (joining.value === null) return;
  joining.value = joins.turnBy(joining.value, quarters);
  const now = joins.turnOf(joining.value);
  if (now !== null) announcement.value = text.value.assemble.turnedTo(now.delta_degrees);
};

export const next = () => {
  if (joining.value?.step === 3 && joining.value.pair !== null) proceed({ ...joining.value, step: 4 });
};
export const goBack = () => {
  if (joining.value !== null) proceed(joins.back(joining.value));
};
export const enter = (step: Step) => {
  if (joining.value !== null) proceed(joins.enter(joining.value, step));
};
export const cancel = () => {
  joining.value = null;
  announcement.value = text.value.assemble.cancelled;
};

export async function finish(): Promise<void> {
  const now = joining.value;
  const connection = now === null ? null : joins.connection(now);
  if (now === null || connection === null) return;
  const before = parts.value.length;
  if (!(await perform({ action: "append", block: now.candidate.index, ...connection }))) return;
  joining.value = null;
  selectPart(parts.value.at(before)?.id ?? parts.value.length - 1);
  announcement.value = text.value.assemble.joined(now.candidate.name);
}

export function selectPart(id: number): void {
  const part = parts.value.find((one) => one.id === id);
  if (part) select({ kind: "link", index: part.link });
}

export async function newAssembly(): Promise<void> {
  if (await perform({ action: "new" })) showPanel("blocks");
}

export const undo = () => perform({ action: "undo" });
export const redo = () => perform({ action: "redo" });
