// Plays the log of a run: the robot moves as it did.
import { computed, signal } from "@preact/signals";
import { positions } from "../joints";
import type { Log } from "./project_requests";

interface Playing {
  log: Log;
  time: number; // s from the beginning of the log
  runs: boolean;
}

export const playing = signal<Playing | null>(null);
export const duration = computed(() => {
  const time = playing.value?.log.time ?? [];
  return (time.at(-1) ?? 0) - (time[0] ?? 0);
});

// The row that counts at a time: the last one that is not later.
export function rowAt(time: readonly number[], at: number): number {
  let low = 0;
  let high = time.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (time[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

function show(): void {
  const now = playing.value;
  if (now === null) return;
  const row = rowAt(now.log.time, (now.log.time[0] ?? 0) + now.time);
  const q = now.log.q[row];
  if (q && q.length === positions.value.length) positions.value = Float64Array.from(q);
}

export function seek(time: number): void {
  if (playing.value === null) return;
  playing.value = { ...playing.value, time: Math.min(Math.max(time, 0), duration.value) };
  show();
}

let before = 0;
function frame(at: number): void {
  const now = playing.value;
  if (now === null || !now.runs) return;
  const time = now.time + (at - before) / 1000;
  before = at;
  if (time < duration.value) requestAnimationFrame(frame);
  else playing.value = { ...now, runs: false };
  seek(time);
}

export function resume(): void {
  const now = playing.value;
  if (now === null) return;
  playing.value = { ...now, runs: true, time: now.time >= duration.value ? 0 : now.time };
  before = performance.now();
  requestAnimationFrame(frame);
}

export function pause(): void {
  if (playing.value !== null) playing.value = { ...playing.value, runs: false };
}

export function stop(): void {
  playing.value = null;
}

export function play(log: Log): void {
  playing.value = { log, time: 0, runs: false };
  resume();
}
