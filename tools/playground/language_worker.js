// The thread that holds the language server. The page sends { files } once, and then messages of the protocol as texts, or
// { write: [[path, bytes or null]] }.
import glue from 'romas-lsp.glue';
import { startSession } from '../npm/session.js';

let FS;
function put(files) {
  for (const [path, bytes] of files) {
    if (bytes === null) {
      if (FS.analyzePath(path).exists) FS.unlink(path);
      continue;
    }
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, bytes, { canOwn: true });
  }
}

let begun;
async function begin({ source, files }) {
  const compiled = await WebAssembly.compileStreaming(fetch(source));
  return startSession({ glue, compiled }, {
    words: ['--package-path=/robot'],
    send: (text) => postMessage(text),
    prepare(module) {
      FS = module.FS;
      FS.mkdirTree('/robot');
      put(files);
      FS.chdir('/robot');
    },
  });
}

addEventListener('message', async ({ data }) => {
  if (data.source) begun = begin(data);
  const take = await begun;
  if (data.write) put(data.write);
  else if (typeof data === 'string') take(data);
});
