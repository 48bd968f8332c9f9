// The manual's main menu: Load Blocks, Save Assembly, Generate/Compile Code; and what goes with an assembly.
import { hosted } from "../hosted";
import { dialog, drawnScene, readOnly, scene, text } from "../state";
import { assembly, newAssembly, redo, undo } from "./assembling";
import { replacing } from "./discard_dialog";
import { canSave, save } from "./file_dialogs";

export function DocumentState() {
  const t = text.value.assemble;
  const document = assembly.value;
  if (document === null || (document.parts.length === 0 && document.path === "")) return null;
  return (
    <span class={`document-state ${document.saved ? "saved" : "unsaved"}`} role="status">
      <span aria-hidden="true">{document.saved ? "✓" : "●"}</span> {document.saved ? t.saved : t.unsaved}
    </span>
  );
}

export function AssemblyMenu() {
  const t = text.value;
  const document = assembly.value;
  return (
    <>
      <button class="main" onClick={() => (dialog.value = "load-blocks")}>{t.assemble.loadBlocks}</button>
      {document !== null && (
        <button class="main" onClick={() => void save()} disabled={!canSave()} aria-keyshortcuts="Control+S">
          {t.assemble.saveAssembly}
        </button>
      )}
      {drawnScene.value !== null && hosted() === null && (
        <button class="main" onClick={() => (dialog.value = "generate")}>{t.generate.title}</button>
      )}
      <span class="menu-break" aria-hidden="true" />
      <button onClick={() => replacing(() => void newAssembly())}>{t.assemble.newAssembly}</button>
      {document !== null && (
        <>
          <button onClick={() => (dialog.value = "save")} disabled={!canSave()}>
            {t.assemble.saveAs}
          </button>
          <button onClick={() => void undo()} disabled={document.undo === ""} title={t.assemble.undo(document.undo)} aria-label={t.assemble.undo(document.undo)} aria-keyshortcuts="Control+Z">
            {t.assemble.undo("")}
          </button>
          <button onClick={() => void redo()} disabled={document.redo === ""} title={t.assemble.redo(document.redo)} aria-label={t.assemble.redo(document.redo)} aria-keyshortcuts="Control+Shift+Z">
            {t.assemble.redo("")}
          </button>
        </>
      )}
      {scene.value !== null && drawnScene.value !== null && (
        <button onClick={() => (dialog.value = "export")} disabled={readOnly.value}>
          {t.assemble.exportAs}
        </button>
      )}
    </>
  );
}
