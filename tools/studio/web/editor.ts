// The user's own editor at a line of a file that was read.
import { hosted } from "./hosted";
import { openInEditor } from "./server";
import { isStandalone } from "./standalone";
import { announcement, attempt, currentRevision, readOnly, scene, text } from "./state";

export const hasEditor = () => !isStandalone && !readOnly.value && hosted() === null;

export const edit = (source: number, line: number) =>
  attempt(async () => {
    await openInEditor(currentRevision(), source, line);
    announcement.value = text.value.views.editorOpened;
  });

// The number of the text of this name; -1: it was not read.
export const sourceOf = (file: string | undefined): number => scene.value?.sources.findIndex(({ name }) => name === file) ?? -1;

// E, with no other key: whether it was taken.
export function editorKey(event: KeyboardEvent, source: number, line: number): boolean {
  const isOurs = event.key.toLowerCase() === "e" && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isOurs || !hasEditor() || source < 0 || line < 1) return false;
  void edit(source, line);
  return true;
}
