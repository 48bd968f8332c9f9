// A session of the language server romas-lsp in the thread that calls it.
import { unframed } from './frames.js';
import { call, connect, start } from './program.js';

const nothingDue = -1;

// Begins a session. settings: send(text) takes each message of the server; words are romas-lsp's arguments; prepare(module) sets up
// its files; environment are its variables; ended(status) is called once the client has ended the session.
// Returns take(text), which hands over a message of the client.
export async function startSession(loaded, { send, words = [], prepare, environment, ended = () => {} }) {
  const module = await start(loaded, { prepare, environment });
  const errors = [];
  connect(module, { stdin: () => new Uint8Array(), stdout: unframed(send), stderr: (bytes) => { errors.push(new TextDecoder().decode(bytes)); } });
  const status = call(module, '_romas_main', ['romas-lsp', ...words]);
  if (status !== 0) throw new Error(errors.join('').trim());

  let timer;
  function work(at) {
    clearTimeout(timer);
    const due = module._romas_take(at);
    if (due < nothingDue) ended(-2 - due);
    else if (due !== nothingDue) timer = setTimeout(() => work(0), due);
  }
  return (text) => {
    const size = module.lengthBytesUTF8(text) + 1;
    const at = module._malloc(size);
    module.stringToUTF8(text, at, size);
    work(at);
    module._free(at);
  };
}
