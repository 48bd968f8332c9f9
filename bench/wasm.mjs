// How long the programs of the npm package take beside the native one: node bench/wasm.mjs PACKAGE ROMASC
// Times are medians; those of processes contain their start.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packageFolder, native] = process.argv.slice(2).map((word) => path.resolve(word));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'romasc-bench-'));

// A tree of links, each with two children.
function robot(links) {
  const part = (i) => `<link name="l${i}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j${i}" type="revolute"><parent link="l${(i - 1) >> 1}"/><child link="l${i}"/><origin xyz="0 0 0.1"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>\n`;
  const file = path.join(folder, `${links}.urdf`);
  fs.writeFileSync(file, `<robot name="tree">\n<link name="l0"/>\n${Array.from({ length: links - 1 }, (_, i) => part(i + 1)).join('')}</robot>\n`);
  return file;
}

async function median(count, run) {
  const times = [];
  for (let i = 0; i < count; ++i) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[count >> 1];
}
const milliseconds = (time) => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
const words = (file) => [file, '--emit=none', '--max-elements=10000000'];
const silent = { stdin: () => new Uint8Array(), stdout() {}, stderr() {} };
const small = robot(30), large = robot(100_000);

const began = performance.now();
const { load, run } = await import(pathToFileURL(path.join(packageFolder, 'node.js')));
await load('romasc');
console.log(`loading and compiling romasc.wasm      ${milliseconds(performance.now() - began)}`);
console.log(`the first check, of 30 links           ${milliseconds(await median(1, () => run('romasc', words(small), silent)))}`);
console.log(`a later check                          ${milliseconds(await median(25, () => run('romasc', words(small), silent)))}`);
const inProcess = (file, count) => median(count, () => spawnSync(native, words(file)));
const inNode = (file, count) => median(count, () => spawnSync(process.execPath, [path.join(packageFolder, 'cli.js'), ...words(file)]));
for (const [name, file, count] of [['30 links', small, 15], ['100,000 links', large, 3]]) {
  const [a, b] = [await inProcess(file, count), await inNode(file, count)];
  console.log(`processes, ${name.padEnd(13)}               native ${milliseconds(a)}, in Node ${milliseconds(b)}: ${(b / a).toFixed(1)} times`);
}
fs.rmSync(folder, { recursive: true });
