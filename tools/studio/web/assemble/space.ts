// What the assembler shows in the space: contacts as cubes and spheres, the Block that is being joined as a
// ghost where it will be, and its other turns beside it. What a click on one of these means stands here, too.
import { computed } from "@preact/signals";
import { shownContacts } from "../layout";
import type { AssemblyPart, Pose, RGBA, Vector } from "../scene";
import { drawnScene } from "../state";
import type { Ghost, Marker, MarkerState, Picked } from "../view3d/view";
import { composed, identityPose } from "../view3d/poses";
import { change, chooseChild, chooseParent, joining, partName, parts } from "./assembling";
import { blockShapes } from "./block_shapes";
import * as joins from "./joining";
import type { Joining } from "./joining";
import { selectedPart } from "./part_panel";

const OTHER_TURN: RGBA = [0.6, 0.6, 0.6, 0.25];
const BESIDE = 0.25; // m from its place, for a Block whose contact is not chosen yet

// A handle and what it stands for.
interface Handle {
  marker: Marker;
  take: (() => void) | null;
}

const form = (kind: string) => (kind === "joint" ? "sphere" : "cube") as Marker["form"];

// The contacts of the assembly: all of them in step 1, those that the layer says while nothing is joined.
function assemblyHandles(now: Joining | null): Handle[] {
  const selected = selectedPart();
  const extent = shownContacts.value;
  const isShown = (part: AssemblyPart) => extent === "all" || (extent === "selected" && part === selected);
  return parts.value.flatMap((part) =>
    part.contacts.flatMap((contact): Handle[] => {
      const isParent = now?.parent?.part === part.id && now.parent.contact === contact.index;
      if (now === null ? !isShown(part) : now.step > 1 && !isParent) return [];
      const state = now?.states.contacts.find((one) => one.part === part.id && one.contact === contact.index);
      const isFree = now === null ? contact.used_by === -1 : state?.state === "free";
      const look: MarkerState = isParent ? "chosen" : isFree ? "free" : "faint";
      return [
        {
          marker: {
            id: 0,
            form: form(contact.kind),
            link: part.link,
            pose: contact.pose,
            axis: contact.rot_axis,
            zero: contact.zero_axis,
            state: look,
            ...(look === "faint" ? {} : { label: `${partName(part.id)} ${contact.index}` }),
          },
          take: now?.step === 1 && isFree ? () => void chooseParent(part.id, contact.index) : null,
        },
      ];
    }),
  );
}

// The contacts of the Block that floats beside its place.
function childHandles(now: Joining): Handle[] {
  if (now.step !== 2) return [];
  return now.candidate.contacts.map((contact): Handle => {
    const isFree = now.states.child_contacts.some((one) => one.contact === contact.index && one.state === "free");
    return {
      marker: {
        id: 0,
        form: form(contact.kind),
        ghost: 0,
        pose: contact.pose,
        axis: contact.rot_axis,
        zero: contact.zero_axis,
        state: isFree ? "free" : "faint",
        ...(isFree ? { label: `${now.candidate.name} ${contact.index}` } : {}),
      },
      take: isFree ? () => void chooseChild(contact.index) : null,
    };
  });
}

const handles = computed((): Handle[] => {
  const now = joining.value;
  const all = [...assemblyHandles(now), ...(now === null ? [] : childHandles(now))];
  return all.map((handle, id) => ({ ...handle, marker: { ...handle.marker, id } }));
});

export const markers = computed(() => handles.value.map(({ marker }) => marker));

// The motion of a joint about or along an axis through a point, as a pose: degrees of a revolute one, metres.
export function motion(type: string, axis: Vector, origin: Vector, by: number): Pose {
  const out = identityPose();
  const [x, y, z] = axis;
  if (type === "prismatic") {
    axis.forEach((part, k) => (out[9 + k] = part * by));
    return out;
  }
  const angle = (by * Math.PI) / 180;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const turned: number[] = [
    c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s,
    y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s,
    z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c),
  ];
  turned.forEach((value, k) => (out[k] = value));
  for (let row = 0; row < 3; ++row) {
    const moved = turned[3 * row]! * origin[0] + turned[3 * row + 1]! * origin[1] + turned[3 * row + 2]! * origin[2];
    out[9 + row] = origin[row]! - moved;
  }
  return out;
}

// How far the joint is from the assembled pose when its variable is what the slider says.
function displacement(now: Joining): number {
  const offset = joins.parseOffset(now.offset) ?? 0;
  if (now.type === "fixed") return 0;
  if (drawnScene.value?.assembly?.zero_is_assembled) return now.motion;
  return now.motion + offset - (now.type === "revolute" ? (joins.turnOf(now)?.delta_degrees ?? 0) : 0);
}

function floating(now: Joining): Ghost[] {
  const part = parts.value.find((one) => one.id === now.parent?.part);
  const contact = part?.contacts[now.parent?.contact ?? -1];
  if (part === undefined || contact === undefined) return [];
  const away = motion("prismatic", contact.rot_axis, [0, 0, 0], BESIDE);
  return [
    { id: 0, link: part.link, pose: composed(contact.pose, away), shapes: blockShapes(now.candidate, identityPose()) },
  ];
}

export const ghosts = computed((): Ghost[] => {
  const now = joining.value;
  if (now === null || now.parent === null) return [];
  if (now.step === 2) return floating(now);
  const part = parts.value.find((one) => one.id === now.parent?.part);
  const frame = now.candidate.contacts[now.child ?? -1]?.pose;
  const chosen = joins.turnOf(now);
  if (now.choices === null || part === undefined || frame === undefined || chosen === null) return [];
  const { axis, origin, turns } = now.choices;
  const moved = now.step === 4 ? motion(now.type ?? "fixed", axis, origin, displacement(now)) : identityPose();
  const own: Ghost = {
    id: chosen.quarter,
    link: part.link,
    pose: composed(moved, chosen.pose),
    shapes: blockShapes(now.candidate, frame),
  };
  if (now.step === 4) return [own];
  const others = turns
    .filter((one) => one !== chosen)
    .map(({ quarter, pose }): Ghost => ({ id: quarter, link: part.link, pose, shapes: blockShapes(now.candidate, frame, OTHER_TURN) }));
  return [own, ...others];
});

// A click on something of the assembler; false if it is nothing of it.
export function takePicked(what: Picked | null): boolean {
  const now = joining.value;
  if (what?.kind === "marker") {
    handles.value[what.id]?.take?.();
    return true;
  }
  if (what?.kind === "ghost" && now?.step === 3) {
    const turn = now.choices?.turns.find((one) => one.quarter === what.id);
    if (turn) change({ pair: turn });
    return true;
  }
  return now !== null;
}
