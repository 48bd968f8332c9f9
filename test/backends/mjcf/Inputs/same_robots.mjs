// MuJoCo as a module of JavaScript compares MJCF files with what romasc makes of them: counts, names, masses, shapes,
// materials, and in random states places, masses and forces.
//   node same_robots.mjs FOLDER_OF_MUJOCO_JS ROMASC WORK_FOLDER FILE...
// FOLDER holds node_modules/mujoco-js. The folder of each FILE is copied into WORK_FOLDER. Meshes that are not there
// are replaced by tetrahedra, textures by grey pictures. Prints "same", "REFUSED by romasc: why" or "DIFFERS: in what"
// with the name of each file that MuJoCo takes, and nothing of others.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { grey_picture, tetrahedron } from './stand_ins.mjs';

const [folder, romasc, work, ...files] = process.argv.slice(2);
const module_path = resolve(folder, 'node_modules/mujoco-js/dist/mujoco_wasm.js');
const { default: load } = await import(pathToFileURL(module_path).href);
const mujoco = await load({ print: () => {}, printErr: () => {} });

// The text with those of the files that it includes or attaches.
function whole_text(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return '';
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const others = [...text.matchAll(/<(?:include|model)\s[^>]*file="([^"]*)"/g)];
  return text + others.map(([, name]) => whole_text(join(dirname(file), name), seen)).join('\n');
}

// Edges of 0.2 m, or so long that meshes that are scaled down keep a volume.
function edge_for(text) {
  const scales = [...text.matchAll(/scale="([^"]*)"/g)].flatMap(([, said]) => said.trim().split(/\s+/).map(Number));
  const least = Math.min(1, ...scales.filter((s) => s !== 0 && !Number.isNaN(s)).map(Math.abs));
  return least < 0.01 ? 0.2 / least : 0.2;
}

function add_stand_ins(text, home) {
  const said = (name) => text.match(new RegExp(`${name}="([^"]*)"`))?.[1];
  const folders = { mesh: said('meshdir') ?? said('assetdir') ?? '', texture: said('texturedir') ?? said('assetdir') ?? '' };
  for (const [, kind, name] of text.matchAll(/<(mesh|texture)\s[^>]*file="([^"]*)"/g)) {
    const path = join(home, folders[kind], name);
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, kind === 'texture' ? grey_picture() : tetrahedron(extname(path), edge_for(text)));
  }
}

// MuJoCo sees the folder as it is on the disk.
function put(from, to) {
  if (!mujoco.FS.analyzePath(to).exists) mujoco.FS.mkdir(to);
  for (const name of readdirSync(from)) {
    if (statSync(join(from, name)).isDirectory()) put(join(from, name), `${to}/${name}`);
    else mujoco.FS.writeFile(`${to}/${name}`, readFileSync(join(from, name)));
  }
}

function taken(path) {
  try {
    return mujoco.MjModel.loadFromXML(path);
  } catch {
    return null;
  }
}

const KINDS = { body: 'nbody', joint: 'njnt', actuator: 'nu', sensor: 'nsensor', key: 'nkey', tendon: 'ntendon', camera: 'ncam', light: 'nlight', pair: 'npair', equality: 'neq' };
const object = (kind) => mujoco.mjtObj[`mjOBJ_${kind.toUpperCase()}`].value;
const name_of = (model, kind, i) => {
  const name = mujoco.mj_id2name(model, object(kind), i);
  return name === 'emsc' ? '' : name;  // what the module says for no name
};
const rows = (array, width) => (i) => Array.from(array.slice(width * i, width * (i + 1)));

// Numbers agree to 1e-7 of the largest.
function apart(a, b) {
  const scale = Math.max(1, ...a.map(Math.abs));
  return a.length !== b.length || a.some((x, i) => !(Math.abs(x - b[i]) <= 1e-7 * scale));
}

function* differing_constants(a, b) {
  for (const count of ['nbody', 'njnt', 'nq', 'nv', 'nu', 'na', 'neq', 'ntendon', 'nsensor', 'nkey', 'nexclude', 'ncam', 'nlight', 'npair', 'ngeom'])
    if (a[count] !== b[count]) yield `${count} ${a[count]} → ${b[count]}`;
  for (const [kind, count] of Object.entries(KINDS))
    for (let i = 0; i < Math.min(a[count], b[count]); i++) {
      const name = name_of(a, kind, i);
      if (name !== '' && mujoco.mj_name2id(b, object(kind), name) < 0) yield `${kind} ${name} is lost`;
    }
  for (const array of ['body_mass', 'dof_damping', 'dof_frictionloss', 'dof_armature', 'jnt_stiffness', 'key_qpos', 'key_qvel', 'key_ctrl'])
    if (apart(Array.from(a[array]), Array.from(b[array]))) yield array;
  for (let i = 0; i < a.njnt; i++)
    if (a.jnt_limited[i] !== b.jnt_limited[i] || (a.jnt_limited[i] && apart(rows(a.jnt_range, 2)(i), rows(b.jnt_range, 2)(i)))) yield `range of joint ${i}`;
}

const SIZES = [0, 0, 1, 2, 3, 2, 3];  // of the types plane, height field, sphere, capsule, ellipsoid, cylinder, box

// What is seen and touched of each body, in any order.
function looks(m, body) {
  const found = [];
  for (let i = m.body_geomadr[body]; i >= 0 && i < m.body_geomadr[body] + m.body_geomnum[body]; i++) {
    // A colour of its own counts before that of the material.
    const own = rows(m.geom_rgba, 4)(i);
    const has_own = own.join() !== [0.5, 0.5, 0.5, 1].join() || m.geom_matid[i] < 0;
    const material = has_own ? '' : name_of(m, 'material', m.geom_matid[i]);
    const colour = has_own ? own : rows(m.mat_rgba, 4)(m.geom_matid[i]);
    const size = rows(m.geom_size, 3)(i).slice(0, SIZES[m.geom_type[i]] ?? 0);
    found.push([m.geom_type[i], m.geom_contype[i], m.geom_conaffinity[i], m.geom_condim[i], m.geom_group[i], ...[...size, ...colour].map((x) => x.toPrecision(5)), material].join(' '));
  }
  return found.sort().join('\n');
}

let seed = 20261126;
const random = () => (seed = (seed * 48271) % 2147483647) / 1073741823.5 - 1;  // from -1 to 1

function random_state(model) {
  const q = Array.from({ length: model.nq }, random);
  for (let i = 0; i < model.njnt; i++) {
    const start = model.jnt_qposadr[i] + (model.jnt_type[i] === 0 ? 3 : 0);
    if (model.jnt_type[i] > 1) continue;
    const length = Math.hypot(...q.slice(start, start + 4));
    for (let k = start; k < start + 4; k++) q[k] /= length;
  }
  return [q, Array.from({ length: model.nv }, random), Array.from({ length: model.nu }, random)];
}

function computed(model, [q, v, controls]) {
  const data = new mujoco.MjData(model);
  data.qpos.set(q);
  data.qvel.set(v);
  data.ctrl.set(controls);
  mujoco.mj_forward(model, data);
  const mass = new mujoco.DoubleBuffer(model.nv * model.nv);
  mujoco.mj_fullM(model, mass, Array.from(data.qM));
  const all = { xipos: data.xipos, cam_xpos: data.cam_xpos, cam_xmat: data.cam_xmat, qfrc_bias: data.qfrc_bias, qfrc_passive: data.qfrc_passive, qfrc_actuator: data.qfrc_actuator, ten_length: data.ten_length, actuator_length: data.actuator_length, sensordata: data.sensordata, mass_matrix: mass.GetView() };
  for (const key of Object.keys(all)) all[key] = Array.from(all[key]);
  mass.delete();
  data.delete();
  return all;
}

function differences(a, b) {
  const found = [...differing_constants(a, b)];
  if (a.nbody !== b.nbody || a.nq !== b.nq || a.nv !== b.nv) return found;
  for (let i = 0; i < a.nbody; i++) if (looks(a, i) !== looks(b, i)) found.push(`shapes of ${name_of(a, 'body', i)}: ${looks(a, i)} → ${looks(b, i)}`);
  for (let i = 0; i < 3; i++) {
    const state = random_state(a);
    const [before, after] = [computed(a, state), computed(b, state)];
    for (const key of Object.keys(before)) if (apart(before[key], after[key])) found.push(key);
  }
  return [...new Set(found)];
}

function romasc_says(file, written) {
  try {
    execFileSync(romasc, [file, '--emit=mjcf', '--mjcf-version=3', '-o', written], { stdio: 'pipe' });
    return '';
  } catch (error) {
    return String(error.stderr).match(/error: (.*)/)?.[1] ?? 'no reason';
  }
}

files.forEach((file, i) => {
  const around = join(work, String(i));
  const home = join(around, 'robot');  // room for paths that begin with ".."
  rmSync(around, { recursive: true, force: true });
  cpSync(dirname(file), home, { recursive: true });
  const copy = join(home, basename(file));
  add_stand_ins(whole_text(copy), home);
  put(around, `/${i}`);
  const disk = `/${i}/robot`;
  const original = taken(`${disk}/${basename(file)}`);
  if (original === null) return;
  const name = `${basename(dirname(file))}/${basename(file)}`;
  const reason = romasc_says(copy, join(home, 'written.mjcf'));
  if (reason !== '') {
    console.log(`REFUSED by romasc ${name}: ${reason}`);
    return;
  }
  mujoco.FS.writeFile(`${disk}/written.mjcf`, readFileSync(join(home, 'written.mjcf')));
  const written = taken(`${disk}/written.mjcf`);
  const found = written === null ? ['MuJoCo refuses it'] : differences(original, written);
  console.log(found.length === 0 ? `same ${name}` : `DIFFERS ${name}: ${found.join('; ')}`);
  original.delete();
  written?.delete();
});
