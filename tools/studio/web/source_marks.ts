// What is to be said of a text: findings by line, and which link or joint a place belongs to.
import type { Diagnostic, Entity, Scene, Severity, SourcePlace } from "./scene";

export interface LineMark {
  from: number; // columns in code points, from 1; the end is behind it
  to: number;
  severity: Severity;
  message: string;
}

const RANK: Record<Severity, number> = { error: 2, warning: 1, note: 0 };

// Marks of the lines of one file. A finding of several lines marks the first one to its end.
export function marksOf(diagnostics: readonly Diagnostic[], file: string): Map<number, LineMark[]> {
  const marks = new Map<number, LineMark[]>();
  for (const { file: of, line, column, end_line, end_column, severity, message } of diagnostics) {
    if (of !== file || line === undefined || column === undefined) continue;
    const to = end_line === line && end_column !== undefined && end_column > column ? end_column : Infinity;
    marks.set(line, [...(marks.get(line) ?? []), { from: column, to, severity, message }]);
  }
  return marks;
}

export interface Piece {
  text: string;
  severity: Severity | null;
}

// A line cut where marks begin and end; the worst mark of a piece counts.
export function pieces(line: string, marks: readonly LineMark[]): Piece[] {
  if (marks.length === 0) return [{ text: line, severity: null }];
  const letters = [...line];
  const end = letters.length + 1;
  const cuts = new Set([1, end]);
  for (const { from, to } of marks) for (const at of [from, Math.min(to, end)]) if (at <= end) cuts.add(at);
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(1).map((to, index) => {
    const from = sorted[index]!;
    const here = marks.filter((mark) => mark.from <= from && to <= mark.to).sort((a, b) => RANK[b.severity] - RANK[a.severity]);
    return { text: letters.slice(from - 1, to - 1).join(""), severity: here[0]?.severity ?? null };
  });
}

const holds = (place: SourcePlace, line: number, column: number) =>
  (place.line < line || (place.line === line && place.column <= column)) &&
  (line < place.end_line || (line === place.end_line && column < place.end_column));

const isInside = (inner: SourcePlace, outer: SourcePlace) =>
  holds(outer, inner.line, inner.column) && (inner.end_line - inner.line) <= (outer.end_line - outer.line);

// The smallest link or joint around a place.
export function entityAt(scene: Scene, source: number, line: number, column: number): Entity | null {
  let best: { entity: Entity; place: SourcePlace } | null = null;
  const { links, joints } = scene.places;
  for (const [kind, places] of [["link", links], ["joint", joints]] as const) {
    places.forEach((place, index) => {
      if (!place || place.source !== source || !holds(place, line, column)) return;
      if (!best || isInside(place, best.place)) best = { entity: { kind, index }, place };
    });
  }
  return (best as { entity: Entity } | null)?.entity ?? null;
}
