// The robot beside its text: the page that romas-studio writes, in a panel. The cursor selects the link or joint that it stands in,
// and a click on one leads to its line. The server tells which place has which name.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import {
  type Disposable,
  type DocumentSymbol,
  type Position,
  type Range,
  type SymbolInformation,
  type TextEditor,
  type Uri,
  ViewColumn,
  type WebviewPanel,
  commands,
  window,
  workspace,
} from "vscode";
import { findProgram, workingFolder } from "./programs";
import { inputArguments, isDescription } from "./settings";

const SAVED_MS = 200; // files that are saved together are shown once
const LONGEST_MS = 60_000;

// Messages of the page, and to it (tools/studio/web/selection.ts). Of the names to select, the first one that the robot has counts.
interface Selected {
  selected: { kind: "link" | "joint"; name: string };
}
interface Select {
  select: string[];
}

const escaped = (text: string): string => text.replace(/[&<]/g, (letter) => (letter === "&" ? "&amp;" : "&lt;"));
const problemPage = (text: string): string =>
  '<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src \'none\'">' +
  `<pre>${escaped(text)}</pre>`;

// Throws with what romas-studio says if it makes no page.
async function pageOf(studio: string, file: Uri): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "romas-"));
  try {
    const page = join(folder, "robot.html");
    await promisify(execFile)(studio, [`--standalone=${page}`, ...inputArguments(), file.fsPath], {
      cwd: workingFolder(file),
      timeout: LONGEST_MS,
      maxBuffer: 64 * 1024 * 1024,
      windowsHide: true,
    });
    return await readFile(page, "utf8");
  } catch (error) {
    const { stderr, message, killed } = error as { stderr?: string; message: string; killed?: boolean };
    throw new Error(killed ? `romas-studio took more than ${LONGEST_MS / 1000} s.` : stderr || message);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// The names around a position, innermost first.
function namesAt(symbols: DocumentSymbol[], position: Position): string[] {
  const isIn = ({ start, end }: Range): boolean => start.isBefore(position) && position.isBefore(end);
  return symbols.flatMap(({ name, range, children }) => [
    ...namesAt(children ?? [], position),
    ...(isIn(range) ? [name] : []),
  ]);
}

const flat = (symbols: DocumentSymbol[]): DocumentSymbol[] =>
  symbols.flatMap((symbol) => [symbol, ...flat(symbol.children ?? [])]);

const symbolsOf = async (uri: Uri): Promise<DocumentSymbol[]> =>
  (await commands.executeCommand<DocumentSymbol[] | undefined>("vscode.executeDocumentSymbolProvider", uri)) ?? [];

// One panel: it shows the robot of one file until the command is called in another.
export class Preview implements Disposable {
  private panel: WebviewPanel | undefined;
  private file: Uri | undefined;
  private hasPage = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  watch(): Disposable[] {
    return [
      this,
      workspace.onDidSaveTextDocument((document) => {
        if (this.panel === undefined || !isDescription(document)) return;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.refresh(), SAVED_MS);
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => void this.follow(textEditor)),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel?.dispose();
  }

  // The command: of the file that is shown, or the one that a menu gives.
  async show(given?: Uri): Promise<void> {
    const file = given ?? window.activeTextEditor?.document.uri;
    if (file?.scheme !== "file") {
      void window.showInformationMessage("A robot on the disk is shown: open its file first.");
      return;
    }
    this.file = file;
    this.hasPage = false;
    if (this.panel === undefined) {
      this.panel = window.createWebviewPanel(
        "romas.preview",
        "Robot",
        { viewColumn: ViewColumn.Beside, preserveFocus: true },
        { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true },
      );
      this.panel.onDidDispose(() => (this.panel = undefined));
      this.panel.webview.onDidReceiveMessage(({ selected }: Selected) => void this.reveal(selected.name));
    }
    this.panel.title = basename(file.fsPath);
    await this.refresh();
  }

  // A robot with errors keeps the page that it had: the findings are in the text.
  private async refresh(): Promise<void> {
    const { panel, file } = this;
    if (panel === undefined || file === undefined) return;
    const asked = ++this.asked;
    const studio = findProgram("romas-studio");
    try {
      if (studio === undefined)
        throw new Error("The preview needs romas-studio, which was found neither on PATH nor beside romas-lsp.");
      const page = await pageOf(studio, file);
      if (asked !== this.asked || this.panel !== panel) return;
      panel.webview.html = page;
      this.hasPage = true;
    } catch (error) {
      if (asked !== this.asked || this.panel !== panel || this.hasPage) return;
      panel.webview.html = problemPage(error instanceof Error ? error.message : String(error));
    }
  }

  private async follow({ document, selection }: TextEditor): Promise<void> {
    if (this.panel === undefined || !isDescription(document)) return;
    const select = namesAt(await symbolsOf(document.uri), selection.active);
    if (select.length > 0) void this.panel?.webview.postMessage({ select } satisfies Select);
  }

  // The line of a link or joint: in the file of the robot, else in one that it reads.
  private async reveal(name: string): Promise<void> {
    const { file } = this;
    if (file === undefined) return;
    const here = flat(await symbolsOf(file)).find((symbol) => symbol.name === name);
    const elsewhere =
      here ??
      (await commands.executeCommand<SymbolInformation[]>("vscode.executeWorkspaceSymbolProvider", name)).find(
        (symbol) => symbol.name === name,
      );
    const place = here ? { uri: file, range: here.selectionRange } : (elsewhere as SymbolInformation | undefined)?.location;
    if (place === undefined) {
      void window.showInformationMessage(`No line of this workspace is known to have '${name}'.`);
      return;
    }
    const document = await workspace.openTextDocument(place.uri);
    const column = window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn ?? ViewColumn.One;
    await window.showTextDocument(document, { viewColumn: column, selection: place.range });
  }
}
