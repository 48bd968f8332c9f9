// Offers the unsaved work of an earlier run, which ended without saving it.
import { Modal } from "../panels/modal";
import { attempt, currentRevision, dialog, draft, show, text } from "../state";
import { refreshBlocks } from "./assembling";
import * as requests from "./requests";

export function DraftDialog() {
  const t = text.value.assemble;
  const found = draft.value;
  if (found === null) return null;
  const end = () => {
    draft.value = null;
    dialog.value = null;
  };
  const restore = () =>
    attempt(async () => {
      show(await requests.restoreDraft(currentRevision()));
      end();
      await refreshBlocks();
    });
  const discard = () =>
    attempt(async () => {
      await requests.discardDraft(currentRevision());
      end();
    });
  return (
    <Modal title={t.draftTitle}>
      <p>{t.draftFound(found.path)}</p>
      <p class="actions">
        <button class="primary" onClick={() => void restore()}>
          {t.draftRestore}
        </button>
        <button onClick={() => void discard()}>{t.draftDiscard}</button>
      </p>
    </Modal>
  );
}
