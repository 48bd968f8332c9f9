// Files of meshes are parsed on a thread of their own where that is possible, so that the page lives on meanwhile. The
// thread runs the page's own script, which finds no document there. It fetches nothing and knows no pictures: a file
// that needs either is parsed by the page. Of Collada, the page reads the XML without its numbers (collada.ts), and
// gives parts their pictures at the end.
import { Color } from "three";
import { composeCollada, cutNumbers, elementsOf, type PlainElements } from "./collada";
import type { MeshPart, Parse, Picture } from "./mesh_files";
import { parseMesh, partsOf, textOf, withPictures } from "./mesh_parsers";
import { geometryOf, type PlainGeometry, plainOf } from "./plain_geometry";

interface PlainPart {
  geometry: PlainGeometry;
  color: number[] | null;
  opacity: number;
  vertexColors: boolean;
  picture: Picture | undefined;
}
// What the page says: a file, or the elements that the thread has asked for.
interface Question {
  id: number;
  bytes: ArrayBuffer;
  format: string;
}
interface Elements {
  id: number;
  elements: PlainElements | null; // null: it is no XML
}
// What the thread says: the parts, or the XML whose elements it needs.
interface Answer {
  id: number;
  parts: PlainPart[] | null; // null: the page must do it
}
interface Xml {
  id: number;
  xml: string;
}

const FORMATS = ["stl", "obj", "dae", "gltf", "glb"];

// Questions of the thread to the page.
const asking = new Map<number, (elements: PlainElements | null) => void>();

async function readCollada({ id, bytes }: Question): Promise<MeshPart[]> {
  const { text, numbers } = cutNumbers(textOf(bytes));
  const elements = await new Promise<PlainElements | null>((settle) => {
    asking.set(id, settle);
    postMessage({ id, xml: text } satisfies Xml);
  });
  asking.delete(id);
  const object = elements && composeCollada(text, elements, numbers);
  return object ? partsOf(object) : [];
}

async function readMesh(question: Question): Promise<MeshPart[] | null> {
  if (question.format === "dae") return readCollada(question);
  let needsMore = false;
  const parts = await parseMesh(question.bytes, question.format, () => {
    needsMore = true;
    throw new Error("a thread fetches nothing");
  });
  return needsMore || parts.some(({ map }) => map !== null) ? null : parts;
}

const plainPart = ({ geometry, color, opacity, vertexColors, picture }: MeshPart): PlainPart => ({
  geometry: plainOf(geometry),
  color: color?.toArray() ?? null,
  opacity,
  vertexColors,
  picture,
});

async function answer(question: Question): Promise<PlainPart[] | null> {
  try {
    return (await readMesh(question))?.map(plainPart) ?? null;
  } catch {
    return null;
  }
}

// What the thread does. Its loaders say nothing: what it cannot do, the page does again, and tells.
export function serveMeshes(): void {
  console.warn = console.error = console.debug = () => undefined;
  addEventListener("message", ({ data }: MessageEvent<Question | Elements>) => {
    if ("elements" in data) return asking.get(data.id)?.(data.elements);
    void answer(data).then((parts) => {
      const kept = (parts ?? []).flatMap(({ geometry: { attributes, index } }) => [...attributes.map(({ numbers }) => numbers.buffer), ...(index ? [index.buffer] : [])]);
      postMessage({ id: data.id, parts } satisfies Answer, { transfer: kept });
    });
  });
}

const partOf = ({ geometry, color, opacity, vertexColors, picture }: PlainPart): MeshPart => ({
  geometry: geometryOf(geometry),
  color: color ? new Color().fromArray(color) : null,
  opacity,
  map: null,
  vertexColors,
  picture,
});

let script = "/studio.js"; // runs serveMeshes() where there is no page
export const useMeshScript = (address: string) => void (script = address);

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
    thread = new Worker(script, { type: "module" });
    thread.addEventListener("error", giveUp);
    thread.addEventListener("message", ({ data }: MessageEvent<Answer | Xml>) => {
      if ("xml" in data) return thread?.postMessage({ id: data.id, elements: elementsOf(data.xml) } satisfies Elements);
      waiting.get(data.id)?.(data.parts);
      waiting.delete(data.id);
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
    if (parts) return withPictures(parts.map(partOf), fetchFile);
  }
  return parseMesh(bytes, format, fetchFile);
};
