// Files that stand for meshes and textures that are not there.
import { deflateSync, crc32 } from 'node:zlib';

const FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

// A tetrahedron with edges of so many metres, as OBJ or as binary STL.
export function tetrahedron(extension, edge) {
  const corners = [[0, 0, 0], [edge, 0, 0], [0, edge, 0], [0, 0, edge]];
  if (extension.toLowerCase() === '.obj')
    return corners.map((c) => `v ${c.join(' ')}\n`).concat(FACES.map((f) => `f ${f.map((i) => i + 1).join(' ')}\n`)).join('');
  const out = Buffer.alloc(84 + 50 * FACES.length);
  out.writeUInt32LE(FACES.length, 80);
  FACES.forEach((face, i) => {
    face.flatMap((corner) => corners[corner]).forEach((x, k) => out.writeFloatLE(x, 84 + 50 * i + 12 + 4 * k));
  });
  return out;
}

// A grey picture of 12 × 12 points, which can be cut into the six sides of a sky.
export function grey_picture() {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(8);
    out.writeUInt32BE(data.length);
    out.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([out.subarray(0, 4), body, out.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 12, 0, 0, 0, 12, 8, 2, 0, 0, 0]);
  const line = Buffer.alloc(1 + 3 * 12, 128);
  line[0] = 0;
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array(12).fill(line)))), chunk('IEND', Buffer.alloc(0))]);
}
