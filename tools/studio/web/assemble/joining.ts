// Joining a Block to the assembly in four steps: a pure state machine. requests.ts asks, steps.tsx shows.
//
//   1 the contact on the assembly   2 the child's contact   3 how the child is turned   4 joint type and offset
//
// Earlier steps can be entered again; what was chosen after them is forgotten. Which contacts fit is known to
// the program alone.
import type { PartJointType as JointType } from "../scene";
import type { Candidate, Connection, ContactStates, JoiningChoices, MatchedPair } from "./requests";

export type Step = 1 | 2 | 3 | 4;

export interface Joining {
  candidate: Candidate;
  states: ContactStates;
  step: Step;
  parent: { part: number; contact: number } | null;
  child: number | null;
  choices: JoiningChoices | null; // once both contacts are known
  pair: MatchedPair | null;
  type: JointType | null;
  offset: string; // as typed: degrees of a revolute joint, metres of a prismatic one
  motion: number; // where the slider has moved the joint, in the same unit
}

const isFree = (contact: { state: string }) => contact.state === "free";
export const freeContacts = (joining: Joining) => joining.states.contacts.filter(isFree);

export const freeChildContacts = (joining: Joining) => joining.states.child_contacts.filter(isFree).map((state) => state.contact);

export const begin = (candidate: Candidate, states: ContactStates): Joining => ({
  candidate,
  states,
  step: 1,
  parent: null,
  child: null,
  choices: null,
  pair: null,
  type: null,
  offset: "0",
  motion: 0,
});

const forgetFrom3 = { choices: null, pair: null, type: null, offset: "0", motion: 0 };

// `states`: what the child's contacts can do on this contact. One that can be joined is taken at once.
export function chooseParent(joining: Joining, part: number, contact: number, states: ContactStates): Joining {
  const next: Joining = { ...joining, ...forgetFrom3, parent: { part, contact }, child: null, step: 2 };
  next.states = { ...joining.states, child_contacts: states.child_contacts };
  const free = freeChildContacts(next);
  return free.length === 1 && free[0] !== undefined ? chooseChild(next, free[0]) : next;
}

export const chooseChild = (joining: Joining, contact: number): Joining => ({
  ...joining,
  ...forgetFrom3,
  child: contact,
  step: 3,
});

// Begins with the turn in which the zeroAxes agree, and the first joint type that the contacts allow.
export function withChoices(joining: Joining, choices: JoiningChoices): Joining {
  const first = choices.turns.find((turn) => turn.default) ?? choices.turns[0] ?? null;
  return { ...joining, choices, pair: first, type: choices.types[0] ?? null };
}

export const turnOf = (joining: Joining) =>
  joining.choices?.turns.find((turn) => turn.quarter === joining.pair?.quarter) ?? null;

const order = [0, 1, 2, -1];

// So many quarter turns further about the parent's rotAxis, or back.
export function turnBy(joining: Joining, quarters: number): Joining {
  const now = order.indexOf(joining.pair?.quarter ?? 0);
  const count = order.length;
  const quarter = order[(((now + quarters) % count) + count) % count];
  return { ...joining, pair: joining.choices?.turns.find((turn) => turn.quarter === quarter) ?? joining.pair };
}

export function back(joining: Joining): Joining | null {
  switch (joining.step) {
    case 1:
      return null;
    case 2:
      return enter(joining, 1);
    case 3:
      return enter(joining, 2);
    case 4:
      return { ...joining, step: 3, motion: 0 };
  }
}

// Enters an earlier step again.
export function enter(joining: Joining, step: Step): Joining {
  if (step >= joining.step) return joining;
  const again: Joining = { ...joining, step, motion: 0 };
  if (step <= 2) Object.assign(again, forgetFrom3, { child: null });
  if (step === 1) again.parent = null;
  return again;
}

const number = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;
export const parseOffset = (text: string): number | null => (number.test(text) ? Number(text) : null);

// What Finish sends; nothing while something is missing.
export function connection(joining: Joining): ({ parent: number } & Connection) | null {
  const { parent, child, pair, type } = joining;
  if (joining.step !== 4 || parent === null || child === null || pair === null || type === null) return null;
  const offset = type === "fixed" ? undefined : parseOffset(joining.offset);
  if (offset === null) return null;
  return {
    parent: parent.part,
    parent_contact: parent.contact,
    child_contact: child,
    parent_matched_axis: pair.parent_matched_axis,
    child_matched_axis: pair.child_matched_axis,
    joint_type: type,
    ...(offset === undefined ? {} : { offset }),
  };
}
