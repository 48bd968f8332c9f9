// MuJoCo as a module of JavaScript compares the shapes of two MJCF files by their names.
//   node same_shapes.mjs FOLDER_OF_MUJOCO_JS ORIGINAL WRITTEN [ORIGINAL WRITTEN]...
// FOLDER holds node_modules/mujoco-js. Files are read with the meshes of the folder of ORIGINAL. Prints what differs,
// and how many shapes are the same.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, ...files] = process.argv.slice(2);
const module_path = resolve(folder, 'node_modules/mujoco-js/dist/mujoco_wasm.js');
const { default: load } = await import(pathToFileURL(module_path).href);
const mujoco = await load({ print: () => {}, printErr: () => {} });
const SAME = 1e-5;  // MuJoCo holds corners of meshes in 32 bits

function shapes(file, home) {
  mujoco.FS.writeFile(`${home}/robot.xml`, readFileSync(file, 'utf8'));
  const model = mujoco.MjModel.loadFromXML(`${home}/robot.xml`);
  const of = (array, i, n) => Array.from(array.slice(n * i, n * i + n));
  const found = new Map();
  for (let i = 0; i < model.ngeom; i++)
    found.set(mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM.value, i), {
      type: model.geom_type[i], size: of(model.geom_size, i, 3), pos: of(model.geom_pos, i, 3),
      quat: of(model.geom_quat, i, 4),
    });
  model.delete();
  return found;
}

const near = (a, b, scale) => a.every((x, i) => Math.abs(x - b[i]) <= SAME * scale);

// Columns of the matrices: half turns about the axes of a shape change nothing.
function axes([w, x, y, z]) {
  return [[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]];
}
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const turned_alike = (a, b) => axes(a).every((axis, i) => Math.abs(Math.abs(dot(axis, axes(b)[i])) - 1) <= SAME);

let same = 0;
for (let i = 0; i < files.length; i += 2) {
  const home = `/robot${i}`;
  mujoco.FS.mkdir(home);
  for (const name of readdirSync(dirname(files[i])))
    if (/\.(obj|stl)$/.test(name)) mujoco.FS.writeFile(`${home}/${name}`, readFileSync(join(dirname(files[i]), name)));
  const written = shapes(files[i + 1], home);
  for (const [name, a] of shapes(files[i], home)) {
    const b = written.get(name);
    if (b && a.type === b.type && near(a.size, b.size, Math.max(...a.size)) && near(a.pos, b.pos, 1) && turned_alike(a.quat, b.quat)) same++;
    else console.log(`DIFFERS ${files[i]} ${name}: ${JSON.stringify(a)} ${JSON.stringify(b)}`);
  }
}
console.log(`${same} shapes are the same`);
