// The findings of romasc, grouped by file. Severity is a word and a sign, never a colour alone.
import { useEffect } from "preact/hooks";
import { edit, editorKey, hasEditor, sourceOf } from "../editor";
import { showFixes } from "../fixes";
import { showPanel, textPanel } from "../layout";
import * as filter from "../problem_filter";
import type { Diagnostic, Place, Scene } from "../scene";
import { nameOf, select } from "../selection";
import { drawnScene, scene, text } from "../state";
import { RulePage, shownRule } from "./rule";
import { showPlace } from "./source";

const { asked, chosenProfile, profiles, severities, shownSeverities: shown, signs } = filter;

function ProfileChoice() {
  const t = text.value;
  useEffect(() => void filter.loadProfiles(), []);
  return (
    <label>
      {t.views.forConsumer}
      <select value={chosenProfile.value} onChange={(event) => (chosenProfile.value = event.currentTarget.value)}>
        <option value="">{t.views.everyConsumer}</option>
        {profiles.value?.profiles.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

// Says that the list is that of one link or joint, and ends it.
function Only() {
  const t = text.value;
  const one = filter.only.value;
  if (one === null) return null;
  return (
    <p class="only">
      {t.views.onlyOf(`${one.kind === "joint" ? t.joint : t.link} ${one.name}`)}{" "}
      <button class="small" onClick={() => (asked.value = null)}>
        {t.views.showAll}
      </button>
    </p>
  );
}

function Filter({ diagnostics }: { diagnostics: Diagnostic[] }) {
  const t = text.value;
  const one = { error: t.error, warning: t.warning, note: t.note };
  const many = { error: t.errors, warning: t.warnings, note: t.notes };
  const counted = (severity: (typeof severities)[number]) => {
    const count = diagnostics.filter((each) => each.severity === severity).length;
    return `${count} ${(count === 1 ? one : many)[severity]}`;
  };
  return (
    <fieldset class="filter">
      <legend class="unseen">{t.show}</legend>
      <ProfileChoice />
      {severities.map((severity) => (
        <label key={severity}>
          <input
            type="checkbox"
            checked={shown.value[severity]}
            onChange={(event) => (shown.value = { ...shown.value, [severity]: event.currentTarget.checked })}
          />
          {counted(severity)}
        </label>
      ))}
    </fieldset>
  );
}

function where(place: Place, of?: string): string {
  if (place.line === undefined || place.column === undefined) return "";
  const inFile = place.file !== of ? `${place.file}: ` : "";
  return inFile + text.value.lineColumn(place.line, place.column);
}

// Selects what the finding is about, moves the camera there, and shows the line.
function goTo({ entities, file, line }: Diagnostic): void {
  const entity = entities?.find(({ kind }) => kind === "link" || kind === "joint");
  if (entity && drawnScene.value) select(entity, true);
  if (line === undefined) return;
  showPlace(file, line);
  showPanel(textPanel());
}

function About({ diagnostic }: { diagnostic: Diagnostic }) {
  const now = drawnScene.value;
  const shown = diagnostic.entities?.filter(({ kind }) => kind === "link" || kind === "joint") ?? [];
  if (!now || shown.length === 0) return null;
  return <>{shown.map((entity) => `${entity.kind === "joint" ? text.value.joint : text.value.link} ${nameOf(now, entity)}`).join(", ")} · </>;
}

// The fix of a finding, where it has one.
function Fix({ diagnostic }: { diagnostic: Diagnostic }) {
  const t = text.value.views;
  if (!diagnostic.fixes?.length) return null;
  const isGuess = diagnostic.fixes.some(({ safe }) => !safe);
  const finding = scene.value?.diagnostics.indexOf(diagnostic) ?? -1;
  if (finding < 0) return null;
  return (
    <button class="small" onClick={() => void showFixes({ finding, unsafe: isGuess })}>
      {isGuess ? t.showFixGuess : t.showFix}
    </button>
  );
}

// Its line in the user's editor.
function Edit({ diagnostic: { file, line } }: { diagnostic: Diagnostic }) {
  const source = sourceOf(file);
  if (!hasEditor() || source < 0 || line === undefined) return null;
  return (
    <button class="small" aria-keyshortcuts="E" title={text.value.views.editorHint} onClick={() => void edit(source, line)}>
      {text.value.views.openInEditor}
    </button>
  );
}

function Problem({ diagnostic }: { diagnostic: Diagnostic }) {
  const t = text.value;
  const key = (event: KeyboardEvent) => {
    if (editorKey(event, sourceOf(diagnostic.file), diagnostic.line ?? 0)) event.preventDefault();
  };
  return (
    <li class={`problem ${diagnostic.severity}`} onKeyDown={key}>
      <span class="severity">
        <span aria-hidden="true">{signs[diagnostic.severity]}</span> {t[diagnostic.severity]}
      </span>
      <div>
        <button class="message" lang="en" onClick={() => goTo(diagnostic)}>
          {diagnostic.message}
        </button>
        <p class="hint">
          <About diagnostic={diagnostic} />
          {where(diagnostic, diagnostic.file)}
          <button class="link-like" onClick={() => (shownRule.value = diagnostic.id)}>
            {diagnostic.id} {diagnostic.rule}
          </button>
        </p>
        {filter.consequenceOf(diagnostic) !== "" && <p lang="en">{filter.consequenceOf(diagnostic)}</p>}
        <div class="problem-actions">
          <Fix diagnostic={diagnostic} />
          <Edit diagnostic={diagnostic} />
        </div>
        {diagnostic.notes.length > 0 && (
          <ul class="notes">
            {diagnostic.notes.map((note, index) => (
              <li key={index}>
                <span lang="en">{note.message}</span> <span class="hint">{where(note, diagnostic.file)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

export function Problems({ scene: of }: { scene: Scene }) {
  const t = text.value;
  const visible = filter.visibleProblems.value;
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of visible) {
    const file = diagnostic.file ?? "";
    groups.set(file, [...(groups.get(file) ?? []), diagnostic]);
  }
  return (
    <div class="scrolled problems">
      {shownRule.value !== null && <RulePage id={shownRule.value} />}
      {of.diagnostics.length > 0 && <Filter diagnostics={of.diagnostics} />}
      <Only />
      {of.diagnostics.some(({ fixes }) => fixes?.length) && (
        <p>
          <button class="small" onClick={() => void showFixes({ finding: null, unsafe: false })}>
            {text.value.views.fixAll}
          </button>
        </p>
      )}
      {of.diagnostics.length === 0 && <p>{t.noProblems}</p>}
      {of.diagnostics.length > 0 && visible.length === 0 && <p>{t.allHidden}</p>}
      {[...groups].map(([file, diagnostics]) => (
        <div key={file}>
          <h2 class="path">{file || t.withoutFile}</h2>
          <ul class="plain">
            {diagnostics.map((diagnostic, index) => (
              <Problem key={index} diagnostic={diagnostic} />
            ))}
          </ul>
        </div>
      ))}
      {of.omitted_diagnostics > 0 && <p>{t.moreProblems(of.omitted_diagnostics)}</p>}
    </div>
  );
}
