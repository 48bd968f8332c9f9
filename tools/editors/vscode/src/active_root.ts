// Which robot the findings of a file are about, where it is not the file's own: shown in the status bar, where a
// person chooses another one.
import {
  type Disposable,
  type Event,
  StatusBarAlignment,
  type StatusBarItem,
  languages,
  window,
  workspace,
} from "vscode";
import { serverUri } from "./files";
import { isDescription } from "./settings";

// The answer of romas.roots: the robots that read a file.
interface Root {
  label: string; // its file, and its arguments where it has some
  active: boolean;
}

const basename = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

// The file of a label, without its folder; further words are arguments.
const shortOf = (label: string): string => {
  const [file = label, ...words] = label.split(" ");
  return [basename(file), ...words].join(" ");
};

export class ActiveRoot implements Disposable {
  private readonly item: StatusBarItem;
  private asked = 0;

  // `ask`: a command of the server.
  constructor(private readonly ask: (command: string, argument: object) => Promise<Root[]>) {
    this.item = window.createStatusBarItem("romas.root", StatusBarAlignment.Right, 100);
    this.item.name = "Romas: active robot";
    this.item.command = "romas.chooseRoot";
  }

  // `serverStarted`: it answers from then on.
  watch(serverStarted: Event<void>): Disposable[] {
    const see = () => void this.update();
    see();
    return [
      this,
      serverStarted(see),
      window.onDidChangeActiveTextEditor(see),
      // What reads a file changes with what is saved, and is known once the server has looked at its folders:
      // findings tell of both.
      workspace.onDidSaveTextDocument(see),
      languages.onDidChangeDiagnostics(({ uris }) => {
        const shown = window.activeTextEditor?.document.uri.toString();
        if (uris.some((uri) => uri.toString() === shown)) see();
      }),
    ];
  }

  dispose(): void {
    this.item.dispose();
  }

  // The command: of the file that is shown.
  async choose(): Promise<void> {
    const file = window.activeTextEditor?.document;
    if (file === undefined || !isDescription(file)) return;
    const uri = serverUri(file.uri);
    const roots = await this.ask("romas.roots", { uri });
    const [only, ...others] = roots;
    if (others.length === 0) {
      void window.showInformationMessage(
        only === undefined ? "No robot reads this file." : `One robot reads this file: ${only.label}`,
      );
      return;
    }
    const labels = roots.map(({ label }) => label);
    const label = await window.showQuickPick(labels, { placeHolder: "Which robot is this file about?" });
    if (label === undefined) return;
    this.show(uri, await this.ask("romas.selectRoot", { uri, root: label }));
  }

  private async update(): Promise<void> {
    const asked = ++this.asked;
    const editor = window.activeTextEditor;
    if (editor === undefined || !isDescription(editor.document)) return this.item.hide();
    const uri = serverUri(editor.document.uri);
    try {
      const roots = await this.ask("romas.roots", { uri });
      if (asked === this.asked) this.show(uri, roots);
    } catch {
      this.item.hide(); // no server runs, which it says itself
    }
  }

  // Nothing is shown of a file that is its own robot and no other's.
  private show(uri: string, roots: Root[]): void {
    const active = roots.find((root) => root.active);
    const own = roots.length === 1 && active !== undefined && uri.endsWith(`/${encodeURI(basename(active.label))}`);
    if (own) return this.item.hide();
    this.item.text = active === undefined ? "$(circle-slash) no robot" : `$(type-hierarchy) ${shortOf(active.label)}`;
    this.item.tooltip =
      active === undefined
        ? "No robot reads this file: it is checked alone."
        : `The findings are those of ${active.label}${roots.length > 1 ? ` (one of ${roots.length} robots)` : ""}`;
    this.item.show();
  }
}
