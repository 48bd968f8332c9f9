// XML files whose names do not say that they are robot descriptions: what has the root of one gets a language of its
// own, by which the server is told.
import { type Disposable, type TextDocument, languages, workspace } from "vscode";
import { schemes } from "./files";
import { ROBOT_XML, isDescription } from "./settings";

// The root elements that romasc reads.
const ROOTS = new Set(["robot", "sdf", "mujoco", "mujocoinclude", "Assembly", "Block", "Blocks", "Library"]);

// The name of the first element, without its prefix, as romasc guesses it: nothing is parsed.
function rootOf(text: string): string | undefined {
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const passed = [["<!--", "-->"] as const, ["<?", "?>"] as const, ["<!", ">"] as const].find(([begin]) =>
      text.startsWith(begin, at),
    );
    if (passed === undefined) return /^<(?:[^\s<>/:]+:)?([^\s<>/:]+)/.exec(text.slice(at, at + 200))?.[1];
    const end = text.indexOf(passed[1], at);
    if (end < 0) return undefined;
    at = end + passed[1].length;
  }
  return undefined;
}

export class RobotXml {
  // A document whose language was just taken away from it: it is opened again with the next one.
  private closed: TextDocument | undefined;
  // Those that have a language that a person, or this class, chose.
  private readonly settled = new WeakSet<TextDocument>();

  watch(): Disposable[] {
    for (const document of workspace.textDocuments) this.see(document);
    return [
      workspace.onDidOpenTextDocument((document) => {
        if (document === this.closed) this.settled.add(document);
        this.see(document);
      }),
      // One that is typed anew has a root when it is saved.
      workspace.onDidSaveTextDocument((document) => this.see(document)),
      workspace.onDidCloseTextDocument((document) => {
        this.closed = document;
        queueMicrotask(() => (this.closed = undefined));
      }),
    ];
  }

  private see(document: TextDocument): void {
    const { languageId, uri } = document;
    if (languageId !== "xml" || !schemes().includes(uri.scheme) || this.settled.has(document) || isDescription(document))
      return;
    const root = uri.path.toLowerCase().endsWith(".xml") ? rootOf(document.getText()) : undefined;
    if (root !== undefined && ROOTS.has(root)) void languages.setTextDocumentLanguage(document, ROBOT_XML);
  }
}
