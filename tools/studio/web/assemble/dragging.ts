// A Block that is dragged from the candidates into the space.
import { candidates, take } from "./assembling";

export const BLOCK_TYPE = "application/x-romas-block";

export function allowBlock(event: DragEvent): void {
  if (event.dataTransfer?.types.includes(BLOCK_TYPE)) event.preventDefault();
}

export function dropBlock(event: DragEvent): void {
  const index = event.dataTransfer?.getData(BLOCK_TYPE) ?? "";
  const candidate = candidates.value.find((one) => String(one.index) === index);
  if (index === "" || candidate === undefined) return;
  event.preventDefault();
  void take(candidate);
}
