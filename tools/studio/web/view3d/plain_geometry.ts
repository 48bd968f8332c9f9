// Geometries as plain numbers. Files have numbers of several kinds, interleaved or not; here they are floats, one
// attribute after another, so that geometries can be in one batch, and go from one thread to another.
import { BufferAttribute, BufferGeometry } from "three";

const NAMES = ["position", "normal", "uv", "color"];

// The attributes that geometries need to be in one batch; those with and without an index go apart.
export const shapeOf = (geometry: BufferGeometry): string =>
  `${geometry.index ? "indexed" : "plain"} ${NAMES.filter((name) => geometry.hasAttribute(name)).map((name) => name + geometry.getAttribute(name).itemSize).join(" ")}`;

export interface PlainGeometry {
  attributes: { name: string; numbers: Float32Array; size: number }[];
  index: Uint32Array | null;
}

export const plainOf = (geometry: BufferGeometry): PlainGeometry => ({
  attributes: NAMES.filter((name) => geometry.hasAttribute(name)).map((name) => {
    const from = geometry.getAttribute(name);
    const size = from.itemSize;
    const numbers = new Float32Array(from.count * size);
    for (let i = 0; i < from.count; ++i) for (let k = 0; k < size; ++k) numbers[i * size + k] = from.getComponent(i, k);
    return { name, numbers, size };
  }),
  index: geometry.index ? Uint32Array.from(geometry.index.array) : null,
});

export function geometryOf({ attributes, index }: PlainGeometry): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const { name, numbers, size } of attributes) geometry.setAttribute(name, new BufferAttribute(numbers, size));
  if (index) geometry.setIndex(new BufferAttribute(index, 1));
  return geometry;
}

export const plainCopy = (geometry: BufferGeometry): BufferGeometry => geometryOf(plainOf(geometry));
