// MuJoCo as a module of JavaScript says why it refuses files: a line of JSON for each, [file, why], empty where it takes it.
//   node refusals.mjs FOLDER_OF_MUJOCO_JS < NAMES_OF_FILES
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const paths = ['@mujoco/mujoco/mujoco.js', 'mujoco-js/dist/mujoco_wasm.js'].map((name) => resolve(join(process.argv[2], 'node_modules', name)));
const { default: load } = await import(pathToFileURL(paths.find((path) => existsSync(path))).href);
const mujoco = await load({ print: () => {}, printErr: () => {} });
const read = mujoco.MjModel.from_xml_string ?? ((text) => (mujoco.FS.writeFile('/m.xml', text), mujoco.MjModel.loadFromXML('/m.xml')));

for (const file of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  let why = '';
  try {
    read(readFileSync(file, 'utf8')).delete();
  } catch (error) {
    why = String(error.message ?? error).replace(/^MuJoCo Error: Loading error: /, '') || 'refused';
  }
  console.log(JSON.stringify([file, why]));
}
