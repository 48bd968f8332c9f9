// A box of a size as each kind of mesh file, and pictures, all written here: small files of our own.
import { deflateSync } from "node:zlib";

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1].map((bit) => bit - 0.5));
// Quads seen from outside, and the direction of each.
const FACES = [
  { corners: [1, 3, 7, 5], normal: [1, 0, 0] }, { corners: [2, 0, 4, 6], normal: [-1, 0, 0] }, { corners: [3, 2, 6, 7], normal: [0, 1, 0] },
  { corners: [0, 1, 5, 4], normal: [0, -1, 0] }, { corners: [4, 5, 7, 6], normal: [0, 0, 1] }, { corners: [2, 3, 1, 0], normal: [0, 0, -1] },
];
const UV = [[0, 0], [1, 0], [1, 1], [0, 1]];
const corner = (index, size) => CORNERS[index].map((value, axis) => value * size[axis]);
const triangles = (size) =>
  FACES.flatMap(({ corners: [a, b, c, d], normal }) => [[a, b, c], [a, c, d]].map((three) => ({ normal, points: three.map((index) => corner(index, size)) })));

export const asciiStl = (size) =>
  `solid box\n${triangles(size).map(({ normal, points }) => `facet normal ${normal.join(" ")}\nouter loop\n${points.map((point) => `vertex ${point.join(" ")}`).join("\n")}\nendloop\nendfacet`).join("\n")}\nendsolid box\n`;

export function binaryStl(size) {
  const all = triangles(size);
  const bytes = Buffer.alloc(84 + 50 * all.length);
  bytes.writeUInt32LE(all.length, 80);
  all.forEach(({ normal, points }, index) => [normal, ...points].flat().forEach((value, k) => bytes.writeFloatLE(value, 84 + 50 * index + 4 * k)));
  return bytes;
}

// With materials of a library that lies beside it.
export const obj = (size, library, material) =>
  [`mtllib ${library}`, ...CORNERS.map((_, index) => `v ${corner(index, size).join(" ")}`), ...UV.map((uv) => `vt ${uv.join(" ")}`), `usemtl ${material}`,
    ...FACES.map(({ corners }) => `f ${corners.map((index, k) => `${index + 1}/${k + 1}`).join(" ")}`)].join("\n") + "\n";

// Collada with a diffuse colour, in centimetres: its unit counts.
export const collada = (size, [r, g, b]) => `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>${r} ${g} ${b} 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="24">${CORNERS.map((_, index) => corner(index, size).map((value) => 100 * value).join(" ")).join(" ")}</float_array>
<technique_common><accessor source="#pa" count="8" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="12" material="s"><input semantic="VERTEX" source="#v" offset="0"/><p>${FACES.flatMap(({ corners: [a, b, c, d] }) => [a, b, c, a, c, d]).join(" ")}</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="vs"><node id="n"><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#vs"/></scene></COLLADA>
`;

// The document and the buffer of a glTF; `image` is the address of its picture, or none.
export function gltf(size, color, { buffer, image } = {}) {
  const positions = FACES.flatMap(({ corners }) => corners.flatMap((index) => corner(index, size)));
  const uvs = FACES.flatMap(() => UV.flatMap(([u, v]) => [u, 1 - v]));
  const indices = FACES.flatMap((_, face) => [0, 1, 2, 0, 2, 3].map((k) => 4 * face + k));
  const bytes = Buffer.concat([Buffer.from(new Float32Array(positions).buffer), Buffer.from(new Float32Array(uvs).buffer), Buffer.from(new Uint16Array(indices).buffer)]);
  const half = size.map((value) => value / 2);
  const document = {
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 2, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [...color, 1], metallicFactor: 0, ...(image ? { baseColorTexture: { index: 0 } } : {}) } }],
    ...(image ? { textures: [{ source: 0 }], images: [{ uri: image }] } : {}),
    accessors: [
      { bufferView: 0, componentType: 5126, count: 24, type: "VEC3", min: half.map((value) => -value), max: half },
      { bufferView: 1, componentType: 5126, count: 24, type: "VEC2" }, { bufferView: 2, componentType: 5123, count: 36, type: "SCALAR" },
    ],
    bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: 288 }, { buffer: 0, byteOffset: 288, byteLength: 192 }, { buffer: 0, byteOffset: 480, byteLength: 72 }],
    buffers: [{ byteLength: bytes.length, ...(buffer ? { uri: buffer } : {}) }],
  };
  return { text: JSON.stringify(document), bytes };
}

export function glb(size, color) {
  const { text, bytes } = gltf(size, color);
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const chunk = (data, kind) => Buffer.concat([Buffer.from(new Uint32Array([data.length, kind]).buffer), data]);
  const chunks = Buffer.concat([chunk(json, 0x4e4f534a), chunk(bytes, 0x004e4942)]);
  return Buffer.concat([Buffer.from(new Uint32Array([0x46546c67, 2, 12 + chunks.length]).buffer), chunks]);
}

function crc(bytes) {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; ++bit) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

// A picture of so many pixels each way; `color` says the one of column x and row y.
export function png(pixels, color) {
  const rows = Buffer.concat(Array.from({ length: pixels }, (_, y) => Buffer.from([0, ...Array.from({ length: pixels }, (_, x) => color(x, y)).flat()])));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pixels, 0);
  head.writeUInt32BE(pixels, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}
