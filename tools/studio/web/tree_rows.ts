// The rows of the tree of links: what is unfolded, found and not hidden, in the order of the model.
import type { Scene } from "./scene";
import { structureOf } from "./structure";

export interface TreeRow {
  link: number;
  joint: number; // by which it hangs; -1: a root
  level: number; // from 1
  hasRows: boolean; // below it
  isOpen: boolean;
  position: number; // among its siblings, from 1
  siblings: number;
}

export interface TreeChoice {
  folded: ReadonlySet<string>; // names of links
  search: string;
  hideFixed: boolean;
}

const isFixed = (scene: Scene, joint: number) => scene.model?.joints[joint]?.type === "fixed";

// The links that are shown below each link; those that are held fast may be left out, and what hangs on them moves up.
function shownBelow(scene: Scene, hideFixed: boolean): (link: number) => number[] {
  const { below, children } = structureOf(scene);
  return (link) => {
    const found: number[] = [];
    const open = [...(below[link] ?? [])].reverse();
    while (open.length > 0) {
      const joint = open.pop()!;
      const child = children[joint]!;
      if (hideFixed && isFixed(scene, joint)) open.push(...[...(below[child] ?? [])].reverse());
      else found.push(child);
    }
    return found;
  };
}

// The links whose names, or those of their joints, have the text in them, and all links above these.
function matching(scene: Scene, search: string): Set<number> {
  const wanted = search.toLowerCase();
  const { parents } = structureOf(scene);
  const found = new Set<number>();
  scene.links.forEach(({ parent_joint: joint }, link) => {
    const names = `${scene.model?.links[link]?.name ?? ""}\n${scene.model?.joints[joint]?.name ?? ""}`;
    if (!names.toLowerCase().includes(wanted)) return;
    for (let above = link; above >= 0 && !found.has(above); ) {
      found.add(above);
      const up = scene.links[above]?.parent_joint ?? -1;
      above = up < 0 ? -1 : (parents[up] ?? -1);
    }
  });
  return found;
}

export function treeRows(scene: Scene, { folded, search, hideFixed }: TreeChoice): TreeRow[] {
  const found = search === "" ? null : matching(scene, search);
  const below = shownBelow(scene, hideFixed);
  const visible = (links: number[]) => (found ? links.filter((link) => found.has(link)) : links);
  const rows: TreeRow[] = [];
  const open: TreeRow[] = [];
  const push = (links: number[], level: number) => {
    for (let k = links.length - 1; k >= 0; --k) {
      const link = links[k]!;
      const joint = scene.links[link]?.parent_joint ?? -1;
      open.push({ link, joint, level, hasRows: false, isOpen: false, position: k + 1, siblings: links.length });
    }
  };
  push(visible(structureOf(scene).roots), 1);
  while (open.length > 0 && rows.length <= scene.links.length) {
    const row = open.pop()!;
    const children = visible(below(row.link));
    row.hasRows = children.length > 0;
    row.isOpen = found !== null || !folded.has(scene.model?.links[row.link]?.name ?? "");
    rows.push(row);
    if (row.isOpen) push(children, row.level + 1);
  }
  return rows;
}
