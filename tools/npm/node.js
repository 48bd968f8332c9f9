// The programs in Node: their bytes from the package, the files of the disk, the streams of the process.
import fs from 'node:fs';
import { call, connect, start } from './program.js';

const loaded = new Map();

async function read(program) {
  const [{ default: glue }, compiled] = await Promise.all([
    import(`./${program}.glue.js`),
    WebAssembly.compile(fs.readFileSync(new URL(`./${program}.wasm`, import.meta.url))),
  ]);
  return { glue, compiled };
}

// A program for start(); it is compiled once.
export function load(program) {
  if (!loaded.has(program)) loaded.set(program, read(program));
  return loaded.get(program);
}

// Gives the program the files of the disk under their own names, and the process's working folder.
export function mountDisk({ FS, NODEFS }) {
  // Emscripten reads a link as if the process stood beside it.
  NODEFS.node_ops.readlink = (node) => {
    try {
      return fs.readlinkSync(NODEFS.realPath(node));
    } catch (problem) {
      throw new FS.ErrnoError(NODEFS.convertNodeCode(problem));
    }
  };
  const mount = (at, root) => {
    try {
      FS.mkdir(at);
    } catch { /* the program has this folder already */ }
    FS.mount(NODEFS, { root }, at);
  };
  if (process.platform === 'win32') {
    const drive = process.cwd().slice(0, 2);
    mount(`/${drive}`, `${drive}\\`);
    FS.chdir(`/${process.cwd().replaceAll('\\', '/')}`);
    return;
  }
  for (const entry of fs.readdirSync('/', { withFileTypes: true })) {
    const at = `/${entry.name}`;
    if (['/dev', '/proc', '/sys'].includes(at)) continue;
    if (entry.isSymbolicLink()) FS.symlink(fs.readlinkSync(at), at);
    else if (entry.isDirectory()) mount(at, at);
  }
  FS.chdir(process.cwd());
}

// Writes all of the bytes to a descriptor of the process, and waits for a pipe whose reader is slow.
export function writeAll(descriptor, bytes) {
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(fs.writeSync(descriptor, bytes));
    } catch (problem) {
      if (problem.code === 'EPIPE') process.exit(128 + 13);  // as a shell tells it of a program that SIGPIPE ended
      if (problem.code !== 'EAGAIN') throw problem;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function readSome(length) {
  const bytes = new Uint8Array(length);
  for (;;) {
    try {
      return bytes.subarray(0, fs.readSync(0, bytes));
    } catch (problem) {
      if (problem.code === 'EOF') return bytes.subarray(0, 0);
      if (problem.code !== 'EAGAIN') throw problem;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

const ofProcess = { stdin: readSome, stdout: (bytes) => writeAll(1, bytes), stderr: (bytes) => writeAll(2, bytes) };

// Runs a program on the disk's files as a process of its own would. Returns its status.
export async function run(program, words, ends = ofProcess) {
  const module = await start(await load(program), { environment: process.env, prepare: mountDisk });
  const own = ends === ofProcess;
  connect(module, ends, own ? { stdin: process.stdin.isTTY, stdout: process.stdout.isTTY, stderr: process.stderr.isTTY } : {});
  return call(module, '_romas_main', [program, ...words]);
}
