// How the links and joints of a scene hang together, by index.
import type { Scene } from "./scene";

export interface Structure {
  parents: number[]; // the parent link of each joint; -1: none
  children: number[]; // the child link of each joint; -1: none
  below: number[][]; // the joints that hang on each link, in the order of the model
  roots: number[]; // links that hang on nothing
}

const known = new WeakMap<Scene, Structure>();

function build({ model, links }: Scene): Structure {
  const indices = new Map(model?.links.map((link, index) => [link.name, index]));
  const joints = model?.joints ?? [];
  const parents = joints.map((joint) => indices.get(joint.parent) ?? -1);
  const children = joints.map((joint) => indices.get(joint.child) ?? -1);
  const below: number[][] = links.map(() => []);
  const roots: number[] = [];
  // Only the joint that the tree takes counts: a link may be the child of several.
  links.forEach(({ parent_joint: joint }, link) => {
    const parent = joint < 0 ? -1 : (parents[joint] ?? -1);
    if (parent < 0) roots.push(link);
    else below[parent]!.push(joint);
    if (joint >= 0) children[joint] = link;
  });
  for (const list of below) list.sort((a, b) => a - b);
  return { parents, children, below, roots };
}

export function structureOf(scene: Scene): Structure {
  let found = known.get(scene);
  if (!found) known.set(scene, (found = build(scene)));
  return found;
}

// The link and all links that hang on it.
export function branchOf(scene: Scene, link: number): number[] {
  const { below, children } = structureOf(scene);
  const branch = [link];
  for (let i = 0; i < branch.length && branch.length <= scene.links.length; ++i) {
    for (const joint of below[branch[i]!] ?? []) branch.push(children[joint]!);
  }
  return branch;
}
