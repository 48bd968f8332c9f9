// The selected part: how it is joined, and what can be done with it and with all that hangs on it.
import { useRef, useState } from "preact/hooks";
import type { AssemblyPart } from "../scene";
import { selection } from "../selection";
import { text } from "../state";
import { assembly, candidates, joining, partName, parts, perform } from "./assembling";
import { parseOffset } from "./joining";
import type { PartJointType as JointType } from "../scene";

export const selectedPart = () =>
  selection.value?.kind === "link" ? parts.value.find((part) => part.link === selection.value?.index) : undefined;

// The part and everything that hangs on it.
export function branchOf(id: number): AssemblyPart[] {
  const branch = new Set([id]);
  for (const part of parts.value) if (branch.has(part.parent)) branch.add(part.id);
  return parts.value.filter((part) => branch.has(part.id));
}

function Offset({ part }: { part: AssemblyPart }) {
  const t = text.value.assemble;
  const kept = String(part.offset ?? 0);
  const [typed, setTyped] = useState(kept);
  const offset = parseOffset(typed);
  const sent = useRef(part.offset ?? 0); // Enter sends, and leaving the field does
  const send = () => {
    if (offset === null || offset === sent.current) return;
    sent.current = offset;
    void perform({ action: "change", part: part.id, offset });
  };
  return (
    <label class="field">
      {t.offset(part.joint_type === "revolute" ? "°" : "m")}
      <input
        type="text"
        inputMode="decimal"
        value={typed}
        aria-invalid={offset === null}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={send}
        onKeyDown={(event) => event.key === "Enter" && send()}
      />
      {offset === null && <span class="hint">{t.noNumber}</span>}
    </label>
  );
}

// Assembly XML has no limits: these are for all prismatic joints, and go with the document. Effort and velocity
// are given together, or left empty.
function DefaultLimit() {
  const t = text.value.assemble;
  const known = assembly.value?.default_limit ?? [];
  const [typed, setTyped] = useState(() => [0, 1, 2, 3].map((index) => String(known[index] ?? "")));
  const [lower, upper, effort, velocity] = typed.map(parseOffset);
  const isEmpty = typed.map((one) => one.trim() === "");
  const isNone = isEmpty.every(Boolean);
  const isBound = typeof lower === "number" && typeof upper === "number" && lower <= upper;
  const isLoad = typeof effort === "number" && typeof velocity === "number" && effort >= 0 && velocity >= 0;
  const isBad = !isNone && !(isBound && (isLoad || (isEmpty[2] && isEmpty[3])));
  const sent = useRef(String(known)); // Enter sends, and leaving the field does
  const send = () => {
    const given = isNone ? [] : isLoad ? [lower, upper, effort, velocity] : [lower, upper];
    if (isBad || String(given) === sent.current) return;
    sent.current = String(given);
    const limit = isNone ? {} : { lower: lower as number, upper: upper as number };
    const load = isLoad ? { effort, velocity } : {};
    void perform({ action: "default_limit", ...limit, ...load });
  };
  return (
    <fieldset class="options">
      <legend>{t.defaultLimit}</legend>
      {[t.lower, t.upper, t.effort, t.velocity].map((label, index) => (
        <label class="field" key={label}>
          {label}
          <input
            type="text"
            inputMode="decimal"
            value={typed[index]}
            aria-invalid={isBad}
            onInput={(event) => setTyped(typed.with(index, event.currentTarget.value))}
            onBlur={send}
            onKeyDown={(event) => event.key === "Enter" && send()}
          />
        </label>
      ))}
    </fieldset>
  );
}

// A part turns by a quarter when its parent's matched axis goes to the next of the four.
function Connection({ part }: { part: AssemblyPart }) {
  const t = text.value.assemble;
  const types: JointType[] = part.joint_type === "fixed" ? ["fixed"] : ["revolute", "prismatic"];
  return (
    <>
      <label class="field">
        {t.jointType}
        <select
          value={part.joint_type}
          disabled={types.length === 1}
          onChange={(event) =>
            void perform({ action: "change", part: part.id, joint_type: event.currentTarget.value as JointType, offset: 0 })
          }
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {t.types[type]}
            </option>
          ))}
        </select>
      </label>
      {part.joint_type !== "fixed" && <Offset key={`${part.id} ${part.offset ?? 0}`} part={part} />}
      {part.joint_type === "prismatic" && <DefaultLimit key={String(assembly.value?.default_limit)} />}
      <p>
        <button onClick={() => void perform({ action: "change", part: part.id, turn: 1 })}>{t.turnOn}</button>
      </p>
    </>
  );
}

// The free contacts of the assembly on which the branch could hang instead, or once more.
function Elsewhere({ part }: { part: AssemblyPart }) {
  const t = text.value.assemble;
  const branch = new Set(branchOf(part.id).map((one) => one.id));
  const free = parts.value.flatMap((one) =>
    one.contacts.filter((contact) => contact.used_by === -1).map((contact) => ({ part: one.id, contact: contact.index })),
  );
  const [chosen, setChosen] = useState(0);
  const to = free[Math.min(chosen, free.length - 1)];
  if (to === undefined) return null;
  const send = (action: "copy" | "move") =>
    perform({ action, part: part.id, parent: to.part, parent_contact: to.contact });
  return (
    <>
      <label class="field">
        {t.freeContact}
        <select value={free.indexOf(to)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
          {free.map(({ part: owner, contact }, index) => (
            <option key={index} value={index}>
              {t.contactShort(contact, partName(owner))}
            </option>
          ))}
        </select>
      </label>
      <p class="actions">
        <button onClick={() => void send("move")} disabled={branch.has(to.part)}>
          {t.moveBranch(branch.size)}
        </button>
        <button onClick={() => void send("copy")}>{t.copyBranch(branch.size)}</button>
      </p>
    </>
  );
}

function Replace({ part }: { part: AssemblyPart }) {
  const t = text.value.assemble;
  const like = candidates.value[part.block];
  const others = candidates.value.filter(
    (one) => one.index !== part.block && one.base === like?.base && one.tool === like?.tool,
  );
  if (others.length === 0) return null;
  return (
    <label class="field">
      {t.replaceBy}
      <select
        value=""
        onChange={(event) => {
          const block = Number(event.currentTarget.value);
          event.currentTarget.value = "";
          void perform({ action: "replace", part: part.id, block });
        }}
      >
        <option value="" disabled>
          {t.chooseBlock}
        </option>
        {others.map((one) => (
          <option key={one.index} value={one.index}>
            {one.name || one.id}
          </option>
        ))}
      </select>
    </label>
  );
}

export function PartPanel() {
  const t = text.value.assemble;
  const part = selectedPart();
  if (assembly.value === null || part === undefined || joining.value !== null) return null;
  const count = branchOf(part.id).length;
  return (
    <section aria-labelledby="part-title">
      <h2 id="part-title">{t.partTitle(part.id, candidates.value[part.block]?.name ?? "")}</h2>
      {part.parent !== -1 && (
        <>
          <p class="hint">{t.hangsOn(partName(part.parent), part.parent_contact)}</p>
          <Connection part={part} />
          <Elsewhere part={part} />
        </>
      )}
      <Replace part={part} />
      <p>
        <button class="danger" onClick={() => void perform({ action: "remove", part: part.id })} aria-keyshortcuts="Delete">
          {t.remove(count)}
        </button>
      </p>
    </section>
  );
}
