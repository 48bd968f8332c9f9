// Materials of shapes and marks. Their colours come from the instances, so that a few materials do for all.
import { DataTexture, DoubleSide, FrontSide, LineBasicMaterial, MeshBasicMaterial, MeshLambertMaterial, NearestFilter } from "three";
import { type Material, RepeatWrapping, type Side, type Texture } from "three";

export interface Look {
  opacity?: number;
  map?: Texture | null;
  normalMap?: Texture | null;
  side?: Side;
  vertexColors?: boolean;
}

const see_through = (opacity: number) => ({ opacity, transparent: opacity < 1, depthWrite: opacity >= 1 });

export const solid = ({ opacity = 1, map = null, normalMap = null, side = FrontSide, vertexColors = false }: Look) =>
  new MeshLambertMaterial({ map, normalMap, side, vertexColors, ...see_through(opacity) });

export const flat = ({ opacity = 1, map = null, side = FrontSide, vertexColors = false }: Look) =>
  new MeshBasicMaterial({ map, side, vertexColors, ...see_through(opacity) });

// Materials of marks. Marks are made anew whenever something about them changes; their materials stay, since a new one
// may have the browser compile its program again, which takes a hundred milliseconds.
const kept = new Map<string, Material>();
function keptAs(name: string, look: Look, make: () => Material): Material {
  const { opacity = 1, side = FrontSide, vertexColors = false, map = null } = look;
  const key = `${name} ${opacity} ${side} ${vertexColors} ${map?.id ?? ""}`;
  let found = kept.get(key);
  if (!found) kept.set(key, (found = make()));
  return found;
}
export const keptSolid = (look: Look) => keptAs("solid", look, () => solid(look));
export const keptFlat = (look: Look) => keptAs("flat", look, () => flat(look));

export const keptLine = (color: number) =>
  keptAs(`line ${color}`, {}, () => new LineBasicMaterial({ color }));

// Slanted stripes: what is impossible. It repeats with the coordinates of the geometry.
let made: DataTexture | undefined;
export function stripes(): DataTexture {
  if (made) return made;
  const size = 8;
  const bytes = new Uint8Array(size * size * 4);
  for (let i = 0; i < size * size; ++i) {
    const on = ((i % size) + Math.floor(i / size)) % size < size / 2;
    bytes.set([255, 255, 255, on ? 255 : 30], 4 * i);
  }
  made = new DataTexture(bytes, size, size);
  made.wrapS = made.wrapT = RepeatWrapping;
  made.magFilter = NearestFilter;
  made.repeat.set(4, 4);
  made.needsUpdate = true;
  return made;
}

export const idMaterial = () => new MeshBasicMaterial({ side: DoubleSide, toneMapped: false });
