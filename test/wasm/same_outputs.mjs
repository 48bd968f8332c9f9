// Runs the program that is compiled to WebAssembly and the native one on files, and compares all that they write.
// Usage: node same_outputs.mjs PACKAGE ROMASC [--sample=N] [--seed=N] [--of=FIRST/PARTS] ROOT…
//   PACKAGE  the folder of the npm package      ROMASC  the native program
//   ROOT     files, and folders whose robot descriptions are taken; --sample takes every Nth of them, from the place that the seed says
// Each file is translated to one target, or to code of one language, in turn. Findings and statuses must be the same to the byte, but for
// the element at which a limit of memory is met: pointers are half as long. Numbers may differ in their last places, because Eigen adds
// in pairs on x86-64; then code may have some operations more or less, where a constant is 0 or 1 but for rounding.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packageFolder, native, ...rest] = process.argv.slice(2).map((word) => word.startsWith('--') ? word : path.resolve(word));
const options = Object.fromEntries(rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=')));
const roots = rest.filter((word) => !word.startsWith('--'));
const { run } = await import(pathToFileURL(path.join(packageFolder, 'node.js')));

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
const code = new Set(['--emit=cpp', '--emit=c']);

// Whether two texts are the same up to the last places of their numbers.
const number = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g;
function sameButRounding(a, b) {
  if (a.replace(number, '#') !== b.replace(number, '#')) return false;
  const x = a.match(number), y = b.match(number);
  return x.every((word, i) => word === y[i] || Math.abs(word - y[i]) <= 1e-15 + 16 * Number.EPSILON * Math.abs(word));
}

// Whether two texts of code tell of as many operations, up to one of twenty.
function nearlySameCounts(a, b) {
  const [x, y] = [a, b].map((text) => [...text.matchAll(/: (\d+) operations/g)].map(([, count]) => Number(count)));
  return x.length > 0 && x.length === y.length && x.every((count, i) => Math.abs(count - y[i]) <= 0.05 * count);
}

const atLimit = /^.*-Winput-limit\]$/m;

// What differs between two runs: "nothing", "rounding", "counts", "limit", or "different".
function difference(wanted, got, target) {
  const parts = ['status', 'stderr', 'stdout'].filter((part) => wanted[part] !== got[part]);
  if (parts.length === 0) return 'nothing';
  if (parts.join() === 'stderr' && atLimit.test(wanted.stderr) && atLimit.test(got.stderr)) return 'limit';
  if (parts.join() !== 'stdout') return 'different';
  if (sameButRounding(wanted.stdout, got.stdout)) return 'rounding';
  return code.has(target) && nearlySameCounts(wanted.stdout, got.stdout) ? 'counts' : 'different';
}

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
const counts = { nothing: 0, rounding: 0, counts: 0, limit: 0, different: 0 };
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
  const kind = difference(wanted, got, target[0]);
  ++counts[kind];
  if (kind !== 'nothing') console.log(`${file}: romasc ${words.join(' ')}: ${kind}`);
  for (const part of kind === 'different' ? ['status', 'stderr', 'stdout'].filter((each) => wanted[each] !== got[each]) : []) {
    const a = String(wanted[part]).split('\n'), b = String(got[part]).split('\n');
    const at = a.findIndex((line, k) => line !== b[k]);
    console.log(`  native:   ${a[at]}\n  compiled: ${b[at]}`);
  }
}
console.log(`${files.length} files: ${counts.nothing} the same to the byte, ${counts.rounding} but for the last places of numbers, `
  + `${counts.counts} in operations of code, ${counts.limit} in the place of a limit, ${counts.different} different`);
console.log(`time of the compiled program to the native one: ${(seconds.compiled / seconds.native).toFixed(2)}`);
process.exit(counts.different === 0 && files.length > 0 ? 0 : 1);
