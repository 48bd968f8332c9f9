// What a description is after expansion, in a read-only document, and the way from it to what was written and
// back. All of it is the server's answer to romas.expanded.
import {
  type Disposable,
  EventEmitter,
  Location,
  type Position,
  Range,
  Selection,
  type TextDocument,
  type TextDocumentContentProvider,
  Uri,
  languages,
  window,
  workspace,
} from "vscode";
import { editorUri, schemes, serverUri } from "./files";
import { isDescription } from "./settings";

const SCHEME = "romas-expanded";
const TYPING_MS = 300; // so long nobody types before a text is asked for anew
const LONGEST_MS = 2_000; // that an editor takes to show a new text

// The answer of the server, as far as it is used.
interface PlainPosition {
  line: number;
  character: number;
}
interface PlainRange {
  start: PlainPosition;
  end: PlainPosition;
}
// What a lens of the server is about: a document, or a macro in it.
export interface LensArgument {
  uri: string;
  position?: PlainPosition;
}
interface Written {
  uri: string;
  range: PlainRange;
}
interface Expansion {
  name: string;
  text: string;
  isStale: boolean;
  places: { range: PlainRange; written: Written; step?: number }[]; // an element in front of what is in it
  steps: { place: Written; outer?: number }[];
  found?: PlainRange[];
}
interface Root {
  label: string;
  active: boolean;
}
type Ask = <Answer>(command: string, argument: object) => Promise<Answer>;

const rangeOf = ({ start, end }: PlainRange): Range =>
  new Range(start.line, start.character, end.line, end.character);
const locationOf = ({ uri, range }: Written): Location => new Location(editorUri(uri), rangeOf(range));
const isAtOrBefore = (a: PlainPosition, b: PlainPosition): boolean =>
  a.line < b.line || (a.line === b.line && a.character <= b.character);
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// romas-expanded:/arm.urdf?file:///folder/part.xacro#label: the robot of that label, which reads the file. A label that
// is a path tells robots apart, whichever of their files one comes from; names of two projects may be the same.
function uriOf(file: Uri, name: string, root: string): Uri {
  const uri = Uri.from({ scheme: SCHEME, path: `/${name}`, query: file.toString(), fragment: root });
  const isSame = (other: Uri) => other.scheme === SCHEME && other.path === uri.path && other.fragment === root;
  const open = workspace.textDocuments.find((document) => isSame(document.uri));
  return (root.includes("/") && open?.uri) || uri;
}

export class ExpandedTexts implements TextDocumentContentProvider, Disposable {
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;
  // The last answer of each document: it stays while the server has none.
  private readonly last = new Map<string, Expansion>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ask: Ask) {}

  register(): Disposable[] {
    const seen = (document: TextDocument) => isDescription(document) && this.refreshLater();
    return [
      this,
      workspace.registerTextDocumentContentProvider(SCHEME, this),
      languages.registerDefinitionProvider({ scheme: SCHEME }, this),
      workspace.onDidCloseTextDocument((document) => this.last.delete(document.uri.toString())),
      // Any file may be included by one that is shown, and be read from the disk.
      workspace.onDidChangeTextDocument(({ document }) => seen(document)),
      workspace.onDidSaveTextDocument(seen),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.changed.dispose();
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const key = uri.toString();
    try {
      this.last.set(key, await this.expand(Uri.parse(uri.query), uri.fragment));
    } catch (error) {
      if (!this.last.has(key)) throw error;
    }
    return this.last.get(key)!.text;
  }

  // Of the smallest part around a position: what was written, then the calls that led there, innermost first.
  provideDefinition(document: TextDocument, position: Position): Location[] {
    const expansion = this.last.get(document.uri.toString());
    const around = expansion?.places.filter(
      ({ range }) => isAtOrBefore(range.start, position) && isAtOrBefore(position, range.end),
    );
    const smallest = around?.at(-1);
    if (expansion === undefined || smallest === undefined) return [];
    const found = [locationOf(smallest.written)];
    for (let step = smallest.step; step !== undefined; ) {
      const { place, outer }: Expansion["steps"][number] = expansion.steps[step]!;
      found.push(locationOf(place));
      step = outer;
    }
    return found;
  }

  // The command: of the file that is shown, or the one that a menu or a lens gives; with a position of the lens or
  // `isAtCursor`, where the text has what stands there.
  async show(given?: Uri | LensArgument, isAtCursor = false): Promise<void> {
    const editor = window.activeTextEditor;
    const file = given instanceof Uri ? given : given !== undefined ? editorUri(given.uri) : editor?.document.uri;
    if (file === undefined || !schemes().includes(file.scheme)) {
      void window.showInformationMessage("The expanded text is that of a saved file: open one first.");
      return;
    }
    const asked = given === undefined || given instanceof Uri ? undefined : given.position;
    const position = isAtCursor ? editor?.selection.active : asked;
    try {
      await workspace.openTextDocument(file); // the server knows what is open
      const roots = await this.ask<Root[]>("romas.roots", { uri: serverUri(file) });
      const root = roots.find(({ active }) => active)?.label ?? "";
      const expansion = await this.expand(file, root, position);
      const document = await this.open(uriOf(file, expansion.name, root), expansion);
      const found = (expansion.found ?? []).map(rangeOf);
      const shown = await window.showTextDocument(document, { preview: true, selection: found[0] });
      if (found.length > 0) shown.selections = found.map(({ start, end }) => new Selection(start, end));
      else if (position !== undefined) void window.showInformationMessage("Nothing in the expanded text comes from there.");
    } catch (error) {
      void window.showErrorMessage(`There is no expanded text: ${reasonOf(error)}`);
    }
  }

  private async expand(file: Uri, root: string, position?: PlainPosition): Promise<Expansion> {
    await workspace.openTextDocument(file);
    const about = { uri: serverUri(file), ...(root !== "" && { root }), ...(position && { position }) };
    const [expansion] = await this.ask<Expansion[]>("romas.expanded", about);
    return expansion!;
  }

  // The document, once it shows this text.
  private async open(uri: Uri, { text }: Expansion): Promise<TextDocument> {
    const document = await workspace.openTextDocument(uri);
    if (document.getText() === text) return document;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, LONGEST_MS);
      const watch = workspace.onDidChangeTextDocument((change) => {
        if (change.document !== document) return;
        clearTimeout(timer);
        watch.dispose();
        done();
      });
      this.changed.fire(uri);
    });
    return document;
  }

  private refreshLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      for (const { uri } of workspace.textDocuments) if (uri.scheme === SCHEME) this.changed.fire(uri);
    }, TYPING_MS);
  }
}
