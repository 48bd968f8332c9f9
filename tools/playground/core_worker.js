// The thread that holds the compiler: romas-studio as WebAssembly, with its files in memory. It answers one message after another; the
// page ends it when it takes too long (tools/studio/web/playground/core.ts).
//   start   { compiled, files, words, environment }       once, before all others
//   ask     { method, target, etag, body }               a request: its status, etag, type, bytes; `written` are files of the program
//   write   { files: [[path, bytes or null]] }           null: the file goes; what is open is read again
//   pose    { bytes }                                    a question about poses: kind, bytes
//   reads   { names }                                    which of these files romasc reads, by their names
// Each message has an id, and its reply the same; every reply has the revision.
import glue from 'romas-studio.glue';
import { call, connect, start } from '../npm/program.js';

const folder = '/robot';
const encoder = new TextEncoder();
let program, begun;
const known = new Map();  // path to the bytes that the page knows
const said = [];

function put(FS, path, bytes) {
  if (bytes === null) {
    if (FS.analyzePath(path).exists) FS.unlink(path);
    known.delete(path);
    return;
  }
  FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
  FS.writeFile(path, bytes, { canOwn: true });
  known.set(path, FS.lookupPath(path).node.contents);
}

async function begin({ compiled, files, words, environment }) {
  program = await start({ glue, compiled }, {
    environment,
    prepare({ FS }) {
      FS.mkdirTree(folder);
      for (const [path, bytes] of files) put(FS, path, bytes);
      FS.chdir(folder);
    },
  });
  const say = (bytes) => { said.push(new TextDecoder().decode(bytes)); };
  connect(program, { stdin: () => new Uint8Array(), stdout: say, stderr: say });
  const status = call(program, '_romas_main', ['romas-studio', ...words]);
  if (status !== 0) throw new Error(said.join('').trim());
}

// Calls a function of the program with texts.
function calledWith(name, ...texts) {
  const places = texts.map((text) => {
    const bytes = encoder.encode(text);
    const at = program._malloc(bytes.length + 1);
    const memory = new Uint8Array(program.HEAPU32.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return at;
  });
  try {
    return program[name](...places);
  } finally {
    for (const at of places) program._free(at);
  }
}

const bytesAt = (at, size) => new Uint8Array(program.HEAPU32.buffer).slice(at, at + size);
function textAt(at) {
  const memory = new Uint8Array(program.HEAPU32.buffer);
  return new TextDecoder().decode(memory.slice(at, memory.indexOf(0, at)));
}

function* filesBelow(FS, path) {
  for (const name of FS.readdir(path)) {
    if (name === '.' || name === '..') continue;
    const at = `${path}/${name}`;
    if (FS.isDir(FS.stat(at).mode)) yield* filesBelow(FS, at);
    else yield at;
  }
}

// The files that the program has written since this was asked last.
function takeWritten() {
  const { FS } = program;
  const written = [];
  for (const path of filesBelow(FS, folder)) {
    const { contents } = FS.lookupPath(path).node;
    if (known.get(path) === contents) continue;
    known.set(path, contents);
    written.push([path, FS.readFile(path)]);
  }
  return written;
}

const writing = ['/api/fix', '/api/save', '/api/export'];

const tasks = {
  ask({ method, target, etag, body }) {
    const status = calledWith('_romas_ask', method, target, etag, body);
    const bytes = bytesAt(program._romas_body(), program._romas_body_size());
    const reply = { status, etag: textAt(program._romas_etag()), type: textAt(program._romas_type()), bytes: bytes.buffer, written: [] };
    if (!writing.includes(target)) return reply;
    reply.written = takeWritten();
    if (reply.written.length > 0) program._romas_follow();
    return reply;
  },
  write({ files }) {
    for (const [path, bytes] of files) put(program.FS, path, bytes);
    program._romas_follow();
    return {};
  },
  pose({ bytes }) {
    const at = program._malloc(bytes.byteLength);
    new Uint8Array(program.HEAPU32.buffer).set(new Uint8Array(bytes), at);
    const kind = program._romas_pose(at, bytes.byteLength);
    program._free(at);
    return { kind, bytes: bytesAt(program._romas_answer(), program._romas_answer_size()).buffer };
  },
  robots() {
    const { FS } = program;
    const describes = (path) => calledWith('_romas_describes', path, new TextDecoder().decode(FS.lookupPath(path).node.contents.subarray(0, 4096))) !== 0;
    return { robots: [...filesBelow(FS, folder)].filter(describes) };
  },
};

// Why the program cannot go on. It is in no known state then.
function reasonOf(problem) {
  if (problem instanceof RangeError) return /call stack/i.test(problem.message) ? 'stack' : 'memory';
  if (problem instanceof WebAssembly.Exception) return 'memory';  // std::bad_alloc alone leaves a box
  return 'fault';
}

addEventListener('message', async ({ data }) => {
  const { id, task } = data;
  try {
    if (task === 'start') {
      begun = begin(data);
      await begun;
      return postMessage({ id, revision: program._romas_revision() });
    }
    await begun;
    const reply = tasks[task](data);
    const revision = program._romas_revision();
    postMessage({ id, revision, ...reply }, reply.bytes ? [reply.bytes] : []);
  } catch (problem) {
    postMessage({ id, failed: reasonOf(problem), detail: String(problem?.message ?? problem) });
  }
});
