// The Assemble Menu: the four steps of joining, only while a Block is being joined.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { text } from "../state";
import * as joins from "./joining";
import type { Joining, Step } from "./joining";
import { cancel, change, chooseChild, chooseParent, enter, finish, goBack, joining, next, partName, turn } from "./assembling";
import { MatchedAxes } from "./matched_axes";
import type { PartJointType as JointType } from "../scene";

const steps: Step[] = [1, 2, 3, 4];

// One row of a list of contacts: what can be chosen is a button, what cannot says why.
function ContactRow({ label, reason, take }: { label: string; reason: string; take: (() => void) | null }) {
  return (
    <li>
      <button class="row" aria-disabled={take === null} onClick={() => take?.()}>
        <span>{label}</span>
        {reason !== "" && <span class="hint">{reason}</span>}
      </button>
    </li>
  );
}

function ParentContacts({ now }: { now: Joining }) {
  const t = text.value.assemble;
  return (
    <ul class="plain" aria-label={t.stepTitles[1]}>
      {now.states.contacts.map(({ part, contact, kind, state, reason }) => (
        <ContactRow
          key={`${part}.${contact}`}
          label={t.contactOf(contact, partName(part), t.kinds[kind])}
          reason={state === "free" ? "" : t.reason(reason)}
          take={state === "free" ? () => void chooseParent(part, contact) : null}
        />
      ))}
    </ul>
  );
}

function ChildContacts({ now }: { now: Joining }) {
  const t = text.value.assemble;
  return (
    <ul class="plain" aria-label={t.stepTitles[2]}>
      {now.states.child_contacts.map(({ contact, state, reason }) => (
        <ContactRow
          key={contact}
          label={t.contactOf(contact, now.candidate.name, t.kinds[now.candidate.contacts[contact]?.kind ?? "assembly"])}
          reason={state === "free" ? "" : t.reason(reason)}
          take={state === "free" ? () => void chooseChild(contact) : null}
        />
      ))}
    </ul>
  );
}

function Turns({ now }: { now: Joining }) {
  const t = text.value.assemble;
  return (
    <>
      <fieldset class="options">
        <legend>{t.turnHint}</legend>
        {now.choices?.turns.map((one) => (
          <label key={one.quarter}>
            <input
              type="radio"
              name="turn"
              checked={one.quarter === now.pair?.quarter}
              onChange={() => change({ pair: one })}
            />
            {t.delta(one.delta_degrees)}
            {one.default && <span class="hint"> {t.zeroAxesAgree}</span>}
          </label>
        ))}
      </fieldset>
      <p>
        <button onClick={() => turn(1)} aria-keyshortcuts="R">
          {t.turnOn}
        </button>
      </p>
      <p class="hint">{t.turnByDrag}</p>
      <MatchedAxes now={now} />
    </>
  );
}

const unit: Record<JointType, string> = { fixed: "", revolute: "°", prismatic: "m" };

function Motion({ now, type }: { now: Joining; type: JointType }) {
  const t = text.value.assemble;
  const most = type === "revolute" ? 180 : 0.5;
  return (
    <label class="field">
      {t.tryMotion}
      <span class="slider">
        <input
          type="range"
          min={-most}
          max={most}
          step={most / 180}
          value={now.motion}
          onInput={(event) => change({ motion: Number(event.currentTarget.value) })}
        />
        <output>
          {now.motion.toFixed(type === "revolute" ? 0 : 3)}
          {unit[type]}
        </output>
      </span>
    </label>
  );
}

function TypeAndOffset({ now }: { now: Joining }) {
  const t = text.value.assemble;
  const bad = now.type !== "fixed" && joins.parseOffset(now.offset) === null;
  return (
    <>
      <fieldset class="options">
        <legend>{t.jointType}</legend>
        {now.choices?.types.map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="type"
              checked={type === now.type}
              onChange={() => change({ type, offset: "0", motion: 0 })}
            />
            {t.types[type]}
          </label>
        ))}
      </fieldset>
      {now.type !== null && now.type !== "fixed" && (
        <>
          <label class="field">
            {t.offset(unit[now.type])}
            <input
              type="text"
              inputMode="decimal"
              value={now.offset}
              aria-invalid={bad}
              aria-describedby="offset-hint"
              onInput={(event) => change({ offset: event.currentTarget.value })}
            />
            <span class="hint" id="offset-hint">
              {bad ? t.noNumber : t.offsetHint}
            </span>
          </label>
          <Motion now={now} type={now.type} />
        </>
      )}
    </>
  );
}

function Body({ now }: { now: Joining }): ComponentChildren {
  switch (now.step) {
    case 1:
      return <ParentContacts now={now} />;
    case 2:
      return <ChildContacts now={now} />;
    case 3:
      return <Turns now={now} />;
    case 4:
      return <TypeAndOffset now={now} />;
  }
}

// What was answered in a step before, in a few words.
function answer(now: Joining, step: Step): string {
  const t = text.value.assemble;
  if (step >= now.step) return "";
  if (step === 1 && now.parent) return t.contactShort(now.parent.contact, partName(now.parent.part));
  if (step === 2 && now.child !== null) return t.contactShort(now.child, now.candidate.name);
  const turned = joins.turnOf(now);
  return step === 3 && turned ? t.delta(turned.delta_degrees) : "";
}

export function AssembleMenu() {
  const t = text.value.assemble;
  const now = joining.value;
  const present = useRef<HTMLHeadingElement>(null);
  const step = now?.step;
  useEffect(() => present.current?.focus(), [step]);
  if (now === null) return null;
  return (
    <section class="panel assemble-menu" aria-label={t.assembleMenu}>
      <h2>{t.joiningOf(now.candidate.name)}</h2>
      <ol class="plain steps">
        {steps.map((one) => (
          <li key={one} aria-current={one === now.step ? "step" : undefined}>
            {one < now.step ? (
              <button class="row" onClick={() => enter(one)}>
                <span>
                  {t.step(one)} {t.stepTitles[one]}
                </span>
                <span class="hint">{answer(now, one)}</span>
              </button>
            ) : (
              <h3 ref={one === now.step ? present : undefined} tabIndex={-1}>
                {t.step(one)} {t.stepTitles[one]}
              </h3>
            )}
            {one === now.step && <Body now={now} />}
          </li>
        ))}
      </ol>
      <div class="actions">
        <button onClick={goBack} aria-keyshortcuts="Backspace">
          {t.back}
        </button>
        <button onClick={cancel} aria-keyshortcuts="Escape">
          {t.cancel}
        </button>
        {now.step === 3 && (
          <button class="primary" onClick={next} disabled={now.pair === null}>
            {t.next}
          </button>
        )}
        {now.step === 4 && (
          <button class="primary" onClick={() => void finish()} disabled={joins.connection(now) === null}>
            {t.finish}
          </button>
        )}
      </div>
    </section>
  );
}
