// The findings of romasc, grouped by file. Severity is a word and a sign, never a colour alone.
import { signal } from "@preact/signals";
import type { Diagnostic, Place, Scene, Severity } from "../server";
import { text } from "../state";

const severities: Severity[] = ["error", "warning", "note"];
const signs: Record<Severity, string> = { error: "✖", warning: "▲", note: "●" };
const shown = signal<Record<Severity, boolean>>({ error: true, warning: true, note: true });

function Filter({ diagnostics }: { diagnostics: Diagnostic[] }) {
  const t = text.value;
  const names = { error: t.errors, warning: t.warnings, note: t.notes };
  return (
    <fieldset class="filter">
      <legend class="unseen">{t.show}</legend>
      {severities.map((severity) => (
        <label key={severity}>
          <input
            type="checkbox"
            checked={shown.value[severity]}
            onChange={(event) => (shown.value = { ...shown.value, [severity]: event.currentTarget.checked })}
          />
          {diagnostics.filter((one) => one.severity === severity).length} {names[severity]}
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

function Problem({ diagnostic }: { diagnostic: Diagnostic }) {
  const t = text.value;
  return (
    <li class={`problem ${diagnostic.severity}`}>
      <span class="severity">
        <span aria-hidden="true">{signs[diagnostic.severity]}</span> {t[diagnostic.severity]}
      </span>
      <div>
        <p lang="en">{diagnostic.message}</p>
        <p class="hint">
          {[where(diagnostic, diagnostic.file), `${diagnostic.id} ${diagnostic.rule}`].filter(Boolean).join(" · ")}
        </p>
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

export function Problems({ scene }: { scene: Scene }) {
  const t = text.value;
  const visible = scene.diagnostics.filter((diagnostic) => shown.value[diagnostic.severity]);
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of visible) {
    const file = diagnostic.file ?? "";
    groups.set(file, [...(groups.get(file) ?? []), diagnostic]);
  }
  return (
    <section class="panel problems" aria-labelledby="problems">
      <div class="title">
        <h2 id="problems">{t.problems}</h2>
        {scene.diagnostics.length > 0 && <Filter diagnostics={scene.diagnostics} />}
      </div>
      {scene.diagnostics.length === 0 && <p>{t.noProblems}</p>}
      {scene.diagnostics.length > 0 && visible.length === 0 && <p>{t.allHidden}</p>}
      {[...groups].map(([file, diagnostics]) => (
        <div key={file}>
          <h3 class="path">{file || t.withoutFile}</h3>
          <ul class="plain">
            {diagnostics.map((diagnostic, index) => (
              <Problem key={index} diagnostic={diagnostic} />
            ))}
          </ul>
        </div>
      ))}
      {scene.omitted_diagnostics > 0 && <p>{t.moreProblems(scene.omitted_diagnostics)}</p>}
    </section>
  );
}
