// The server in a worker.
import { FileType, Uri, workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/browser";
import { editorUri, serverPath, serverUri } from "./files";
import type { MakeClient } from "./server";
import type { Begin, Write } from "./worker";
import { readFile, readWorkspace } from "./workspace_files";

// A client that owns its worker.
class Client extends LanguageClient {
  constructor(
    private readonly thread: Worker,
    options: LanguageClientOptions,
  ) {
    super("romas", "Romas", options, thread);
  }

  override async stop(timeout?: number): Promise<void> {
    try {
      await super.stop(timeout);
    } catch {
      // It refused its options, or does not answer; it ends below all the same.
    }
    this.thread.terminate();
  }
}

// `extension`: the folder with worker.js and the server.
export const clientMaker =
  (extension: Uri): MakeClient =>
  async (options) => {
    const [program, files] = await Promise.all([
      workspace.fs.readFile(Uri.joinPath(extension, "server", "romas-lsp.wasm")),
      readWorkspace(),
    ]);
    const folder = workspace.workspaceFolders?.[0];
    const worker = new Worker(Uri.joinPath(extension, "worker.js").toString(true));
    worker.postMessage({ begin: { program, files, folder: folder && serverPath(folder.uri) } } satisfies Begin);
    return new Client(worker, {
      ...options,
      uriConverters: { code2Protocol: serverUri, protocol2Code: editorUri },
      middleware: {
        ...options.middleware,
        workspace: {
          // The server reads a file after it hears of it: the file comes first.
          async didChangeWatchedFile(event, next) {
            const uri = editorUri(event.uri);
            const isFolder = await workspace.fs.stat(uri).then(
              ({ type }) => (type & FileType.Directory) !== 0,
              () => false,
            );
            if (!isFolder) worker.postMessage({ write: [await readFile(uri)] } satisfies Write);
            await next(event);
          },
        },
      },
    });
  };
