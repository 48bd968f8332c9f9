// A stand-in of the module "vscode": it keeps documents and settings, and records what is registered, shown
// and started. What it does not have throws, so that a test cannot pass by a part that is not there.
import { readFileSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { join } from "node:path";
import { TextDocument, globMatches, languageOf, matches } from "./documents.mjs";
import { PROVIDERS } from "./providers.mjs";
import * as types from "./types.mjs";
import { workerClass } from "./worker.mjs";

const { Disposable, EventEmitter, Uri } = types;
const require = createRequire(import.meta.url);

const namespace = (name, members) =>
  new Proxy(members, {
    get(target, member) {
      if (member in target || typeof member === "symbol") return target[member];
      throw new Error(`the stand-in has no vscode.${name}${name ? "." : ""}${String(member)}`);
    },
  });

export class Editor {
  documents = [];
  providers = []; // {kind, selector, provider}
  contents = new Map(); // providers of texts, by scheme
  commands = new Map();
  messages = []; // {severity, text, items}
  executed = []; // commands of the editor itself
  terminals = [];
  panels = []; // {title, options, html, sent}: sent are messages to the page
  statusItems = [];
  collections = new Map(); // of diagnostics, by name
  output = [];
  shown = []; // documents, in this order
  editors = []; // of these, with what is selected
  selection = new types.Selection(new types.Position(0, 0), new types.Position(0, 0)); // in the active document
  answer = () => undefined; // what a person clicks, by message or list
  refreshed = 0; // times that an open text was asked for anew
  emitters = new Map();

  // `git`: what git's extension exports; without it there is no such extension. `opened`: paths of documents that
  // are open before the extension starts. `files`: texts by path below `root`, an address: the editor is then one in a browser,
  // without a disk.
  constructor(extension, { folders = [], settings = {}, trusted = true, git, opened = [], root, files } = {}) {
    this.files = files;
    this.git = git;
    this.extension = extension;
    this.manifest = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
    this.folders = folders.map((path, index) => ({ uri: Uri.file(path), name: path, index }));
    if (root !== undefined) this.folders = [{ uri: Uri.parse(root), name: root, index: 0 }];
    this.workers = [];
    this.settings = settings;
    this.trusted = trusted;
    this.api = this.makeApi();
    for (const path of opened) this.open(path);
  }

  // --- what a test does

  activate() {
    const load = Module._load;
    Module._load = (request, ...rest) => (request === "vscode" ? this.api : load(request, ...rest));
    const main = require.resolve(join(this.extension, this.files ? this.manifest.browser : this.manifest.main));
    delete require.cache[main];
    this.module = require(main);
    Module._load = load;
    this.context = { subscriptions: [], extensionPath: this.extension, extensionUri: Uri.file(this.extension) };
    if (this.files) globalThis.Worker = workerClass(this.workers, (address) => Uri.parse(address).fsPath);
    this.module.activate(this.context);
  }

  async close() {
    await this.module.deactivate();
    for (const disposable of this.context.subscriptions) await disposable.dispose();
  }

  open(path) {
    const uri = Uri.file(path);
    return this.add(TextDocument.read(uri, languageOf(path, this.manifest.contributes)));
  }

  // A file of an editor without a disk.
  openFile(name) {
    const uri = this.uriOf(name);
    return this.add(new TextDocument(uri, languageOf(uri.path, this.manifest.contributes), this.files[name]));
  }

  uriOf(name) {
    return types.Uri.joinPath(this.folders[0].uri, name);
  }

  nameOf(uri) {
    const above = `${this.folders[0].uri.toString()}/`;
    return uri.toString().startsWith(above) ? decodeURIComponent(uri.toString().slice(above.length)) : undefined;
  }

  // Somebody else writes a file; with undefined it is gone.
  async write(name, text) {
    const kind = text === undefined ? "Delete" : name in this.files ? "Change" : "Create";
    if (text === undefined) delete this.files[name];
    else this.files[name] = text;
    this.emitter(`watcher.onDid${kind}`).fire(this.uriOf(name));
  }

  add(document) {
    this.documents.push(document);
    this.active = document;
    this.emitter("workspace.onDidOpenTextDocument").fire(document);
    this.emitter("window.onDidChangeActiveTextEditor").fire({ document });
    return document;
  }

  // Edits of one version: their ranges are those of the text before all of them.
  edit(document, edits) {
    const changes = edits
      .map(({ range, newText }) => ({
        range,
        rangeOffset: document.offsetAt(range.start),
        rangeLength: document.offsetAt(range.end) - document.offsetAt(range.start),
        text: newText,
      }))
      .sort((a, b) => b.rangeOffset - a.rangeOffset);
    for (const { rangeOffset, rangeLength, text } of changes)
      document.text =
        document.text.slice(0, rangeOffset) + text + document.text.slice(rangeOffset + rangeLength);
    document.version += 1;
    this.emitter("workspace.onDidChangeTextDocument").fire({
      document,
      contentChanges: changes,
      reason: undefined,
    });
  }

  save(document) {
    document.write();
    this.emitter("workspace.onDidSaveTextDocument").fire(document);
  }

  apply(workspaceEdit) {
    for (const uri of workspaceEdit.created) {
      writeFileSync(uri.fsPath, "", { flag: "wx" }); // one that is there is not emptied
      this.open(uri.fsPath);
    }
    for (const [uri, edits] of workspaceEdit.entries()) this.edit(this.document(uri), edits);
  }

  configure(name, value) {
    this.settings[name] = value;
    const affectsConfiguration = (section) => name === section || name.startsWith(`${section}.`);
    this.emitter("workspace.onDidChangeConfiguration").fire({ affectsConfiguration });
  }

  document(uri) {
    return this.documents.find((one) => one.uri.toString() === uri.toString());
  }

  diagnostics(document) {
    return [...this.collections.values()].flatMap(
      (collection) => collection.get(document.uri.toString()) ?? [],
    );
  }

  provider(kind, document) {
    const found = this.providers.find((one) => one.kind === kind && matches(one.selector, document) > 0);
    if (!found) throw new Error(`no ${kind} for ${document.fileName}`);
    return found.provider;
  }

  // The cursor goes to a place of a document.
  moveTo(document, position) {
    const selection = new types.Selection(position, position);
    this.selection = selection;
    this.emitter("window.onDidChangeTextEditorSelection").fire({ textEditor: { document, selection }, selections: [selection] });
  }

  // A page in the editor; `say` is what it does when something is clicked in it.
  makePanel(panel) {
    const [received, disposed] = [new EventEmitter(), new EventEmitter()];
    const sent = [];
    const postMessage = (message) => Promise.resolve(sent.push(message) > 0);
    panel.webview = { html: "", onDidReceiveMessage: received.event, postMessage };
    panel.sent = sent;
    panel.say = (message) => received.fire(message);
    panel.onDidDispose = disposed.event;
    panel.dispose = () => disposed.fire();
    this.panels.push(panel);
    return panel;
  }

  execute(command, ...given) {
    const handler = this.commands.get(command);
    if (handler) return handler(...given);
    const { token } = new types.CancellationTokenSource();
    if (command === "vscode.executeDocumentSymbolProvider") {
      const document = this.document(given[0]);
      if (document === undefined) return Promise.resolve(undefined);
      return this.provider("DocumentSymbol", document).provideDocumentSymbols(document, token);
    }
    if (command === "vscode.executeWorkspaceSymbolProvider") {
      const { provider } = this.providers.find(({ kind }) => kind === "WorkspaceSymbol");
      return provider.provideWorkspaceSymbols(given[0], token);
    }
    this.executed.push([command, ...given]);
    return Promise.resolve();
  }

  // --- the module

  emitter(name) {
    if (!this.emitters.has(name)) this.emitters.set(name, new EventEmitter());
    return this.emitters.get(name);
  }

  events(space, ...names) {
    return Object.fromEntries(names.map((name) => [name, this.emitter(`${space}.${name}`).event]));
  }

  show(severity) {
    return (text, ...items) => {
      this.messages.push({ severity, text, items });
      return Promise.resolve(this.answer(text, items));
    };
  }

  configuration(section) {
    const declared = this.manifest.contributes.configuration.properties;
    const full = (name) => (section ? `${section}.${name}` : name);
    const get = (name, otherwise) => this.settings[full(name)] ?? declared[full(name)]?.default ?? otherwise;
    return {
      get,
      has: (name) => get(name) !== undefined,
      inspect: (name) => ({ key: full(name), defaultValue: get(name) }),
    };
  }

  makeApi() {
    const api = {
      ...types,
      version: "1.82.0",
      env: namespace("env", { appName: "stand-in", language: "en" }),
    };
    api.commands = namespace("commands", {
      registerCommand: (name, handler) => {
        this.commands.set(name, handler);
        return new Disposable(() => this.commands.delete(name));
      },
      executeCommand: (name, ...given) => this.execute(name, ...given),
    });
    api.extensions = namespace("extensions", { getExtension: (id) => (id === "vscode.git" ? this.git : undefined) });
    api.languages = this.makeLanguages();
    api.window = this.makeWindow();
    api.workspace = this.makeWorkspace();
    return namespace("", api);
  }

  makeLanguages() {
    const add = (entry) => {
      this.providers.push(entry);
      return new Disposable(() => this.providers.splice(this.providers.indexOf(entry), 1));
    };
    const register = PROVIDERS.map((kind) => [
      `register${kind}Provider`,
      (selector, provider, ...more) => add({ kind, selector, provider, more }),
    ]);
    return namespace("languages", {
      ...this.events("languages", "onDidChangeDiagnostics"),
      match: matches,
      // The editor closes the document, and opens the same one with another language.
      setTextDocumentLanguage: (document, languageId) => {
        this.emitter("workspace.onDidCloseTextDocument").fire(document);
        document.languageId = languageId;
        this.emitter("workspace.onDidOpenTextDocument").fire(document);
        return Promise.resolve(document);
      },
      registerWorkspaceSymbolProvider: (provider) => add({ kind: "WorkspaceSymbol", selector: [], provider }),
      ...Object.fromEntries(register),
      createDiagnosticCollection: (name) => {
        const found = new Map();
        this.collections.set(name, found);
        const set = (uri, list) => {
          if (list === undefined) found.delete(uri.toString());
          else found.set(uri.toString(), list);
          this.emitter("languages.onDidChangeDiagnostics").fire({ uris: [uri] });
        };
        const clear = () => found.clear();
        return {
          name,
          set,
          delete: (uri) => found.delete(uri.toString()),
          has: (uri) => found.has(uri.toString()),
          clear,
          dispose: clear,
        };
      },
    });
  }

  makeWindow() {
    const editor = this;
    const show = {
      showErrorMessage: this.show("error"),
      showWarningMessage: this.show("warning"),
      showInformationMessage: this.show("information"),
    };
    return namespace("window", {
      ...show,
      ...this.events("window", "onDidChangeActiveTextEditor", "onDidChangeVisibleTextEditors", "onDidChangeTextEditorSelection"),
      createWebviewPanel: (viewType, title, column, options) => this.makePanel({ viewType, title, column, options }),
      showQuickPick: (items) => Promise.resolve(this.answer("", items)),
      get activeTextEditor() {
        return editor.active && { document: editor.active, selection: editor.selection };
      },
      get visibleTextEditors() {
        return editor.active ? [{ document: editor.active }] : [];
      },
      tabGroups: {
        get all() {
          return [{ tabs: editor.documents.map(({ uri }) => ({ input: new types.TabInputText(uri) })) }];
        },
        get activeTabGroup() {
          return { activeTab: editor.active && { input: new types.TabInputText(editor.active.uri) } };
        },
        ...this.events("tabGroups", "onDidChangeTabs", "onDidChangeTabGroups"),
      },
      createOutputChannel: () => {
        const append = (text) => this.output.push(text);
        return { append, appendLine: append, clear() {}, show() {}, dispose() {} };
      },
      createStatusBarItem: (id, alignment, priority) => {
        const item = { id, alignment, priority, isShown: false, text: "", dispose() {} };
        item.show = () => (item.isShown = true);
        item.hide = () => (item.isShown = false);
        this.statusItems.push(item);
        return item;
      },
      createTerminal: (options) => {
        const terminal = { options, isShown: false, show: () => (terminal.isShown = true), dispose() {} };
        this.terminals.push(terminal);
        return terminal;
      },
      showTextDocument: (document, { selection } = {}) => {
        this.shown.push(document);
        const shown = { document, selections: selection ? [selection] : [] };
        this.editors.push(shown);
        return Promise.resolve(shown);
      },
      withProgress: (_options, task) => task({ report() {} }, new types.CancellationTokenSource().token),
    });
  }

  // Of the extension's own folder, or of the files without a disk.
  async read(uri) {
    if (uri.scheme === "file") return new Uint8Array(readFileSync(uri.fsPath));
    const text = this.files[this.nameOf(uri)];
    if (text === undefined) throw new Error(`there is no ${uri}`);
    return new TextEncoder().encode(text);
  }

  makeWorkspace() {
    const editor = this;
    const events = [
      "onDidOpenTextDocument",
      "onDidChangeTextDocument",
      "onDidSaveTextDocument",
      "onDidCloseTextDocument",
      "onWillSaveTextDocument",
      "onDidChangeConfiguration",
      "onDidChangeWorkspaceFolders",
      "onDidGrantWorkspaceTrust",
      "onDidCreateFiles",
      "onDidRenameFiles",
      "onDidDeleteFiles",
      "onWillCreateFiles",
      "onWillRenameFiles",
      "onWillDeleteFiles",
      "onDidOpenNotebookDocument",
      "onDidChangeNotebookDocument",
      "onDidSaveNotebookDocument",
      "onDidCloseNotebookDocument",
    ];
    return namespace("workspace", {
      ...this.events("workspace", ...events),
      get textDocuments() {
        return editor.documents;
      },
      get notebookDocuments() {
        return [];
      },
      get workspaceFolders() {
        return editor.folders.length > 0 ? editor.folders : undefined;
      },
      get isTrusted() {
        return editor.trusted;
      },
      findFiles: (glob, exclude, most) => {
        const names = Object.keys(this.files).filter((name) => globMatches(glob, name) && !globMatches(exclude, name));
        return Promise.resolve(names.slice(0, most).map((name) => this.uriOf(name)));
      },
      fs: namespace("workspace.fs", {
        stat: async (uri) => ({ type: types.FileType.File, size: (await this.read(uri)).length }),
        readFile: (uri) => this.read(uri),
      }),
      getConfiguration: (section) => this.configuration(section),
      getWorkspaceFolder: (uri) =>
        this.folders.find((folder) => uri.fsPath.startsWith(`${folder.uri.fsPath}/`)),
      applyEdit: (edit) => {
        this.apply(edit);
        return Promise.resolve(true);
      },
      createFileSystemWatcher: (pattern) => {
        const watcher = { pattern, dispose() {} };
        for (const name of ["onDidCreate", "onDidChange", "onDidDelete"])
          watcher[name] = this.emitter(`watcher.${name}`).event;
        return watcher;
      },
      registerTextDocumentContentProvider: (scheme, provider) => {
        this.contents.set(scheme, provider);
        provider.onDidChange?.(async (uri) => {
          const document = this.document(uri);
          const text = document && (await provider.provideTextDocumentContent(uri));
          this.refreshed += 1;
          if (!document || document.text === text) return;
          document.text = text;
          this.emitter("workspace.onDidChangeTextDocument").fire({ document, contentChanges: [] });
        });
        return new Disposable(() => this.contents.delete(scheme));
      },
      openTextDocument: async (uri) => {
        const known = this.document(uri);
        if (known) return known;
        if (uri.scheme === "file") {
          const { active } = this;
          const read = this.open(uri.fsPath);
          this.active = active; // it is known, and not shown
          return read;
        }
        const text = await this.contents.get(uri.scheme).provideTextDocumentContent(uri);
        return this.add(new TextDocument(uri, languageOf(uri.path, this.manifest.contributes), text));
      },
    });
  }
}
