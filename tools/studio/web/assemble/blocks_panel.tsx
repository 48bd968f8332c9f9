// Block Candidates: the Blocks of the libraries, by tag. Double-click, Enter and drag into the space take one.
import { signal } from "@preact/signals";
import { text } from "../state";
import { plain } from "../format";
import type { Place } from "../scene";
import { blocks, candidates, joining, take } from "./assembling";
import { BLOCK_TYPE } from "./dragging";
import type { Candidate } from "./requests";
import { Thumbnail } from "./thumbnail";

const wanted = signal("");

const matches = (candidate: Candidate) => {
  const word = wanted.value.trim().toLowerCase();
  return word === "" || candidate.id.toLowerCase().includes(word) || candidate.name.toLowerCase().includes(word);
};

function mark(candidate: Candidate): string {
  if (candidate.base) return " (B)";
  return candidate.tool ? " (T)" : "";
}

function Row({ candidate }: { candidate: Candidate }) {
  const t = text.value.assemble;
  const usable = candidate.usable && joining.value === null;
  const reason = joining.value === null ? t.reason(candidate.reason) : "";
  const described = `block-${candidate.index}-facts`;
  return (
    <li>
      <button
        class="candidate"
        aria-disabled={!usable}
        aria-describedby={described}
        draggable={usable}
        onDragStart={(event) => event.dataTransfer?.setData(BLOCK_TYPE, String(candidate.index))}
        onClick={(event) => {
          // 0: by a key; 2: the second of a double-click; a finger has no double-click.
          const touched = event instanceof PointerEvent && event.pointerType === "touch";
          if (event.detail === 0 || event.detail === 2 || touched) void take(candidate);
        }}
      >
        <Thumbnail candidate={candidate} />
        <span class="candidate-text">
          <span class="candidate-name">
            {candidate.name || candidate.id}
            {mark(candidate)}
          </span>
          <span class="hint" id={described}>
            {[
              candidate.id,
              candidate.mass === null ? "" : `${plain(candidate.mass)} kg`,
              t.contactCount(candidate.contacts.length),
            ]
              .filter(Boolean)
              .join(" · ")}
            {reason !== "" && <span class="candidate-reason">{reason}</span>}
          </span>
        </span>
      </button>
    </li>
  );
}

// What romasc finds in the files of Blocks, with both places where there are two.
function Findings() {
  const t = text.value;
  const found = blocks.value?.diagnostics ?? [];
  if (found.length === 0) return null;
  const where = ({ file, line, column }: Place) =>
    line === undefined || column === undefined ? "" : `${file}: ${t.lineColumn(line, column)}`;
  return (
    <details open>
      <summary>
        {t.problems} ({found.length})
      </summary>
      <ul class="plain">
        {found.map((one, index) => (
          <li key={index} class={`problem ${one.severity}`}>
            <span class="severity">{t[one.severity]}</span>
            <div lang="en">
              <p>{one.message}</p>
              <p class="hint">{[where(one), one.id].filter(Boolean).join(" · ")}</p>
              {one.notes.map((note, at) => (
                <p key={at} class="hint">
                  {note.message} {where(note)}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function BlocksPanel() {
  const t = text.value.assemble;
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates.value.filter(matches))
    groups.set(candidate.tag, [...(groups.get(candidate.tag) ?? []), candidate]);
  if (blocks.value === null || candidates.value.length === 0) return <p class="hint empty">{t.noBlocks}</p>;
  return (
    <div class="blocks scrolled" role="group" aria-label={t.blockCandidates}>
      <label class="field">
        {t.searchBlocks}
        <input type="search" value={wanted.value} onInput={(event) => (wanted.value = event.currentTarget.value)} />
      </label>
      <p class="hint">{joining.value === null ? t.howToTake : t.joiningNow}</p>
      <Findings />
      {groups.size === 0 && <p>{t.noMatch}</p>}
      {[...groups].map(([tag, members]) => (
        <section key={tag} aria-label={tag || t.withoutTag}>
          <h2>{tag || t.withoutTag}</h2>
          <ul class="plain">
            {members.map((candidate) => (
              <Row key={candidate.index} candidate={candidate} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
