// The thread of the server in a browser. Its first message is a Begin; later ones are those of the protocol, and Writes.
import glue from "romasc/romas-lsp.glue.js";
import { startSession } from "romasc/session.js";
import type { Written } from "./workspace_files";

export interface Begin {
  begin: {
    program: Uint8Array; // romas-lsp.wasm
    files: Written[];
    folder: string | undefined; // relative paths of options begin there
  };
}
export interface Write {
  write: Written[];
}
interface Message {
  jsonrpc: "2.0";
  id?: number | string;
}

type FileSystem = Parameters<Parameters<typeof startSession>[1]["prepare"]>[0]["FS"];
let FS: FileSystem;

function put(files: Written[]): void {
  for (const [path, content] of files) {
    if (content !== null) {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, content);
    } else if (FS.analyzePath(path).exists) {
      FS.unlink(path);
    }
  }
}

async function begin({ program, files, folder = "/robot" }: Begin["begin"]): Promise<(text: string) => void> {
  const compiled = await WebAssembly.compile(program as BufferSource);
  return startSession(
    { glue, compiled },
    {
      send: (text) => postMessage(JSON.parse(text)),
      prepare(module) {
        ({ FS } = module);
        put(files);
        FS.mkdirTree(folder);
        FS.chdir(folder);
      },
    },
  );
}

// One message after the other: those that come while the program is compiled wait.
let session: Promise<(text: string) => void>;
let work = Promise.resolve();

async function handle(data: Begin | Write | Message): Promise<void> {
  if ("begin" in data) {
    session = begin(data.begin);
    return;
  }
  try {
    const take = await session;
    if ("write" in data) put(data.write);
    else take(JSON.stringify(data));
  } catch (problem) {
    // A request that gets no answer would be waited for without end.
    const message = problem instanceof Error ? problem.message : String(problem);
    if ("id" in data) postMessage({ jsonrpc: "2.0", id: data.id, error: { code: -32603, message } });
    else setTimeout(() => { throw problem; });
  }
}

addEventListener("message", ({ data }: MessageEvent<Begin | Write | Message>) => {
  work = work.then(() => handle(data));
});
