// The editor of texts: CodeMirror with the language server. It is loaded after the first finding is shown.
import { completionStatus } from "@codemirror/autocomplete";
import { xml } from "@codemirror/lang-xml";
import { LSPPlugin } from "@codemirror/lsp-client";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Action, type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState, type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import { type Core, followFiles } from "./core";
import { type LanguageServer, languageIdOf, pathOf, startLanguageServer, textOf, uriOf } from "./language_server";

const PAUSE = 250; // ms without a key, before the robot is read again

interface Position {
  line: number;
  character: number;
}
interface ServerDiagnostic {
  range: { start: Position; end: Position };
  severity?: number;
  code?: string;
  message: string;
}
interface TextEdit {
  range: { start: Position; end: Position };
  newText: string;
}
interface CodeAction {
  title: string;
  kind?: string;
  edit?: { changes?: Record<string, TextEdit[]>; documentChanges?: { textDocument: { uri: string }; edits: TextEdit[] }[] };
}

const severities = ["error", "error", "warning", "info", "hint"] as const;

// Colours are those of the page's style sheet, which knows light and dark.
const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], class: "code-word" },
  { tag: tags.attributeName, class: "code-name" },
  { tag: [tags.attributeValue, tags.string], class: "code-string" },
  { tag: [tags.comment, tags.documentMeta, tags.processingInstruction], class: "code-comment" },
]);

// What the server says of the words of a text.
const setTokens = StateEffect.define<DecorationSet>();
const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(now, transaction) {
    let next = now.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setTokens)) next = effect.value;
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// A question to the server would end the one for a completion, which waits for what was typed before.
async function readTokens(view: EditorView): Promise<void> {
  while (completionStatus(view.state) === "pending") await new Promise((later) => setTimeout(later, PAUSE));
  const plugin = LSPPlugin.get(view);
  const legend = plugin?.client.serverCapabilities?.semanticTokensProvider?.legend?.tokenTypes as string[] | undefined;
  if (!plugin || !legend) return;
  plugin.client.sync();
  const { doc } = view.state;
  const answer = await plugin.client.request<object, { data: number[] } | null>("textDocument/semanticTokens/full", { textDocument: { uri: plugin.uri } });
  if (!answer || view.state.doc !== doc) return;
  const found: Range<Decoration>[] = [];
  let [line, character] = [0, 0];
  for (let i = 0; i + 4 < answer.data.length; i += 5) {
    const [lines = 0, letters = 0, length = 0, type = 0] = answer.data.slice(i, i + 4);
    character = lines > 0 ? letters : character + letters;
    line += lines;
    const from = plugin.fromPosition({ line, character }, doc);
    if (length > 0) found.push(Decoration.mark({ class: `token-${legend[type] ?? "other"}` }).range(from, Math.min(doc.length, from + length)));
  }
  view.dispatch({ effects: setTokens.of(Decoration.set(found, true)) });
}

export interface CodeSettings {
  parent: HTMLElement;
  labelOf: (path: string) => string;
  shown: (path: string) => void; // the editor shows another file by itself
  fixLabel: () => string;
  serverEnded: () => void;
}

export class Code {
  private readonly views = new Map<string, EditorView>();
  private readonly labels = new Compartment();
  private readonly server: LanguageServer;
  private path = "";
  private timer = 0;
  private readonly unwritten = new Set<string>();
  private isWriting = false; // what the editors show is being written

  constructor(
    private readonly core: Core,
    private readonly settings: CodeSettings,
  ) {
    this.server = startLanguageServer(core, {
      extension: { notificationHandlers: { "textDocument/publishDiagnostics": (_, params) => this.takeDiagnostics(params) } },
      show: (path) => {
        this.show(path);
        settings.shown(path);
        return this.views.get(path) ?? null;
      },
      ended: settings.serverEnded,
    });
    followFiles((changed) => {
      this.server.write(changed);
      if (!this.isWriting) for (const [path] of changed) this.takeText(path);
    });
  }

  // Shows a file; nothing happens if it is no text.
  show(path: string): void {
    const text = textOf(path);
    if (text === null) return;
    this.path = path;
    if (!this.views.has(path)) this.views.set(path, this.make(path, text));
    for (const [one, view] of this.views) view.dom.hidden = one !== path;
  }

  goTo(line: number): void {
    const view = this.views.get(this.path);
    if (!view) return;
    const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    if (view.state.doc.lineAt(view.state.selection.main.head).from === from) return;
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }

  // The language of the page is another one.
  relabel(): void {
    for (const [path, view] of this.views) view.dispatch({ effects: this.labels.reconfigure(this.label(path)) });
  }

  private label = (path: string): Extension => EditorView.contentAttributes.of({ "aria-label": this.settings.labelOf(path), tabindex: "0" });

  private make(path: string, doc: string): EditorView {
    const languageId = languageIdOf(path);
    const view: EditorView = new EditorView({
      parent: this.settings.parent,
      state: EditorState.create({
        doc,
        extensions: [
          EditorView.cspNonce.of("romasc"),
          basicSetup,
          languageId === "xml" ? xml() : [],
          syntaxHighlighting(colors),
          tokens,
          this.labels.of(this.label(path)),
          this.server.client.plugin(uriOf(path), languageId),
          EditorView.updateListener.of(({ docChanged, transactions }) => {
            if (docChanged && !transactions.some((one) => one.isUserEvent("romasc"))) this.changed(path);
          }),
        ],
      }),
    });
    void this.server.client.initializing.then(() => readTokens(view)).catch(() => undefined);
    return view;
  }

  private changed(path: string): void {
    this.unwritten.add(path);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.write(), PAUSE) as unknown as number;
  }

  private async write(): Promise<void> {
    const changed = [...this.unwritten].flatMap((path): [string, Uint8Array<ArrayBuffer>][] => {
      const view = this.views.get(path);
      return view ? [[path, new TextEncoder().encode(view.state.doc.toString())]] : [];
    });
    this.unwritten.clear();
    this.isWriting = true;
    const written = this.core.write(changed);
    this.isWriting = false;
    for (const [path] of changed) {
      const view = this.views.get(path);
      if (view) void readTokens(view).catch(() => undefined); // an answer to an older text is none
    }
    await written;
  }

  // A file has another text than its editor, such as after a fix.
  private takeText(path: string): void {
    const view = this.views.get(path);
    const text = textOf(path);
    if (!view || text === null || this.unwritten.has(path) || view.state.doc.toString() === text) return;
    view.dispatch({ changes: changeBetween(view.state.doc.toString(), text), userEvent: "romasc" });
    void readTokens(view).catch(() => undefined);
  }

  private takeDiagnostics({ uri, diagnostics }: { uri: string; diagnostics: ServerDiagnostic[] }): boolean {
    const view = this.views.get(pathOf(uri));
    const plugin = view && LSPPlugin.get(view);
    if (!view || !plugin) return true;
    const shown = diagnostics.map((one): Diagnostic => {
      const at = (position: Position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
      const from = at(one.range.start);
      return { from, to: Math.max(from, at(one.range.end)), severity: severities[one.severity ?? 1] ?? "error", message: one.message, ...(one.code === undefined ? {} : { source: one.code }) };
    });
    view.dispatch(setDiagnostics(view.state, shown));
    if (diagnostics.length > 0) void this.addFixes(view, plugin, diagnostics, shown).catch(() => undefined);
    return true;
  }

  // The fixes of findings stand below them.
  private async addFixes(view: EditorView, plugin: LSPPlugin, diagnostics: ServerDiagnostic[], shown: Diagnostic[]): Promise<void> {
    const MOST = 50;
    const { doc } = view.state;
    for (const [index, one] of diagnostics.slice(0, MOST).entries()) {
      const asked = { textDocument: { uri: plugin.uri }, range: one.range, context: { diagnostics: [one], only: ["quickfix"] } };
      const found = await plugin.client.request<object, CodeAction[] | null>("textDocument/codeAction", asked);
      if (view.state.doc !== doc) return;
      const actions = (found ?? []).filter(({ edit }) => edit).map(({ title, edit }): Action => ({ name: title, apply: () => this.apply(edit ?? {}) }));
      const before = shown[index];
      if (before && actions.length > 0) shown[index] = { ...before, actions };
    }
    view.dispatch(setDiagnostics(view.state, shown));
  }

  private apply({ changes = {}, documentChanges = [] }: NonNullable<CodeAction["edit"]>): void {
    const all: [string, TextEdit[]][] = [...Object.entries(changes), ...documentChanges.map(({ textDocument, edits }): [string, TextEdit[]] => [textDocument.uri, edits])];
    for (const [uri, edits] of all) {
      const file = this.server.client.workspace.getFile(uri);
      const plugin = [...this.views.values()].map((view) => LSPPlugin.get(view)).find((one) => one !== null);
      if (!file || !plugin) continue;
      const doc = file.getView()?.state.doc ?? file.doc;
      this.server.client.workspace.updateFile(uri, {
        changes: edits.map(({ range, newText }) => ({ from: plugin.fromPosition(range.start, doc), to: plugin.fromPosition(range.end, doc), insert: newText })),
        userEvent: "input.fix",
      });
    }
  }
}

// The smallest change between two texts that is one piece.
function changeBetween(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < before.length - from && end < after.length - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
