// What ties the assembler to the space and to the program.
import { computed, effect } from "@preact/signals";
import { otherGhosts } from "../compare";
import { grabbers, pickers, view } from "../space";
import { poses, progress, scene } from "../state";
import { assembly, identity, joining, parts, refreshBlocks } from "./assembling";
import { follow } from "./generate_dialog";
import { ghosts, markers, takePicked } from "./space";
import { targetGhosts } from "./target";
import { holdCandidate, isTurnable } from "./turning";

pickers.push((what) => assembly.value !== null && takePicked(what));
grabbers.push({ wants: isTurnable, grab: holdCandidate });

effect(() => view.value?.setMarkers(markers.value));
// While a Block is joined, it stands in the place of robots beside the open one. The robot that is compared moves with it.
function moveOther(): void {
  const others = poses.peek()?.others;
  const isMoved = others?.length === 12 * otherGhosts.peek().length && joining.peek() === null;
  if (others && isMoved) view.peek()?.moveGhosts(others);
}
effect(() => {
  view.value?.setGhosts(joining.value === null ? [...otherGhosts.value, ...targetGhosts.value] : ghosts.value);
  moveOther();
});
effect(() => {
  if (poses.value) moveOther();
});

// The camera takes in what is new: another part, and the places where a Block could be.
const subject = computed(() => {
  const now = joining.value;
  return assembly.value === null ? "" : `${parts.value.length} ${now?.parent?.part} ${now?.parent?.contact} ${now?.child} ${now?.choices !== null}`;
});
const PATIENCE = 200; // pictures until meshes are there
function fitSoon(about: string, patience: number): void {
  requestAnimationFrame(() => {
    const shown = view.peek();
    if (shown === null || subject.peek() !== about) return;
    if (shown.pending > 0 && patience > 0) fitSoon(about, patience - 1);
    else shown.fit();
  });
}
let fitted = "";
effect(() => {
  // A new part has no place before its poses have come.
  const isPlaced = poses.value?.revision === scene.value?.revision;
  if (view.value === null || subject.value === fitted || !isPlaced) return;
  fitted = subject.value;
  if (fitted !== "") fitSoon(fitted, PATIENCE);
});

// Blocks and what can be done with them change with the document. What is being joined was about the parts of before.
let known = -1;
let joinedTo = "";
effect(() => {
  const now = scene.value;
  if (now === null || now.revision === known) return;
  known = now.revision;
  if (identity() !== joinedTo) joining.value = null;
  joinedTo = identity();
  if (now.assembly) void refreshBlocks();
});

effect(() => {
  if (progress.value > 0) follow();
});
