// Colours of a load over what a joint can bear: pale at 0, yellow at half, red at 1, and violet beyond.
import { Color } from "three";

export const loadStops: [number, number][] = [
  [0, 0xdfe6ee],
  [0.25, 0xa9d6a0],
  [0.5, 0xf2d24b],
  [0.75, 0xee8f34],
  [1, 0xc4232b],
];
const BEYOND = 0x7b1fa2;
const UNKNOWN = 0x9aa1aa;

export function loadColor(share: number | null): Color {
  if (share === null || Number.isNaN(share)) return new Color(UNKNOWN);
  if (share > 1) return new Color(BEYOND);
  const next = Math.max(1, loadStops.findIndex(([at]) => share <= at));
  const [from, to] = [loadStops[next - 1]!, loadStops[next]!];
  return new Color(from[1]).lerp(new Color(to[1]), (share - from[0]) / (to[0] - from[0]));
}
