// The values of the module "vscode" that the extension and its client make: plain holders of what they are
// given.
import { requirePackage } from "../packages.mjs";

export const { URI: Uri, Utils } = requirePackage("vscode-uri");
Uri.joinPath = Utils.joinPath;

export class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
  compareTo(other) {
    return this.line - other.line || this.character - other.character;
  }
  isEqual(other) {
    return this.compareTo(other) === 0;
  }
  isBefore(other) {
    return this.compareTo(other) < 0;
  }
}

export class Range {
  constructor(start, end, endLine, endCharacter) {
    const four = endLine !== undefined;
    this.start = four ? new Position(start, end) : start;
    this.end = four ? new Position(endLine, endCharacter) : end;
  }
  get isEmpty() {
    return this.start.isEqual(this.end);
  }
}
export class Selection extends Range {
  get active() {
    return this.end;
  }
}

export class Disposable {
  constructor(dispose) {
    this.dispose = dispose;
  }
  static from(...all) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

export class EventEmitter {
  listeners = new Set();
  event = (listener, self, disposables) => {
    const call = (value) => listener.call(self, value);
    this.listeners.add(call);
    const disposable = new Disposable(() => this.listeners.delete(call));
    disposables?.push(disposable);
    return disposable;
  };
  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose() {
    this.listeners.clear();
  }
}

export class CancellationTokenSource {
  emitter = new EventEmitter();
  token = { isCancellationRequested: false, onCancellationRequested: this.emitter.event };
  cancel() {
    this.token.isCancellationRequested = true;
    this.emitter.fire();
  }
  dispose() {
    this.emitter.dispose();
  }
}
export class CancellationError extends Error {}

export class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}

export class WorkspaceEdit {
  texts = new Map();
  created = []; // files, before the texts are edited
  createFile(uri) {
    this.created.push(uri);
  }
  set(uri, edits) {
    this.texts.set(uri.toString(), {
      uri,
      edits: edits.map((edit) => (Array.isArray(edit) ? edit[0] : edit)),
    });
  }
  replace(uri, range, newText) {
    this.set(uri, [...(this.texts.get(uri.toString())?.edits ?? []), new TextEdit(range, newText)]);
  }
  entries() {
    return [...this.texts.values()].map(({ uri, edits }) => [uri, edits]);
  }
}

export class CodeActionKind {
  static Empty = new CodeActionKind("");
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value === "" ? part : `${this.value}.${part}`);
  }
}

export class MarkdownString {
  constructor(value = "") {
    this.value = value;
  }
  appendCodeblock(text) {
    this.value += text;
  }
}

export class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

export class CodeAction {
  constructor(title, kind) {
    Object.assign(this, { title, kind });
  }
}

// Classes that hold their arguments under these names.
const holder = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, i) => (this[name] = values[i]));
    }
  };

export const CallHierarchyItem = holder("kind", "name", "detail", "uri", "range", "selectionRange");
export const CodeLens = holder("range", "command");
export const CompletionItem = holder("label", "kind");
export const CompletionList = holder("items", "isIncomplete");
export const DiagnosticRelatedInformation = holder("location", "message");
export const DocumentHighlight = holder("range", "kind");
export const DocumentLink = holder("range", "target");
export const DocumentSymbol = holder("name", "detail", "kind", "range", "selectionRange");
export const FoldingRange = holder("start", "end", "kind");
export const Hover = holder("contents", "range");
export const InlayHint = holder("position", "label", "kind");
export const Location = holder("uri", "range");
export const RelativePattern = holder("baseUri", "pattern");
export const SnippetString = holder("value");
export const SymbolInformation = holder("name", "kind", "containerName", "location");
export const TabInputText = holder("uri");
export const TabInputTextDiff = holder("original", "modified");
export const TabInputCustom = holder("uri", "viewType");
export const TypeHierarchyItem = holder("kind", "name", "detail", "uri", "range", "selectionRange");

const enumeration = (...names) =>
  Object.fromEntries(
    names.flatMap((name, i) => [
      [name, i],
      [i, name],
    ]),
  );

export const CodeActionTriggerKind = { Invoke: 1, Automatic: 2 };
export const CompletionItemKind = enumeration("Text", "Method", "Function");
export const CompletionItemTag = { Deprecated: 1 };
export const CompletionTriggerKind = enumeration(
  "Invoke",
  "TriggerCharacter",
  "TriggerForIncompleteCompletions",
);
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };
export const DiagnosticSeverity = enumeration("Error", "Warning", "Information", "Hint");
export const DiagnosticTag = { Unnecessary: 1, Deprecated: 2 };
export const DocumentHighlightKind = enumeration("Text", "Read", "Write");
export const FileType = { Unknown: 0, File: 1, Directory: 2 };
export const FoldingRangeKind = enumeration("Comment", "Imports", "Region");
export const ProgressLocation = { SourceControl: 1, Window: 10, Notification: 15 };
export const ViewColumn = { Beside: -2, Active: -1, One: 1, Two: 2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const SignatureHelpTriggerKind = { Invoke: 1, TriggerCharacter: 2, ContentChange: 3 };
export const SymbolKind = { Property: 6, TypeParameter: 25 };
export const SymbolTag = { Deprecated: 1 };
export const TextDocumentSaveReason = { Manual: 1, AfterDelay: 2, FocusOut: 3 };
