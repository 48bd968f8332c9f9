// Materials of shapes and marks. Their colours come from the instances, so that a few materials do for all.
import { DataTexture, DoubleSide, FrontSide, MeshBasicMaterial, MeshLambertMaterial, NearestFilter } from "three";
import { RepeatWrapping, type Side, type Texture } from "three";

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
