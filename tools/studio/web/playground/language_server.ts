// The language server in a worker of the page, as CodeMirror's client of it wants it, and the files of the page as its workspace.
import { LSPClient, type LSPClientExtension, LSPPlugin, languageServerExtensions, Workspace, type WorkspaceFile } from "@codemirror/lsp-client";
import { Text, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { bytesOf, type Core, followFiles, FOLDER, paths } from "./core";

export const uriOf = (path: string) => `file://${path.split("/").map(encodeURIComponent).join("/")}`;
export const pathOf = (uri: string) => decodeURIComponent(uri.replace(/^file:\/\//, ""));

// The names that the protocol has for languages.
const languageIds: Record<string, string> = { romas: "romas", yaml: "yaml", yml: "yaml" };
export const languageIdOf = (path: string) => languageIds[path.slice(path.lastIndexOf(".") + 1).toLowerCase()] ?? "xml";

const MOST_BYTES = 2e6; // of a file that is a text

export function textOf(path: string): string | null {
  const bytes = bytesOf(path);
  if (!bytes || bytes.length > MOST_BYTES) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null; // a mesh or a picture
  }
}

const isText = (path: string) => /\.(urdf|xacro|sdf|world|srdf|xml|mjcf|romas|ya?ml)$/i.test(path);

class PageFile implements WorkspaceFile {
  version = 0;
  doc: Text;
  view: EditorView | null = null;
  constructor(
    readonly uri: string,
    readonly languageId: string,
    text: string,
  ) {
    this.doc = Text.of(text.split(/\r\n?|\n/));
  }
  getView = () => this.view;
}

// All texts of the page. Those that have an editor are open to the server; it reads the others as files.
class PageFiles extends Workspace {
  files: PageFile[] = [];

  constructor(
    client: LSPClient,
    private readonly core: Core,
    private readonly show: (path: string) => EditorView | null,
  ) {
    super(client);
    followFiles(() => this.takeFiles());
    this.takeFiles();
  }

  private takeFiles(): void {
    const known = new Map(this.files.map((file) => [file.uri, file]));
    this.files = [];
    for (const path of paths().filter(isText)) {
      const uri = uriOf(path);
      const file = known.get(uri);
      const text = file?.view ? "" : textOf(path);
      if (file?.view) this.files.push(file);
      else if (text !== null) this.files.push(new PageFile(uri, languageIdOf(path), text));
    }
  }

  syncFiles(): ReturnType<Workspace["syncFiles"]> {
    const updates: ReturnType<Workspace["syncFiles"]>[number][] = [];
    for (const file of this.files) {
      const plugin = file.view && LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      updates.push({ changes: plugin.unsyncedChanges, file, prevDoc: file.doc });
      file.doc = plugin.view.state.doc;
      file.version += 1;
      plugin.clear();
    }
    return updates;
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    let file = this.files.find((one) => one.uri === uri);
    if (!file) this.files.push((file = new PageFile(uri, languageId, "")));
    file.view = view;
    file.doc = view.state.doc;
    file.version += 1;
    this.client.didOpen(file);
  }

  closeFile(uri: string, view: EditorView): void {
    const file = this.files.find((one) => one.uri === uri && one.view === view);
    if (!file) return;
    file.view = null;
    this.client.didClose(uri);
  }

  override connected(): void {
    for (const file of this.files) if (file.view) this.client.didOpen(file);
  }

  override displayFile = async (uri: string): Promise<EditorView | null> => this.show(pathOf(uri));

  // Of a file without an editor, the text itself is changed.
  override updateFile(uri: string, update: TransactionSpec): void {
    const file = this.files.find((one) => one.uri === uri);
    if (!file) return;
    if (file.view) return file.view.dispatch(update);
    const changes = [update.changes ?? []].flat() as { from: number; to: number; insert: string }[];
    let text = file.doc.toString();
    for (const { from, to, insert } of changes.sort((a, b) => b.from - a.from)) text = text.slice(0, from) + insert + text.slice(to);
    void this.core.write([[pathOf(uri), new TextEncoder().encode(text)]]);
  }
}

export interface LanguageServer {
  client: LSPClient;
  // Tells the server of files that the page has written.
  write: (changed: [string, Uint8Array | null][]) => void;
}

export function startLanguageServer(core: Core, settings: { extension: LSPClientExtension; show: (path: string) => EditorView | null; ended: () => void }): LanguageServer {
  const worker = new Worker("./language.js", { type: "module" });
  worker.addEventListener("error", settings.ended);
  const files = paths().flatMap((path): [string, Uint8Array][] => {
    const bytes = bytesOf(path);
    return bytes ? [[path, bytes]] : [];
  });
  worker.postMessage({ source: "./romas-lsp.wasm", files });
  const hearing = new Map<(text: string) => void, (event: MessageEvent<string>) => void>();
  const client = new LSPClient({
    rootUri: uriOf(FOLDER),
    initializationOptions: { publishDiagnostics: true },
    timeout: 30_000,
    workspace: (made) => new PageFiles(made, core, settings.show),
    extensions: [settings.extension, ...languageServerExtensions()],
  });
  client.connect({
    send: (text) => worker.postMessage(text),
    subscribe(handler) {
      const hear = ({ data }: MessageEvent<string>) => handler(data);
      hearing.set(handler, hear);
      worker.addEventListener("message", hear);
    },
    unsubscribe(handler) {
      const hear = hearing.get(handler);
      if (hear) worker.removeEventListener("message", hear);
      hearing.delete(handler);
    },
  });
  const CREATED = 1, CHANGED = 2, DELETED = 3; // FileChangeType
  const known = new Set(files.map(([path]) => path));
  return {
    client,
    write(changed) {
      worker.postMessage({ write: changed });
      const isOpen = (path: string) => client.workspace.getFile(uriOf(path))?.getView() != null;
      const closed = changed.filter(([path]) => !isOpen(path)); // of the others, the editor tells
      const changes = closed.map(([path, bytes]) => ({ uri: uriOf(path), type: bytes === null ? DELETED : known.has(path) ? CHANGED : CREATED }));
      for (const [path] of changed) known.add(path);
      if (changes.length > 0) client.notification("workspace/didChangeWatchedFiles", { changes });
    },
  };
}
