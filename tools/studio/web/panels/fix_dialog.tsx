// What fixes would change, as a diff, before they are applied.
import { applyShownFixes, diffLines, type DiffLine, fixChoice, preview, showFixes } from "../fixes";
import { readOnly, scene, text } from "../state";
import { Modal } from "./modal";

function Line({ line }: { line: DiffLine }) {
  const t = text.value.views;
  const said = line.kind === "removed" ? t.diffRemoved : line.kind === "added" ? t.diffAdded : "";
  return (
    <div class={line.kind}>
      {said !== "" && <span class="unseen">{said}: </span>}
      {line.text === "" ? " " : line.text}
    </div>
  );
}

export function FixDialog() {
  const t = text.value.views;
  const { finding, unsafe } = fixChoice.value;
  const shown = preview.value;
  const about = finding === null ? undefined : scene.value?.diagnostics[finding];
  const isGuess = about?.fixes?.some(({ safe }) => !safe) ?? false;
  const changes = shown !== null && shown.diff !== "";
  // Fixes of other files, and why they are not applied.
  const left = (shown?.summary ?? "").split("\n").filter((line) => line.includes(" not applied in "));
  return (
    <Modal title={finding === null ? t.fixTitleAll : t.fixTitle}>
      {about && <p lang="en">{about.message}</p>}
      {isGuess && <p class="warn">⚠ {t.fixGuess}</p>}
      {finding === null && (
        <label class="check">
          <input type="checkbox" checked={unsafe} onChange={(event) => void showFixes({ finding, unsafe: event.currentTarget.checked })} />
          {t.fixGuesses}
        </label>
      )}
      <p>{changes ? t.fixHint(shown.fixes, scene.value?.file ?? "") : t.fixNothing}</p>
      {changes && (
        <div class="diff" tabIndex={0} role="region" aria-label={t.fixTitle}>
          {diffLines(shown.diff).map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </div>
      )}
      {left.map((line) => (
        <p key={line} class="hint" lang="en">
          {line}
        </p>
      ))}
      {readOnly.value && <p>{t.fixReadOnly}</p>}
      <p class="actions">
        <button class="primary" disabled={!changes || readOnly.value} onClick={() => void applyShownFixes()}>
          {t.applyFix}
        </button>
      </p>
    </Modal>
  );
}
