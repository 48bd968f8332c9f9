// Bytes of STL, OBJ, Collada and glTF to parts. Nothing is fetched but by `fetchFile`, so that every request has
// the page's token. The axes of a file are taken as they stand, as rviz does; its unit counts (Collada).
import { BufferGeometry, Color, LoadingManager, Mesh, type Material, type Object3D, SRGBColorSpace, Texture, TextureLoader } from "three";
import { MTLLoader } from "three/addons/loaders/MTLLoader.js";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";
import { composeCollada } from "./collada";
import { parseGltf } from "./gltf";
import type { FetchFile, MeshPart, Picture } from "./mesh_files";

export type FetchRelative = (relative: string) => Promise<ArrayBuffer>;

const MOST_REFERENCES = 256; // pictures of one file

export const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);

// Loaders ask for pictures by address. They are fetched beforehand and given out as addresses of this page.
class Pictures {
  readonly manager = new LoadingManager();
  private readonly addresses = new Map<string, string>();
  private readonly loaded: Promise<void>;

  constructor() {
    let finish = () => {};
    this.loaded = new Promise((settle) => (finish = settle));
    this.manager.onLoad = finish;
    this.manager.setURLModifier((name) => this.addresses.get(name) ?? "data:,");
  }

  async fetch(names: Iterable<string>, fetchFile: FetchRelative): Promise<void> {
    for (const name of [...new Set(names)].slice(0, MOST_REFERENCES)) {
      try {
        this.addresses.set(name, URL.createObjectURL(new Blob([await fetchFile(name)])));
      } catch {
        // Without its picture a shape has its plain colour.
      }
    }
  }

  has = (name: string) => this.addresses.has(name);

  // Call after the loader; it waits for the pictures that the loader has asked for.
  async end(): Promise<void> {
    if (this.addresses.size > 0) await Promise.race([this.loaded, new Promise((late) => setTimeout(late, 5000))]);
    for (const address of this.addresses.values()) URL.revokeObjectURL(address);
  }
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => (match[1] ?? "").trim());

async function parseObj(bytes: ArrayBuffer, fetchFile: FetchRelative): Promise<Object3D> {
  const text = textOf(bytes);
  const loader = new OBJLoader();
  const library = matches(text, /^mtllib\s+(.+)$/gm)[0];
  if (!library) return loader.parse(text);
  const pictures = new Pictures();
  try {
    const materials = textOf(await fetchFile(library));
    const folder = library.slice(0, library.lastIndexOf("/") + 1);
    const beside = (name: string) => fetchFile(folder + name);
    // Options such as -s stand before the name; MTLLoader takes the last word, too.
    await pictures.fetch(matches(materials, /^\s*map_\w+\s+(?:.*\s)?(\S+)\s*$/gim), beside);
    const known = materials
      .split("\n")
      .filter((line) => !/^\s*(map_|bump|norm|disp|refl)/i.test(line) || pictures.has(line.trim().split(/\s+/).at(-1) ?? ""));
    const creator = new MTLLoader(pictures.manager).parse(known.join("\n"), "");
    creator.preload();
    loader.setMaterials(creator);
  } catch {
    // Without its materials a shape has its plain colour.
  }
  const object = loader.parse(text);
  await pictures.end();
  return object;
}

const textureOf = (material: Material): Texture | null => ("map" in material && material.map instanceof Texture ? material.map : null);

const ownMap = (material: Material): Texture | null => {
  const map = textureOf(material);
  return map?.image ? map : null;
};

// The picture of a texture that has none yet (collada.ts).
function pictureOf(material: Material): Picture | undefined {
  const map = textureOf(material);
  if (!map || map.image || map.name.trim() === "") return undefined;
  const { name, wrapS, wrapT, repeat, offset } = map;
  return { name: name.trim(), wrap: [wrapS, wrapT], repeat: [repeat.x, repeat.y], offset: [offset.x, offset.y] };
}

// Gives parts the pictures that they name. Without its picture a shape has its plain colour.
export async function withPictures(parts: MeshPart[], fetchFile: FetchRelative): Promise<MeshPart[]> {
  const loaded = new Map<string, Texture | null>();
  for (const part of parts) {
    const { picture } = part;
    if (!picture) continue;
    const key = JSON.stringify(picture);
    if (!loaded.has(key) && loaded.size < MOST_REFERENCES) loaded.set(key, await textureFrom(picture, fetchFile));
    part.map = loaded.get(key) ?? null;
    if (part.map) part.color = new Color(1, 1, 1);
    delete part.picture;
  }
  return parts;
}

async function textureFrom({ name, wrap, repeat, offset }: Picture, fetchFile: FetchRelative): Promise<Texture | null> {
  try {
    const texture = await loadTexture(await fetchFile(name));
    [texture.wrapS, texture.wrapT] = wrap;
    texture.repeat.set(...repeat);
    texture.offset.set(...offset);
    texture.colorSpace = SRGBColorSpace;
    return texture;
  } catch {
    return null;
  }
}

// Splits a geometry with several materials into one a material.
function splitByMaterial(geometry: BufferGeometry, materials: Material[]): [BufferGeometry, Material][] {
  const whole = geometry.index ? geometry.toNonIndexed() : geometry;
  return geometry.groups.flatMap(({ start, count, materialIndex }) => {
    const material = materials[materialIndex ?? 0];
    if (!material || count === 0) return [];
    const piece = new BufferGeometry();
    for (const name of Object.keys(whole.attributes)) {
      const attribute = whole.getAttribute(name);
      const part = attribute.clone();
      part.array = attribute.array.slice(start * attribute.itemSize, (start + count) * attribute.itemSize);
      Object.assign(part, { count });
      piece.setAttribute(name, part);
    }
    return [[piece, material] as [BufferGeometry, Material]];
  });
}

function partOf(geometry: BufferGeometry, material: Material, mesh: Mesh): MeshPart {
  const placed = geometry.clone().applyMatrix4(mesh.matrixWorld);
  if (!placed.getAttribute("normal")) placed.computeVertexNormals();
  const map = ownMap(material);
  const color = "color" in material && material.color instanceof Color ? material.color.clone() : null;
  return {
    geometry: placed,
    color: map ? new Color(1, 1, 1) : color,
    opacity: material.transparent ? material.opacity : 1,
    map,
    vertexColors: placed.hasAttribute("color") && material.vertexColors,
    picture: pictureOf(material),
  };
}

export function partsOf(object: Object3D): MeshPart[] {
  object.updateMatrixWorld(true);
  const parts: MeshPart[] = [];
  object.traverse((child) => {
    if (!(child instanceof Mesh) || !child.geometry.getAttribute("position")) return;
    if (Array.isArray(child.material)) {
      for (const [piece, material] of splitByMaterial(child.geometry, child.material)) parts.push(partOf(piece, material, child));
    } else {
      parts.push(partOf(child.geometry, child.material, child));
    }
  });
  return parts;
}

// Some programs write zeros where the normals of an STL belong; such facets would be black.
function lacksNormals(geometry: BufferGeometry): boolean {
  const { array } = geometry.getAttribute("normal");
  for (let i = 0; i + 2 < array.length; i += 9) if (array[i] === 0 && array[i + 1] === 0 && array[i + 2] === 0) return true;
  return false;
}

export async function parseMesh(bytes: ArrayBuffer, format: string, fetchFile: FetchRelative): Promise<MeshPart[]> {
  switch (format) {
    case "stl": {
      const geometry = new STLLoader().parse(bytes);
      if (lacksNormals(geometry)) geometry.computeVertexNormals();
      return [{ geometry, color: null, opacity: 1, map: null, vertexColors: false }];
    }
    case "obj": {
      const parts = partsOf(await parseObj(bytes, fetchFile));
      // A material of OBJ that no library describes is white; that is no colour of the file.
      return textOf(bytes).includes("mtllib") ? parts : parts.map((part) => ({ ...part, color: null }));
    }
    case "dae":
      return withPictures(partsOf(composeCollada(textOf(bytes)) ?? new Mesh()), fetchFile);
    case "gltf":
    case "glb":
      return partsOf(await parseGltf(bytes, fetchFile));
    default:
      return [];
  }
}

async function loadTexture(bytes: ArrayBuffer): Promise<Texture> {
  const address = URL.createObjectURL(new Blob([bytes]));
  try {
    return await new TextureLoader().loadAsync(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

// A picture of the scene's table, as a texture of a shape; null where it cannot be had.
export async function fetchTexture(fetchFile: FetchFile, id: number): Promise<Texture | null> {
  try {
    const { bytes } = await fetchFile(id, "", "");
    return bytes ? await loadTexture(bytes) : null;
  } catch {
    return null;
  }
}
