// Runs one of the programs, romasc or romas-lsp, compiled to WebAssembly, in Node and in browsers. A program begins anew in each run,
// because it ends as a process does.

// The descriptors of the standard streams, and the kind of device that the file system gives to them.
const streams = { stdin: 0, stdout: 1, stderr: 2 };
const readOnly = 0, writeOnly = 1;
const deviceOfStreams = 64 << 8;
const pipe = 0o010666;

// Starts a program and returns its module, before its main function runs.
//   glue      what Emscripten made for the program
//   compiled  its WebAssembly.Module
//   settings  environment: variables as an object; prepare(module): sets up the files, before any of the program runs
export async function start({ glue, compiled }, { environment = {}, prepare } = {}) {
  return glue({
    noInitialRun: true,
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
    preRun: [(module) => {
      Object.assign(module.ENV, environment);
      prepare?.(module);
    }],
  });
}

// Ties the standard streams to functions. stdin(length) returns a Uint8Array with at most that many bytes, empty at the end;
// stdout(bytes) and stderr(bytes) take a Uint8Array that they must copy if they keep it.
export function connect(module, { stdin, stdout, stderr }, terminals = {}) {
  const { FS } = module;
  const ends = [stdin, stdout, stderr];
  for (const [name, descriptor] of Object.entries(streams)) {
    FS.registerDevice(deviceOfStreams + descriptor, {
      read(stream, buffer, offset, length) {
        const bytes = ends[descriptor](length);
        buffer.set(bytes, offset);
        return bytes.length;
      },
      write(stream, buffer, offset, length) {
        ends[descriptor](buffer.subarray(offset, offset + length));
        return length;
      },
    });
    const path = `/dev/romas-${name}`;
    FS.mkdev(path, deviceOfStreams + descriptor);
    if (FS.streams[descriptor]) FS.close(FS.streams[descriptor]);
    const stream = FS.open(path, descriptor === streams.stdin ? readOnly : writeOnly);
    stream.tty = terminals[name] ? {} : false;
    if (!terminals[name]) stream.node.mode = pipe;
  }
}

// Calls a function of the program with words as a main function has them. Returns its status.
export function call(module, entry, words) {
  const texts = words.map((word) => {
    const size = module.lengthBytesUTF8(word) + 1;
    const at = module._malloc(size);
    module.stringToUTF8(word, at, size);
    return at;
  });
  const table = module._malloc(4 * (words.length + 1));
  [...texts, 0].forEach((at, i) => { module.HEAPU32[table / 4 + i] = at; });
  try {
    return module[entry](words.length, table);
  } catch (problem) {
    if (typeof problem?.status === 'number') return problem.status;  // exit() was called
    if (!(problem instanceof RangeError)) throw problem;
    const text = `${words[0]}: error: the input is nested too deeply for the stack of this JavaScript engine\n`;
    module.FS.write(module.FS.streams[streams.stderr], new TextEncoder().encode(text), 0, text.length);
    return 3;
  }
}

// Texts and files for a program that has no disk.
const encoder = new TextEncoder(), decoder = new TextDecoder();
const folder = '/robot';

export function put(FS, files) {
  FS.mkdirTree(folder);
  for (const [name, content] of Object.entries(files)) {
    const path = absolute(name);
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')) || '/');
    FS.writeFile(path, typeof content === 'string' ? encoder.encode(content) : content);
  }
  FS.chdir(folder);
}
const absolute = (name) => (name.startsWith('/') ? name : `${folder}/${name}`);

function* filesBelow(FS, path) {
  for (const name of FS.readdir(path)) {
    if (name === '.' || name === '..') continue;
    const at = `${path}/${name}`;
    if (FS.isDir(FS.stat(at).mode)) yield* filesBelow(FS, at);
    else yield at;
  }
}

// Runs romasc once on files that are given, and gathers what it says and writes. Nothing of the machine is read or written.
//   loaded  the program's glue and its compiled module
//   words   the arguments of romasc
//   files   names to texts or Uint8Arrays; names are relative to a folder that is the working folder
// Returns the status, what was written to the streams as texts, and the files that are new or differ.
export async function runOn(loaded, words, files = {}) {
  const texts = { stdout: [], stderr: [] };
  const module = await start(loaded, { prepare: ({ FS }) => put(FS, files) });
  connect(module, {
    stdin: () => new Uint8Array(),
    stdout: (bytes) => { texts.stdout.push(bytes.slice()); },
    stderr: (bytes) => { texts.stderr.push(bytes.slice()); },
  });
  const status = call(module, '_romas_main', ['romasc', ...words]);
  const given = new Map(Object.entries(files).map(([name, content]) => [absolute(name), content]));
  const written = {};
  for (const path of filesBelow(module.FS, folder)) {
    const bytes = module.FS.readFile(path);
    const before = given.get(path);
    const same = before !== undefined && (typeof before === 'string' ? decoder.decode(bytes) === before
      : before.length === bytes.length && before.every((byte, i) => byte === bytes[i]));
    if (!same) written[path.slice(folder.length + 1)] = bytes;
  }
  return { status, stdout: joined(texts.stdout), stderr: joined(texts.stderr), files: written };
}

function joined(parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return decoder.decode(all);
}
