// What MuJoCo as a module of JavaScript makes of models: a line of JSON for each, with mass, centre of mass and inertia of the body
// 'b', and its shapes, each by the box around its corners or by the second moments of its sizes.
//   node mesh_transforms.mjs FOLDER_OF_MUJOCO_JS < NAMES_OF_FILES
// Files of meshes stand beside the models.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const paths = ['@mujoco/mujoco/mujoco.js', 'mujoco-js/dist/mujoco_wasm.js'].map((name) => resolve(join(process.argv[2], 'node_modules', name)));
const { default: load } = await import(pathToFileURL(paths.find((path) => existsSync(path))).href);
const mujoco = await load({ print: () => {}, printErr: () => {} });
const open = mujoco.MjModel.from_xml_path ?? mujoco.MjModel.loadFromXML;

const rotation = ([w, x, y, z]) => [
  [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
  [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
  [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
];
const times = (R, v) => R.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
const tensor = (R, d) => [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, k) => sum + R[i][k] * d[k] * R[j][k], 0)));
const part = (array, index, count) => Array.from(array.subarray(index * count, index * count + count));
const kMesh = 7;

function shape(model, geom) {
  const pos = part(model.geom_pos, geom, 3);
  const R = rotation(part(model.geom_quat, geom, 4));
  if (model.geom_type[geom] === kMesh) {
    const mesh = model.geom_dataid[geom];
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let k = 0; k < model.mesh_vertnum[mesh]; ++k) {
      const corner = times(R, part(model.mesh_vert, model.mesh_vertadr[mesh] + k, 3)).map((x, i) => x + pos[i]);
      for (let i = 0; i < 3; ++i) [low[i], high[i]] = [Math.min(low[i], corner[i]), Math.max(high[i], corner[i])];
    }
    return { type: 'mesh', numbers: [...low, ...high] };
  }
  const [a, b, c] = part(model.geom_size, geom, 3);
  const sizes = { 2: [a, a, a], 3: [a, a, a + b], 4: [a, b, c], 5: [a, a, b], 6: [a, b, c] }[model.geom_type[geom]];
  return { type: model.geom_type[geom], numbers: [...pos, ...tensor(R, sizes.map((x) => x * x))] };
}

for (const file of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  // MuJoCo keeps what it has made of a file, whatever the next model says of it: each model has its own.
  const text = readFileSync(file, 'utf8').replace(/file="([^"]*)"/g, (_, name) => {
    const own = `${basename(file, '.xml')}_${name}`;
    mujoco.FS.writeFile(`/${own}`, readFileSync(join(dirname(file), name)));
    return `file="${own}"`;
  });
  mujoco.FS.writeFile(`/${basename(file)}`, text);
  let model;
  try {
    model = open(`/${basename(file)}`);
  } catch (error) {
    console.log(JSON.stringify({ file, why: String(error.message ?? error) }));
    continue;
  }
  const shapes = [];
  for (let geom = 0; geom < model.ngeom; ++geom) if (model.geom_bodyid[geom] === 1) shapes.push(shape(model, geom));
  console.log(JSON.stringify({
    file,
    mass: model.body_mass[1],
    com: part(model.body_ipos, 1, 3),
    inertia: tensor(rotation(part(model.body_iquat, 1, 4)), part(model.body_inertia, 1, 3)),
    shapes,
  }));
  model.delete();
}
