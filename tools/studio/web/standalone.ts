// The page as one HTML file, without a program behind it: the robot stands in the file, and its forward kinematics
// is a module beside this one, which romasc has written (--emit=js).
import type { LiveEvents } from "./live";
import type { Model, Scene } from "./scene";

interface Embedded {
  version: string;
  licences: string;
  files: Record<string, string>; // Base64, by "3" or "3/skin.png"
  poses: number[]; // of the links at the neutral position, twelve numbers each
  scene: Scene;
  model: Model;
}

interface Kinematics {
  joint_names: string[];
  q_index: number[];
  n_q: number;
  link_names: string[];
  link_poses: (q: ArrayLike<number>, poses: Float64Array) => void;
}

// The same script runs on the thread that parses meshes (view3d/mesh_worker.ts), where there is no page.
export const isPage = typeof document !== "undefined";

function read(): Embedded | null {
  if (!isPage) return null;
  const text = document.getElementById("romas-robot")?.textContent;
  if (!text) return null;
  const found = JSON.parse(text) as Embedded;
  found.scene.model = found.model;
  return found;
}

// Null in the page that a program serves.
export const embedded = read();
export const isStandalone = embedded !== null;

// The bytes of a file of the scene's table, or of one that it names. It throws where there is none.
export function embeddedFile(id: number, relative: string): ArrayBuffer {
  const text = embedded?.files[relative === "" ? `${id}` : `${id}/${relative}`];
  if (text === undefined) throw new Error(`no file ${id} ${relative}`);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
}

const kinematics = () => (globalThis as { romasKinematics?: Kinematics }).romasKinematics;

// Where the links are, as the program would answer: R row by row, then the origin.
export function posesAt(of: Scene, q: ArrayLike<number>): Float64Array {
  const links = of.model?.links ?? [];
  const out = new Float64Array(12 * links.length);
  const known = kinematics();
  if (!known) {
    out.set(embedded?.poses ?? []);
    return out;
  }
  // Both have the same joints and links, each in an order of its own.
  const theirs = new Float64Array(known.n_q);
  const joints = new Map(of.model?.joints.map(({ name }, index) => [name, of.joints[index]!]));
  known.joint_names.forEach((name, index) => {
    const joint = joints.get(name);
    for (let k = 0; joint && k < joint.count; ++k) theirs[known.q_index[index]! + k] = q[joint.q + k] ?? 0;
  });
  const rows = new Float64Array(12 * known.link_names.length);
  known.link_poses(theirs, rows);
  const places = new Map(known.link_names.map((name, index) => [name, index]));
  links.forEach(({ name }, link) => {
    const at = 12 * (places.get(name) ?? 0);
    for (let row = 0; row < 3; ++row) {
      for (let column = 0; column < 3; ++column) out[12 * link + 3 * row + column] = rows[at + 4 * row + column]!;
      out[12 * link + 9 + row] = rows[at + 4 * row + 3]!;
    }
  });
  return out;
}

// Answers at once what the program would answer over its line.
export class StandaloneLive {
  constructor(private readonly events: LiveEvents) {}

  ask(robot: number, revision: number, q: ArrayLike<number>): void {
    if (!embedded) return;
    const links = Float32Array.from(posesAt(embedded.scene, q));
    const loads = new Float32Array(embedded.scene.joints.length).fill(NaN);
    this.events.moved({ revision, robot, links, loads, others: new Float32Array() });
  }
}
