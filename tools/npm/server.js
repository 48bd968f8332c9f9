// The language server in a browser's worker: messages are objects, files are a map.
import { put } from './program.js';
import { startSession } from './session.js';
import glue from './romas-lsp.glue.js';

// Begins a session. send(message) takes what the server says; files are those of the workspace, by absolute name, as far as they are not
// open. Returns a function that takes what the client says.
export async function startServer({ send, files = {}, words = [], source = new URL('./romas-lsp.wasm', import.meta.url) }) {
  const compiled = await WebAssembly.compileStreaming(fetch(source));
  const take = await startSession({ glue, compiled }, { words, send: (text) => send(JSON.parse(text)), prepare: ({ FS }) => put(FS, files) });
  return (message) => take(JSON.stringify(message));
}
