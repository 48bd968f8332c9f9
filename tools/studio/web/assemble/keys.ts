// Keys of the assembler. They count wherever nobody is typing and no dialog is open.
import { dialog } from "../state";
import { assembly, cancel, finish, goBack, joining, next, perform, redo, turn, undo } from "./assembling";
import { canSave, save } from "./file_dialogs";
import { selectedPart } from "./part_panel";

// Enter on a button or a list presses it and is not ours.
const isControl = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("button, a, summary, [role=treeitem], [role=tab]") !== null;

function joiningKey(event: KeyboardEvent): boolean {
  const step = joining.value?.step;
  if (event.key === "Escape") cancel();
  else if (event.key === "Backspace") goBack();
  else if ((event.key === "r" || event.key === "R") && step === 3) turn(event.shiftKey ? -1 : 1);
  else if (event.key === "Enter" && step === 3 && !isControl(event.target)) next();
  else if (event.key === "Enter" && step === 4 && !isControl(event.target)) void finish();
  else return false;
  return true;
}

// True if the key was one of the assembler's.
export function assemblyKey(event: KeyboardEvent): boolean {
  if (assembly.value === null) return false;
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (control && key === "z") void (event.shiftKey ? redo() : undo());
  else if (control && key === "y") void redo();
  else if (control && key === "s") {
    if (!canSave()) return true;
    if (event.shiftKey) dialog.value = "save";
    else void save();
  } else if (control || event.altKey) return false;
  else if (joining.value !== null) return joiningKey(event);
  else if (event.key === "Delete") {
    const part = selectedPart();
    if (part === undefined) return false;
    void perform({ action: "remove", part: part.id });
  } else return false;
  return true;
}
