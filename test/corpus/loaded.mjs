// MuJoCo as a module of JavaScript loads MJCF files and says the forces of gravity on their joints: a line for each.
//   node loaded.mjs FOLDER_OF_MUJOCO_JS FILE...
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, ...files] = process.argv.slice(2);
const paths = ['@mujoco/mujoco/mujoco.js', 'mujoco-js/dist/mujoco_wasm.js'].map((name) => resolve(join(folder, 'node_modules', name)));
const { default: load } = await import(pathToFileURL(paths.find((path) => existsSync(path))).href);
const mujoco = await load({ print: () => {}, printErr: () => {} });
const open = mujoco.MjModel.from_xml_path ?? mujoco.MjModel.loadFromXML;

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const meshes = text.match(/meshdir="([^"]*)"/)?.[1] ?? '';
  for (const [, name] of text.matchAll(/<mesh [^>]*file="([^"]*)"/g)) {
    const path = posix.join('/', meshes, name);
    mujoco.FS.mkdirTree?.(posix.dirname(path));
    mujoco.FS.writeFile(path, readFileSync(join(dirname(file), meshes, name)));
  }
  mujoco.FS.writeFile('/robot.xml', text);
  const model = open('/robot.xml');
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  console.log(`loaded, ${model.nmesh} meshes, forces ${Array.from(data.qfrc_bias, (x) => x.toFixed(9)).join(' ')}`);
  data.delete();
  model.delete();
}
