// Makes the npm package: node make.mjs BUILD_FOLDER VERSION OUTPUT. The folder OUTPUT gets its files; npm pack makes the tarball of it.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { glueOf } from './glue.mjs';

const [build, version, output] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..', '..');

const programs = ['romasc', 'romas-lsp'];

fs.rmSync(output, { recursive: true, force: true });
fs.mkdirSync(output, { recursive: true });
for (const program of programs) {
  fs.writeFileSync(path.join(output, `${program}.glue.js`), glueOf(build, program));
  fs.copyFileSync(path.join(build, 'bin', `${program}.wasm`), path.join(output, `${program}.wasm`));
}
for (const file of fs.readdirSync(here).filter((name) => /\.(js|d\.ts|md)$|^NOTICE$/.test(name))) fs.copyFileSync(path.join(here, file), path.join(output, file));
fs.copyFileSync(path.join(root, 'LICENSE'), path.join(output, 'LICENSE'));
fs.writeFileSync(path.join(output, 'package.json'), `${JSON.stringify({
  name: 'romasc',
  version,
  description: 'A compiler for robots: checks and translates URDF, xacro, SDF, MJCF, SRDF; writes code for kinematics and dynamics',
  keywords: ['robotics', 'urdf', 'xacro', 'sdf', 'mjcf', 'srdf', 'mujoco', 'gazebo', 'ros', 'lint', 'language-server'],
  license: 'SEE LICENSE IN LICENSE',
  type: 'module',
  engines: { node: '>=20' },
  bin: { romasc: 'cli.js', 'romas-lsp': 'lsp.js' },
  exports: {
    '.': { types: './index.d.ts', browser: './browser.js', default: './index.js' },
    './browser': { types: './index.d.ts', default: './browser.js' },
    './server': { types: './server.d.ts', default: './server.js' },
    './romasc.wasm': './romasc.wasm',
    './romas-lsp.wasm': './romas-lsp.wasm',
    './package.json': './package.json',
  },
  types: './index.d.ts',
  sideEffects: false,
}, null, 2)}\n`);
// npm packs the modes that files have, which a clone has from its owner's umask.
for (const file of fs.readdirSync(output)) fs.chmodSync(path.join(output, file), ['cli.js', 'lsp.js'].includes(file) ? 0o755 : 0o644);
