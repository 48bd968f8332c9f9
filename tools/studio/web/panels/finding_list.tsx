// Findings of romasc in a dialog: what each says, and its rule.
import type { Diagnostic } from "../scene";

export function FindingList({ findings }: { findings: Diagnostic[] }) {
  return (
    <ul lang="en">
      {findings.map((one, index) => (
        <li key={index}>
          {one.message} <span class="hint">{one.id}</span>
        </li>
      ))}
    </ul>
  );
}
