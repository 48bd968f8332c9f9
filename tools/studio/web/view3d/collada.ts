// Collada without a long stop of the page. Only a page can read XML, and most of a large file is numbers: the thread of
// meshes cuts them out, the page reads what is left and hands its elements back, and the thread does the rest.
import type { Object3D } from "three";
import { Texture } from "three";
import { ColladaComposer } from "three/addons/loaders/collada/ColladaComposer.js";
import { ColladaParser } from "three/addons/loaders/collada/ColladaParser.js";

const LONG = 200; // letters of a text of numbers that is cut out

export interface CutText {
  text: string; // @N@ stands where the N-th text of numbers was
  numbers: string[];
}

const areNumbers = /^[\d.eE+\-\s]*$/;

// Comments and CDATA stay as they are; so does everything behind one that does not end, which is no XML.
export function cutNumbers(text: string): CutText {
  const pieces: string[] = [];
  const numbers: string[] = [];
  let kept = 0; // what stands before was taken
  for (let at = 0; ; ) {
    const open = text.indexOf("<", at);
    if (open < 0) break;
    if (open - at >= LONG && text[at - 1] === ">" && areNumbers.test(text.slice(at, open))) {
      pieces.push(text.slice(kept, at), `@${numbers.length}@`);
      numbers.push(text.slice(at, open));
      kept = open;
    }
    // Without the bracket, since this script may stand in HTML, where it would begin a comment.
    const end = text.startsWith("!--", open + 1) ? "-->" : text.startsWith("![CDATA[", open + 1) ? "]]>" : ">";
    const close = text.indexOf(end, open + 1);
    if (close < 0) break;
    at = close + end.length;
  }
  pieces.push(text.slice(kept));
  return { text: pieces.join(""), numbers };
}

// Elements and texts in their order, each with the place of its parent in the list; −1: the root.
export type PlainElements = { parent: number; name: string; attributes: string[]; text: string }[];

// What a still picture needs of the children of the root.
const USED = ["asset", "library_images", "library_effects", "library_materials", "library_controllers", "library_geometries", "library_nodes", "library_visual_scenes", "scene"];

// The elements of a text, for the thread; null: it is no XML. Only a page can do this.
export function elementsOf(text: string): PlainElements | null {
  const document = new DOMParser().parseFromString(text, "application/xml");
  if (document.documentElement.nodeName !== "COLLADA" || document.getElementsByTagName("parsererror").length > 0) return null;
  const list: PlainElements = [];
  const waiting: { element: Element; parent: number }[] = [{ element: document.documentElement, parent: -1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { element, parent } = next;
    const place = list.length;
    const attributes = [...element.attributes].flatMap(({ name, value }) => [name, value]);
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === 3 || nodeType === 4);
    const text = element.firstElementChild ? "" : texts.map(({ textContent }) => textContent).join("");
    list.push({ parent, name: element.nodeName, attributes, text });
    const children = [...element.children].filter(({ nodeName }) => parent >= 0 || USED.includes(nodeName));
    for (const child of children.reverse()) waiting.push({ element: child, parent: place });
  }
  return list;
}

// An element as three's reader asks for it.
class PlainElement {
  readonly nodeType = 1;
  readonly childNodes: PlainElement[] = [];
  constructor(
    readonly nodeName: string,
    private readonly attributes: Map<string, string>,
    readonly textContent: string,
  ) {}
  getAttribute = (name: string): string | null => this.attributes.get(name) ?? null;
  hasAttribute = (name: string): boolean => this.attributes.has(name);
  setAttribute = (name: string, value: string): void => void this.attributes.set(name, value);
  getElementsByTagName(name: string): PlainElement[] {
    const found: PlainElement[] = [];
    const waiting: PlainElement[] = [this];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next.nodeName === name && next !== this) found.push(next);
      for (let i = next.childNodes.length - 1; i >= 0; --i) waiting.push(next.childNodes[i]!);
    }
    return found;
  }
}

function documentOf(elements: PlainElements, numbers: readonly string[]): PlainElement {
  const top = new PlainElement("#document", new Map(), "");
  const made: PlainElement[] = [];
  for (const { parent, name, attributes, text } of elements) {
    const known = new Map<string, string>();
    for (let i = 0; i + 1 < attributes.length; i += 2) known.set(attributes[i]!, attributes[i + 1]!);
    const whole = text.replace(/@(\d+)@/g, (word, index) => numbers[Number(index)] ?? word);
    const element = new PlainElement(name, known, whole);
    (made[parent] ?? top).childNodes.push(element);
    made.push(element);
  }
  return top;
}

// Textures whose pictures nobody has asked for yet: they have the name of the picture, and where it lies on the surface.
const pictures = {
  load: (name: string) => {
    const texture = new Texture();
    texture.name = name;
    return texture;
  },
};

// Makes the shapes of a text, or of its elements; null: it has none. Textures are named, and have no picture.
export function composeCollada(text: string, elements?: PlainElements, numbers: readonly string[] = []): Object3D | null {
  if (elements) {
    // The parser makes a DOMParser of its own, and a thread has none.
    const document = documentOf(elements, numbers);
    Object.assign(globalThis, { DOMParser: class { parseFromString = () => document; } });
  }
  const read = new ColladaParser().parse(text);
  if (!read) return null;
  const { scene } = new ColladaComposer(read.library, read.collada, pictures, pictures).compose();
  scene.scale.multiplyScalar(read.asset.unit);
  return scene;
}
