// Asks before work is lost that is not saved.
import { signal } from "@preact/signals";
import { Modal } from "../panels/modal";
import { dialog, text } from "../state";
import { assembly } from "./assembling";
import { save } from "./file_dialogs";

const waiting = signal<(() => void) | null>(null);

export function hasUnsavedWork(): boolean {
  const document = assembly.value;
  return document !== null && !document.saved && (document.parts.length > 0 || document.path !== "");
}

// Does what would replace the document: at once, or when it is saved or given up.
export function replacing(action: () => void): void {
  if (!hasUnsavedWork()) return action();
  waiting.value = action;
  dialog.value = "discard";
}

export function DiscardDialog() {
  const t = text.value.assemble;
  const go = () => {
    const action = waiting.value;
    waiting.value = null;
    dialog.value = null;
    action?.();
  };
  return (
    <Modal title={t.unsaved}>
      <p>{t.leaveUnsaved}</p>
      <p class="actions">
        <button
          class="primary"
          onClick={() => {
            dialog.value = null;
            void save();
          }}
        >
          {t.saveAssembly}
        </button>
        <button onClick={go}>{t.discard}</button>
      </p>
    </Modal>
  );
}
