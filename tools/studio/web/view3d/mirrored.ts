// A copy of a geometry with x turned round, for shapes whose scale mirrors: its triangles keep their outside.
import type { BufferGeometry } from "three";

const made = new WeakMap<BufferGeometry, BufferGeometry>();

export function mirrored(geometry: BufferGeometry): BufferGeometry {
  const before = made.get(geometry);
  if (before) return before;
  const copy = (geometry.index ? geometry.toNonIndexed() : geometry.clone()).scale(-1, 1, 1);
  for (const attribute of Object.values(copy.attributes)) {
    const { array, itemSize } = attribute;
    for (let i = 0; i + 3 * itemSize <= array.length; i += 3 * itemSize) {
      for (let k = 0; k < itemSize; ++k) {
        [array[i + itemSize + k], array[i + 2 * itemSize + k]] = [array[i + 2 * itemSize + k]!, array[i + itemSize + k]!];
      }
    }
  }
  copy.computeBoundingBox();
  made.set(geometry, copy);
  return copy;
}
