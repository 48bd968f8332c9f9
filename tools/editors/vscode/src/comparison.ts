// What differs between a robot and the same one with a document's text of HEAD. The server runs no program: the
// text comes from git's extension, which Visual Studio Code brings.
import {
  type Disposable,
  EventEmitter,
  type TextDocumentContentProvider,
  Uri,
  extensions,
  window,
  workspace,
} from "vscode";
import { editorUri, nameOf, serverUri } from "./files";

const SCHEME = "romas-comparison";
const GIT = "vscode.git";

// The part of the extension's API, version 1, that is used.
interface Repository {
  show(ref: string, path: string): Promise<string>; // an absolute path
}
interface GitExtension {
  enabled: boolean;
  getAPI(version: 1): { getRepository(uri: Uri): Repository | null };
}

// The answer of romas.compare, as far as it is shown.
interface Comparison {
  same: boolean;
  text: string;
}

// Whether somebody can bring a text of HEAD.
export const hasGit = (): boolean => extensions.getExtension(GIT) !== undefined;

async function textOfHead(file: Uri): Promise<string> {
  const git = await extensions.getExtension<GitExtension>(GIT)?.activate();
  if (!git?.enabled) throw new Error("git is switched off in this editor.");
  const repository = git.getAPI(1).getRepository(file);
  if (repository === null) throw new Error("the file is not in an open git repository.");
  try {
    return await repository.show("HEAD", file.fsPath);
  } catch {
    throw new Error(`HEAD has no ${nameOf(file)}.`);
  }
}

export class Comparisons implements TextDocumentContentProvider, Disposable {
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;
  private readonly texts = new Map<string, string>();

  // `ask`: romas.compare of the server.
  constructor(private readonly ask: (uri: string, text: string) => Promise<Comparison>) {}

  register(): Disposable[] {
    return [
      this,
      workspace.registerTextDocumentContentProvider(SCHEME, this),
      workspace.onDidCloseTextDocument((document) => this.texts.delete(document.uri.toString())),
    ];
  }

  dispose(): void {
    this.changed.dispose();
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  // The command: of the document that a lens names, or the one that is shown; once more, where that is a
  // comparison.
  async show(about?: { uri: string }): Promise<void> {
    const shown = window.activeTextEditor?.document.uri;
    const active = shown?.scheme === SCHEME ? Uri.parse(shown.query) : shown;
    const file = about === undefined ? active : editorUri(about.uri);
    if (file?.scheme !== "file") {
      void window.showInformationMessage("A file on the disk is compared with HEAD: open one first.");
      return;
    }
    try {
      const found = await this.ask(serverUri(file), await textOfHead(file));
      if (found.same) void window.showInformationMessage("The robot is the same as with this file of HEAD.");
      else await this.open(file, found.text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      void window.showErrorMessage(`There is no comparison with HEAD: ${reason}`);
    }
  }

  private async open(file: Uri, text: string): Promise<void> {
    const name = `${nameOf(file)} since HEAD`;
    const uri = Uri.from({ scheme: SCHEME, path: `/${name}`, query: file.toString() });
    this.texts.set(uri.toString(), text);
    const document = await workspace.openTextDocument(uri);
    this.changed.fire(uri); // one that is open already shows the new text
    await window.showTextDocument(document, { preview: true });
  }
}
