// Runs the program that is compiled to WebAssembly and the native one on files, and compares all that they write.
// Usage: node same_outputs.mjs PACKAGE ROMASC [--sample=N] [--seed=N] [--of=FIRST/PARTS] ROOT…
//   PACKAGE  the folder of the npm package      ROMASC  the native program
//   ROOT     files, and folders whose robot descriptions are taken; --sample takes every Nth of them, from the place that the seed says
// Each file is translated to one target, or to code of one language, in turn. Findings, statuses and outputs must be the same to the byte.
// The native program is run without the readers of COLLADA and .mat files, which lie beside it and are in no package of npm.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packageFolder, installed, ...rest] = process.argv.slice(2).map((word) => word.startsWith('--') ? word : path.resolve(word));
const options = Object.fromEntries(rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=')));
const roots = rest.filter((word) => !word.startsWith('--'));
const { run } = await import(pathToFileURL(path.join(packageFolder, 'node.js')));

const alone = fs.mkdtempSync(path.join(os.tmpdir(), 'romasc-'));
process.on('exit', () => fs.rmSync(alone, { recursive: true }));
const native = path.join(alone, 'romasc');
fs.copyFileSync(installed, native);

const descriptions = /\.(urdf|xacro|sdf|world|xml|romas|srdf)$/;
function* filesOf(root) {
  if (!fs.statSync(root).isDirectory()) return yield root;
  for (const entry of fs.readdirSync(root, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = path.join(root, entry.name);
    if (entry.isDirectory()) yield* filesOf(at);
    else if (descriptions.test(entry.name) && fs.statSync(at).size < 5e6) yield at;
  }
}

const targets = [
  ['--emit=urdf', '-o', '-'], ['--emit=sdf', '-o', '-'], ['--emit=mjcf', '-o', '-'], ['--emit=romas', '-o', '-'],
  ['--emit=json', '-o', '-'], ['--emit=cpp', '-o', '-'], ['--emit=c', '-o', '-'], ['--strict'], ['--emit=report', '-o', '-'],
];

async function runCompiled(words) {
  const texts = { stdout: [], stderr: [] };
  const status = await run('romasc', words, {
    stdin: () => new Uint8Array(),
    stdout: (bytes) => { texts.stdout.push(Buffer.from(bytes)); },
    stderr: (bytes) => { texts.stderr.push(Buffer.from(bytes)); },
  });
  return { status, stdout: Buffer.concat(texts.stdout).toString(), stderr: Buffer.concat(texts.stderr).toString() };
}

const every = Number(options.sample ?? 1), seed = Number(options.seed ?? 0);
const files = roots.flatMap((root) => [...filesOf(root)]).filter((file, i) => i % every === seed % every);
let same = 0;
const seconds = { native: 0, compiled: 0 };
for (const [i, file] of files.entries()) {
  process.chdir(path.dirname(file));
  const target = targets[(i + seed) % targets.length];
  const words = [path.basename(file), ...target, '--jobs=1'];
  let began = performance.now();
  const wanted = spawnSync(native, words, { encoding: 'utf8', maxBuffer: 1 << 30, input: '' });
  seconds.native += performance.now() - began;
  began = performance.now();
  let got;
  try {
    got = await runCompiled(words);
  } catch (problem) {
    got = { status: 'it fails', stdout: '', stderr: String(problem.stack ?? problem) };
  }
  seconds.compiled += performance.now() - began;
  const parts = ['status', 'stderr', 'stdout'].filter((part) => wanted[part] !== got[part]);
  if (parts.length === 0) ++same;
  else console.log(`${file}: romasc ${words.join(' ')}: different`);
  for (const part of parts) {
    const a = String(wanted[part]).split('\n'), b = String(got[part]).split('\n');
    const at = a.findIndex((line, k) => line !== b[k]);
    console.log(`  native:   ${a[at]}\n  compiled: ${b[at]}`);
  }
}
console.log(`${files.length} files: ${same} the same to the byte, ${files.length - same} different`);
console.log(`time of the compiled program to the native one: ${(seconds.compiled / seconds.native).toFixed(2)}`);
process.exit(same === files.length && files.length > 0 ? 0 : 1);
