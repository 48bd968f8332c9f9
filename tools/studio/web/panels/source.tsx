// The text of a file that was read: lines with numbers, findings underlined, and a click selects what stands there.
import { computed, effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { edit, editorKey, hasEditor } from "../editor";
import { select, selectedJoint, selectedLink, selection } from "../selection";
import { readSource } from "../server";
import { entityAt, type LineMark, marksOf, pieces } from "../source_marks";
import { attempt, scene, text } from "../state";
import { VirtualList } from "./virtual_list";

const ROW = 20; // CSS pixels
const LONGEST = 2000; // letters of a line that are shown

export const chosen = signal(0); // index of the source
const loaded = signal<{ revision: number; source: number; lines: string[] } | null>(null);
export const cursor = signal(0); // the line of the keys and of the last finding, from 1; 0: none
export const jumps = signal(0); // grows when the line is to be brought into sight

// Shows a place, by the name of its file.
export function showPlace(file: string | undefined, line: number): void {
  const index = scene.value?.sources.findIndex(({ name }) => name === file) ?? -1;
  if (index < 0) return;
  chosen.value = index;
  cursor.value = line;
  jumps.value += 1;
}

// The text is asked for when it is to be seen, and again when something else is open.
function load(): void {
  const now = scene.value;
  if (!now || now.sources.length === 0) {
    loaded.value = null;
    return;
  }
  const source = Math.min(chosen.value, now.sources.length - 1);
  const has = loaded.peek();
  if (has?.revision === now.revision && has.source === source) return;
  void attempt(async () => {
    const { text: whole } = await readSource(source);
    if (scene.value !== now) return;
    loaded.value = { revision: now.revision, source, lines: whole.replace(/\r\n?/g, "\n").split("\n") };
  });
}

// What is selected shows its place.
effect(() => {
  const now = scene.value;
  const one = selection.value;
  if (!now || !one) return;
  const place = one.kind === "joint" ? now.places.joints[selectedJoint.value] : now.places.links[selectedLink.value];
  if (!place) return;
  chosen.value = place.source;
  cursor.value = place.line;
  jumps.value = jumps.peek() + 1;
});

const marks = computed(() => {
  const now = scene.value;
  const source = loaded.value?.source;
  const name = source === undefined ? undefined : now?.sources[source]?.name;
  return now && name !== undefined ? marksOf(now.diagnostics, name) : new Map<number, LineMark[]>();
});

function selectAt(line: number, column: number): void {
  const now = scene.value;
  cursor.value = line;
  const entity = now && loaded.value ? entityAt(now, loaded.value.source, line, column) : null;
  if (entity) select(entity, true);
}

// The column of a click, from the letter under it.
function columnAt(event: MouseEvent): number {
  const caret = document.caretPositionFromPoint?.(event.clientX, event.clientY);
  const code = (event.currentTarget as HTMLElement).querySelector(".code");
  if (!caret || !code?.contains(caret.offsetNode)) return 1;
  const range = document.createRange();
  range.setStart(code, 0);
  range.setEnd(caret.offsetNode, caret.offset);
  return [...range.toString()].length + 1;
}

const firstColumn = (line: string) => line.length - line.trimStart().length + 1;

function key(event: KeyboardEvent, lines: readonly string[], source: number): void {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -lines.length, End: lines.length };
  const step = steps[event.key];
  if (step !== undefined) {
    cursor.value = Math.min(lines.length, Math.max(1, cursor.value + step));
    jumps.value += 1;
  } else if (event.key === "Enter" && cursor.value > 0) selectAt(cursor.value, firstColumn(lines[cursor.value - 1] ?? ""));
  else if (!editorKey(event, source, cursor.value || 1)) return;
  event.preventDefault();
}

function Line({ number, line, width }: { number: number; line: string; width: number }) {
  const here = marks.value.get(number) ?? [];
  const shown = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return (
    <div
      role="option"
      id={`line-${number}`}
      class="line"
      aria-label={`${number} ${shown}`}
      aria-selected={cursor.value === number}
      style={{ height: `${ROW}px` }}
      title={here.map(({ message }) => message).join("\n") || undefined}
      onClick={(event) => selectAt(number, columnAt(event))}
    >
      <span class="line-number" aria-hidden="true" style={{ width: `${width + 1}ch` }}>
        {number}
      </span>
      <span class="code">
        {pieces(shown, here).map(({ text: piece, severity }, index) => (
          <span key={index} class={severity ? `underlined ${severity}` : undefined}>
            {piece}
          </span>
        ))}
      </span>
    </div>
  );
}

export function Source() {
  const t = text.value;
  const now = scene.value;
  useEffect(load, [now, chosen.value]);
  if (!now || now.sources.length === 0) return <p class="hint empty">{t.noSource}</p>;
  const source = Math.min(chosen.value, now.sources.length - 1);
  const lines = loaded.value?.source === source ? loaded.value.lines : [];
  return (
    <div class="source">
      <div class="tools">
        <select aria-label={t.sourceFile} value={source} onChange={(event) => (chosen.value = Number(event.currentTarget.value))}>
          {now.sources.map(({ name }, index) => (
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </select>
        {hasEditor() && (
          <button class="small" aria-keyshortcuts="E" title={t.views.editorHint} onClick={() => void edit(source, cursor.value || 1)}>
            {t.views.openInEditor}
          </button>
        )}
      </div>
      <VirtualList
        class="rows code-rows"
        role="listbox"
        lang="zxx"
        aria-label={t.sourceText(now.sources[source]!.name)}
        aria-activedescendant={cursor.value > 0 && cursor.value <= lines.length ? `line-${cursor.value}` : undefined}
        tabIndex={0}
        onKeyDown={(event: KeyboardEvent) => key(event, lines, source)}
        count={lines.length}
        rowHeight={ROW}
        shown={cursor.value - 1}
        shownKey={`${jumps.value} ${lines.length}`}
        row={(index) => <Line key={index} number={index + 1} line={lines[index]!} width={String(lines.length).length} />}
      />
    </div>
  );
}
