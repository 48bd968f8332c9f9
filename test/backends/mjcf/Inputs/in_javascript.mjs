// MuJoCo as a module of JavaScript, of a later version than Debian's library, reads MJCF files.
//   node in_javascript.mjs FOLDER_OF_MUJOCO_JS FILE...
// FOLDER holds node_modules/mujoco-js. Meshes and textures that are not there are replaced as in mujoco.cpp.
// Prints a line for each file: "ok BODIES JOINTS FILE" or "REFUSED FILE: why".
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { grey_picture, tetrahedron } from './stand_ins.mjs';

const [folder, ...files] = process.argv.slice(2);
const module_path = resolve(folder, 'node_modules/mujoco-js/dist/mujoco_wasm.js');
const { default: load } = await import(pathToFileURL(module_path).href);
const mujoco = await load({ print: () => {}, printErr: () => {} });
const disk = mujoco.FS;

// The file at `path`: that of this machine, or a small one in its place.
function put(path, here) {
  const parts = posix.dirname(path).split('/').filter((part) => part !== '');
  parts.reduce((above, part) => {
    const next = `${above}/${part}`;
    if (!disk.analyzePath(next).exists) disk.mkdir(next);
    return next;
  }, '');
  const extension = posix.extname(path);
  if (existsSync(here)) disk.writeFile(path, readFileSync(here));
  else disk.writeFile(path, extension.toLowerCase() === '.png' ? grey_picture() : tetrahedron(extension, 0.2));
}

for (const [i, file] of files.entries()) {
  const text = readFileSync(file, 'utf8');
  const home = `/robot${i}/robot`;  // room for paths that begin with ".."
  put(`${home}/x.stl`, '');
  const meshes = text.match(/meshdir="([^"]*)"/)?.[1] ?? '';
  for (const [, kind, name] of text.matchAll(/<(mesh|texture) [^>]*file="([^"]*)"/g))
    put(...[home, dirname(resolve(file))].map((from) => posix.resolve(from, kind === 'mesh' ? meshes : '', name)));
  disk.writeFile(`${home}/robot.xml`, text);
  try {
    const model = mujoco.MjModel.loadFromXML(`${home}/robot.xml`);
    console.log(`ok ${model.nbody - 1} ${model.njnt} ${basename(file)}`);
    model.delete();
  } catch (error) {
    console.log(`REFUSED ${basename(file)}: ${error.message ?? error}`);
  }
}
