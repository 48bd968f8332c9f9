// Fixes of findings: what they would change, and applying them. The program does both, as `romasc --fix` does.
import { signal } from "@preact/signals";
import { applyFixes, type Fixes, previewFixes } from "./server";
import { announcement, attempt, currentRevision, dialog, text } from "./state";

export interface FixChoice {
  finding: number | null; // by its place in the scene's list; null: all
  unsafe: boolean; // guesses, too
}

export const fixChoice = signal<FixChoice>({ finding: null, unsafe: false });
export const preview = signal<Fixes | null>(null);

// Shows what would change.
export const showFixes = (choice: FixChoice) =>
  attempt(async () => {
    fixChoice.value = choice;
    preview.value = await previewFixes(currentRevision(), choice);
    dialog.value = "fix";
  });

// The event of the changed file brings the new scene.
export const applyShownFixes = () =>
  attempt(async () => {
    dialog.value = null;
    const { fixes } = await applyFixes(currentRevision(), fixChoice.value);
    announcement.value = text.value.views.fixed(fixes);
  });

export interface DiffLine {
  kind: "head" | "place" | "same" | "removed" | "added";
  text: string;
}

const kinds: Record<string, DiffLine["kind"]> = { "@": "place", "-": "removed", "+": "added" };

// The lines of a unified diff.
export function diffLines(diff: string): DiffLine[] {
  const lines = diff.replace(/\n$/, "").split("\n");
  return lines.map((text) => {
    if (/^(---|\+\+\+) /.test(text)) return { kind: "head", text };
    return { kind: kinds[text[0] ?? ""] ?? "same", text };
  });
}
