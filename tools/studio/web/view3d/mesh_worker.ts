// Files of meshes are parsed on a thread of their own where that is possible, so that the page lives on meanwhile. The
// thread runs the page's own script, which finds no document there. It fetches nothing and knows no pictures: a file
// that needs either is parsed by the page, and so is Collada, whose XML only a page can read.
import { Color } from "three";
import type { MeshPart, Parse } from "./mesh_files";
import { parseMesh } from "./mesh_parsers";
import { geometryOf, type PlainGeometry, plainOf } from "./plain_geometry";

interface PlainPart {
  geometry: PlainGeometry;
  color: number[] | null;
  opacity: number;
  vertexColors: boolean;
}
interface Question {
  id: number;
  bytes: ArrayBuffer;
  format: string;
}
interface Answer {
  id: number;
  parts: PlainPart[] | null; // null: the page must do it
}

const FORMATS = ["stl", "obj", "gltf", "glb"];

async function answer({ bytes, format }: Question): Promise<PlainPart[] | null> {
  let needsMore = false;
  try {
    const parts = await parseMesh(bytes, format, () => {
      needsMore = true;
      throw new Error("a thread fetches nothing");
    });
    if (needsMore || parts.some(({ map }) => map !== null)) return null;
    return parts.map((part) => ({ ...part, map: undefined, geometry: plainOf(part.geometry), color: part.color?.toArray() ?? null }));
  } catch {
    return null;
  }
}

// What the thread does. Its loaders say nothing: what it cannot do, the page does again, and tells.
export function serveMeshes(): void {
  console.warn = console.error = () => undefined;
  addEventListener("message", ({ data }: MessageEvent<Question>) => {
    void answer(data).then((parts) => {
      const kept = (parts ?? []).flatMap(({ geometry: { attributes, index } }) => [...attributes.map(({ numbers }) => numbers.buffer), ...(index ? [index.buffer] : [])]);
      postMessage({ id: data.id, parts } satisfies Answer, { transfer: kept });
    });
  });
}

const partOf = ({ geometry, color, opacity, vertexColors }: PlainPart): MeshPart => ({
  geometry: geometryOf(geometry),
  color: color ? new Color().fromArray(color) : null,
  opacity,
  map: null,
  vertexColors,
});

let thread: Worker | null | undefined; // null: the browser gives none
const waiting = new Map<number, (parts: PlainPart[] | null) => void>();
let asked = 0;

function giveUp(): void {
  thread?.terminate();
  thread = null;
  for (const settle of waiting.values()) settle(null);
  waiting.clear();
}

function threadOf(): Worker | null {
  if (thread !== undefined) return thread;
  try {
    thread = new Worker("/studio.js", { type: "module" });
    thread.addEventListener("error", giveUp);
    thread.addEventListener("message", ({ data: { id, parts } }: MessageEvent<Answer>) => {
      waiting.get(id)?.(parts);
      waiting.delete(id);
    });
  } catch {
    thread = null;
  }
  return thread;
}

// parseMesh, on the thread where it can.
export const parseElsewhere: Parse = async (bytes, format, fetchFile) => {
  const worker = FORMATS.includes(format) ? threadOf() : null;
  if (worker) {
    const id = ++asked;
    const parts = await new Promise<PlainPart[] | null>((settle) => {
      waiting.set(id, settle);
      worker.postMessage({ id, bytes, format } satisfies Question);
    });
    if (parts) return parts.map(partOf);
  }
  return parseMesh(bytes, format, fetchFile);
};
