// MuJoCo as a module of JavaScript, of a later version than Debian's library, reads MJCF files.
//   node in_javascript.mjs FOLDER_OF_MUJOCO_JS FILE...
// FOLDER holds node_modules/mujoco-js. Meshes and textures that are not there are replaced as in mujoco.cpp.
// Prints a line for each file: "ok BODIES JOINTS FILE" or "REFUSED FILE: why".
import { readFileSync } from 'node:fs';
import { basename, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateSync, crc32 } from 'node:zlib';

const [folder, ...files] = process.argv.slice(2);
const module_path = resolve(folder, 'node_modules/mujoco-js/dist/mujoco_wasm.js');
const { default: load } = await import(pathToFileURL(module_path).href);
const mujoco = await load({ print: () => {}, printErr: () => {} });
const disk = mujoco.FS;

const CORNERS = [[0, 0, 0], [0.2, 0, 0], [0, 0.2, 0], [0, 0, 0.2]];
const FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

function stl() {
  const out = Buffer.alloc(84 + 50 * FACES.length);
  out.writeUInt32LE(FACES.length, 80);
  FACES.forEach((face, i) => {
    face.flatMap((corner) => CORNERS[corner]).forEach((x, k) => out.writeFloatLE(x, 84 + 50 * i + 12 + 4 * k));
  });
  return out;
}

function png() {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(8);
    out.writeUInt32BE(data.length);
    out.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([out.subarray(0, 4), body, out.subarray(4)]);
  };
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from([0, 128, 128, 128]))), chunk('IEND', Buffer.alloc(0))]);
}

function stand_in(path) {
  const parts = posix.dirname(path).split('/').filter((part) => part !== '');
  parts.reduce((above, part) => {
    const next = `${above}/${part}`;
    if (!disk.analyzePath(next).exists) disk.mkdir(next);
    return next;
  }, '');
  const extension = posix.extname(path).toLowerCase();
  const obj = CORNERS.map((c) => `v ${c.join(' ')}`).concat(FACES.map((f) => `f ${f.map((i) => i + 1).join(' ')}`)).join('\n');
  disk.writeFile(path, extension === '.png' ? png() : extension === '.obj' ? obj : stl());
}

for (const [i, file] of files.entries()) {
  const text = readFileSync(file, 'utf8');
  const home = `/robot${i}/robot`;  // room for paths that begin with ".."
  stand_in(`${home}/x.stl`);
  const meshes = text.match(/meshdir="([^"]*)"/)?.[1] ?? '';
  for (const [, kind, name] of text.matchAll(/<(mesh|texture) [^>]*file="([^"]*)"/g))
    stand_in(posix.resolve(home, kind === 'mesh' ? meshes : '', name));
  disk.writeFile(`${home}/robot.xml`, text);
  try {
    const model = mujoco.MjModel.loadFromXML(`${home}/robot.xml`);
    console.log(`ok ${model.nbody - 1} ${model.njnt} ${basename(file)}`);
    model.delete();
  } catch (error) {
    console.log(`REFUSED ${basename(file)}: ${error.message ?? error}`);
  }
}
