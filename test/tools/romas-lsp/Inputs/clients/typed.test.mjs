// A typed client: each answer is held against the types of the protocol, on texts that are whole, half typed and broken; and what no
// editor at hand asks for says what it should.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test as anyTest } from "node:test";
import { copyRobot, find, protocol, startServer, uriOf } from "./server.mjs";

const lsp = protocol;
const test = (name, run) => anyTest(name, { timeout: 120_000 }, run);
const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ["create"] },
    diagnostics: { refreshSupport: true },
  },
  textDocument: {
    diagnostic: { dynamicRegistration: false, relatedDocumentSupport: false },
    completion: { completionItem: { snippetSupport: true } },
    inlayHint: {},
    semanticTokens: { requests: { full: { delta: true }, range: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
  },
};

let server, connection, capabilities, refreshed;
const published = []; // URIs of files whose findings came unasked

async function connect(root, initializationOptions) {
  server = await startServer();
  connection = lsp.createProtocolConnection(
    new lsp.SocketMessageReader(server.socket),
    new lsp.SocketMessageWriter(server.socket),
  );
  published.length = 0;
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, ({ uri }) => void published.push(uri));
  refreshed = new Promise((seen) => connection.onRequest(lsp.DiagnosticRefreshRequest.type, () => seen()));
  connection.listen();
  const folders = [{ uri: uriOf(root), name: "robot" }];
  const parameters = { processId: process.pid, rootUri: null, workspaceFolders: folders, capabilities: CAPABILITIES };
  ({ capabilities } = await ask(lsp.InitializeRequest, { ...parameters, initializationOptions }));
  await connection.sendNotification(lsp.InitializedNotification.type, {});
}
const ask = (request, parameters) => connection.sendRequest(request.type, parameters);

// An open document of the client.
class Opened {
  constructor(root, name) {
    this.before = readFileSync(join(root, name), "utf8");
    this.document = lsp.TextDocument.create(uriOf(root, name), name.endsWith(".romas") ? "romas" : "xml", 1, this.before);
    this.uri = this.document.uri;
    void connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
      textDocument: { uri: this.uri, languageId: this.document.languageId, version: 1, text: this.before },
    });
  }
  change(text) {
    const version = this.document.version + 1;
    this.document = lsp.TextDocument.create(this.uri, this.document.languageId, version, text);
    void connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument: { uri: this.uri, version },
      contentChanges: [{ text }],
    });
  }
  get textDocument() {
    return { uri: this.uri };
  }
  get range() {
    return { start: this.document.positionAt(0), end: this.document.positionAt(this.document.getText().length) };
  }
  at(pattern) {
    return this.document.positionAt(find(this.document.getText(), pattern));
  }
  ask(request, parameters) {
    return ask(request, { textDocument: this.textDocument, ...parameters });
  }
  async findings() {
    const report = await this.ask(lsp.DocumentDiagnosticRequest, {});
    assert.equal(report.kind, "full");
    return report.items;
  }
}

afterEach(async () => {
  if (!server) return;
  await ask(lsp.ShutdownRequest);
  await connection.sendNotification(lsp.ExitNotification.type);
  assert.equal(await server.end(), 0);
  connection.dispose();
  server = undefined;
});

// --- the shape of each answer ---

const listOf = (is) => (value) => Array.isArray(value) && value.every(is);
const orNull = (is) => (value) => value === null || is(value);
const isItem = (item) =>
  lsp.Range.is(item.range) && lsp.Range.is(item.selectionRange) && lsp.URI.is(item.uri) && typeof item.name === "string" && item.kind > 0;
const isTokens = (value) => lsp.SemanticTokens.is(value) && value.data.length % 5 === 0;
const isSignatures = ({ signatures, activeSignature, activeParameter }) =>
  signatures.length > (activeSignature ?? 0) &&
  signatures.every(({ label, parameters = [] }) => parameters.every((one) => label.includes(one.label) || Array.isArray(one.label))) &&
  (activeParameter ?? 0) >= 0;
const isLinked = ({ ranges }) => ranges.length === 2 && ranges.every(lsp.Range.is);
const isCompletion = ({ items, isIncomplete }) =>
  typeof isIncomplete === "boolean" &&
  items.every((item) => typeof item.label === "string" && item.kind > 0 && lsp.TextEdit.is(item.textEdit));
const isSymbols = (symbols) => listOf((one) => lsp.DocumentSymbol.is(one) && isSymbols(one.children ?? []))(symbols);
const isColours = listOf((one) => lsp.Range.is(one.range) && lsp.Color.is(one.color));
const isReport = ({ kind, items }) => kind === "full" && listOf(lsp.Diagnostic.is)(items);

const isAction = (action) => lsp.CodeAction.is(action) && lsp.WorkspaceEdit.is(action.edit);

// Of the whole document, and of a place in it.
const OF_DOCUMENT = [
  [lsp.DocumentDiagnosticRequest, () => ({}), isReport],
  [lsp.DocumentSymbolRequest, () => ({}), isSymbols],
  [lsp.SemanticTokensRequest, () => ({}), isTokens],
  [lsp.SemanticTokensRangeRequest, ({ range }) => ({ range }), isTokens],
  [lsp.InlayHintRequest, ({ range }) => ({ range }), listOf(lsp.InlayHint.is)],
  [lsp.DocumentFormattingRequest, () => ({ options: { tabSize: 2, insertSpaces: true } }), listOf(lsp.TextEdit.is)],
  [lsp.FoldingRangeRequest, () => ({}), listOf(lsp.FoldingRange.is)],
  [lsp.CodeLensRequest, () => ({}), listOf(lsp.CodeLens.is)],
  [lsp.DocumentLinkRequest, () => ({}), listOf(lsp.DocumentLink.is)],
  [lsp.DocumentColorRequest, () => ({}), isColours],
  [lsp.CodeActionRequest, ({ range }) => ({ range, context: { diagnostics: [] } }), listOf(isAction)],
];
const OF_PLACE = [
  [lsp.HoverRequest, (position) => ({ position }), orNull(lsp.Hover.is)],
  [lsp.DefinitionRequest, (position) => ({ position }), listOf(lsp.Location.is)],
  [lsp.ReferencesRequest, (position) => ({ position, context: { includeDeclaration: true } }), listOf(lsp.Location.is)],
  [lsp.DocumentHighlightRequest, (position) => ({ position }), listOf((one) => lsp.Range.is(one.range))],
  [lsp.CompletionRequest, (position) => ({ position }), isCompletion],
  [lsp.SignatureHelpRequest, (position) => ({ position }), orNull(isSignatures)],
  [lsp.SelectionRangeRequest, (position) => ({ positions: [position] }), listOf(lsp.SelectionRange.is)],
  [lsp.LinkedEditingRangeRequest, (position) => ({ position }), orNull(isLinked)],
  [lsp.CallHierarchyPrepareRequest, (position) => ({ position }), orNull(listOf(isItem))],
  [lsp.TypeHierarchyPrepareRequest, (position) => ({ position }), orNull(listOf(isItem))],
];

// Holds every answer about a document against its type, at many of its places; the methods of those that said something.
async function holdAnswers(opened) {
  const said = new Set();
  const hold = async ([request, parameters, is], given) => {
    const answer = await opened.ask(request, parameters(given));
    assert.ok(is(answer), `${request.method}: ${JSON.stringify(answer)}`);
    const list = answer?.items ?? answer?.data ?? answer;
    if (list !== null && (list.length ?? 1) > 0) said.add(request.method);
  };
  const work = OF_DOCUMENT.map((row) => hold(row, opened));
  for (let at = 7; at < opened.document.getText().length; at += 61)
    for (const row of OF_PLACE) work.push(hold(row, opened.document.positionAt(at)));
  await Promise.all(work);
  return said;
}


const ROBOTS = [
  ["bars", "arm.urdf.xacro"],
  ["cell", "config/cell.srdf"],
  ["rover", "rover.romas"],
  ["arm.urdf", ""],
];
const CHANGES = {
  whole: (text) => text,
  "half typed": (text) => text.slice(0, text.length * 0.6),
  broken: (text) => text.replace(/=/g, "= ="),
  misspelt: (text) => text.replace("velocity", "velocty").replace('link1="left_upper"', 'link1="left_uper"'),
  untidy: (text) => text.replace(/\n +/g, "\n\t "),
};
const all = [...OF_DOCUMENT, ...OF_PLACE].map(([{ method }]) => method);
const answered = new Set();

for (const [robot, name] of ROBOTS)
  test(`each answer about ${name || robot} is what the protocol says`, async () => {
    const root = copyRobot(robot);
    await connect(root);
    const opened = new Opened(root, name);
    for (const [how, change] of Object.entries(CHANGES)) {
      opened.change(change(opened.before));
      const said = await holdAnswers(opened);
      for (const method of said) answered.add(method);
      if (how === "whole") assert.ok(said.size > all.length / 2, [...said].join(", "));
    }
  });
test("each request had an answer that says something", () => {
  assert.deepEqual(all.filter((method) => !answered.has(method)), []);
});

// --- what no editor at hand asks for ---

const CELL = ["urdf/arm.xacro", "urdf/cell.urdf.xacro", "config/cell.srdf"];
async function openCell(options) {
  const root = copyRobot("cell");
  await connect(root, options);
  return CELL.map((name) => new Opened(root, name));
}

test("findings are told to those who ask, and to nobody else", async () => {
  const [arm, cell] = await openCell();
  assert.ok(capabilities.diagnosticProvider.interFileDependencies);
  await refreshed; // the workspace is known
  assert.deepEqual([await arm.findings(), await cell.findings()], [[], []]);
  arm.change(arm.before.replace('link="trunk"', 'link="trnk"'));
  const [found] = await arm.findings();
  assert.equal(found.message, "joint 'left_shoulder' refers to link 'trnk', which does not exist; did you mean 'trunk'?");
  assert.deepEqual([arm.document.getText(found.range), found.severity, found.source], ["trnk", lsp.DiagnosticSeverity.Error, "romasc"]);
  assert.deepEqual(found.relatedInformation.map(({ location }) => location.uri), [arm.uri, cell.uri]); // its joint; the call
  arm.change(arm.before.slice(0, arm.before.indexOf("<joint") + 7));
  assert.equal((await arm.findings())[0].severity, lsp.DiagnosticSeverity.Error);
  arm.change(arm.before);
  assert.deepEqual(await arm.findings(), []);
  assert.deepEqual(published, []);
});

test("a client may want to be told all the same", async () => {
  const [arm] = await openCell({ publishDiagnostics: true });
  assert.equal(capabilities.diagnosticProvider, undefined);
  arm.change(arm.before.replace('link="trunk"', 'link="trnk"'));
  const told = new Promise((heard) =>
    connection.onNotification(lsp.PublishDiagnosticsNotification.type, (found) => {
      if (found.uri === arm.uri && found.diagnostics.length > 0) heard(found);
    }),
  );
  assert.equal((await told).version, 2);
});

// The words of tokens, as "word: type".
function words({ document }, { data }) {
  const { tokenTypes } = capabilities.semanticTokensProvider.legend;
  const found = [];
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    character = data[at + 1] + (data[at] === 0 ? character : 0);
    line += data[at];
    const range = { start: { line, character }, end: { line, character: character + data[at + 2] } };
    found.push(`${document.getText(range)}: ${tokenTypes[data[at + 3]]}`);
  }
  return found;
}

test("tokens of a text, of a part of it, and of what has changed", async () => {
  const root = copyRobot("rover");
  await connect(root);
  const rover = new Opened(root, "rover.romas");
  const full = await rover.ask(lsp.SemanticTokensRequest, {});
  const all = words(rover, full);
  for (const word of ["robot: keyword", "plate: macro", "body: struct", "80: number", "rubber: enumMember"]) assert.ok(all.includes(word), `${word} of ${all}`);
  assert.deepEqual(all.filter((word) => /^(cm|mm|kg|m|s|deg|N): /.test(word) && !word.endsWith("type")), []);
  const line = { start: rover.at("let track"), end: rover.at("fn plate") };
  const part = words(rover, await rover.ask(lsp.SemanticTokensRangeRequest, { range: line }));
  assert.deepEqual(part, ["let: keyword", "track: property", "60: number", "cm: type"]);

  rover.change(rover.before.replace("let track = 60 cm;", "let track = 60 cm;\nlet gap = 2 mm;"));
  const delta = await rover.ask(lsp.SemanticTokensDeltaRequest, { previousResultId: full.resultId });
  const data = [...full.data];
  for (const edit of [...delta.edits].sort((a, b) => b.start - a.start)) data.splice(edit.start, edit.deleteCount, ...(edit.data ?? []));
  const now = await rover.ask(lsp.SemanticTokensRequest, {});
  assert.deepEqual(data, now.data);
  assert.ok(delta.edits.flatMap((edit) => edit.data ?? []).length < now.data.length / 4, JSON.stringify(delta.edits));
  assert.deepEqual(await rover.ask(lsp.SemanticTokensDeltaRequest, { previousResultId: "none" }).then(({ data }) => data), now.data);
  rover.change(rover.before.slice(0, rover.before.indexOf("wide: length")));
  const half = words(rover, await rover.ask(lsp.SemanticTokensRequest, {}));
  for (const word of ["fn: keyword", "cm: type", "60: number"]) assert.ok(half.includes(word), `${word} of ${half}`);
});

test("hints where the text has them, of the kinds that are wanted", async () => {
  const [arm] = await openCell({ hints: { degrees: false } });
  await refreshed;
  const hints = async (range) => (await arm.ask(lsp.InlayHintRequest, { range })).map(({ label, position }) => `${position.line + 1} ${label}`);
  const all = await hints(arm.range);
  assert.ok(all.includes("4 = left | right"), all.join(", "));
  assert.ok(all.every((hint) => !hint.includes("°")));
  const line = { start: { line: 3, character: 0 }, end: { line: 4, character: 0 } };
  assert.deepEqual(await hints(line), all.filter((hint) => hint.startsWith("4 ")));
});

test("code actions by kind, and what they leave", async () => {
  const [arm] = await openCell();
  await refreshed;
  arm.change(arm.before.replace('link="trunk"', 'link="trnk"').replace('velocity="2"', 'velocty="2"'));
  const actions = (only) => arm.ask(lsp.CodeActionRequest, { range: arm.range, context: { diagnostics: [], ...(only && { only }) } });
  for (const only of [[lsp.CodeActionKind.QuickFix], [lsp.CodeActionKind.SourceFixAll]])
    for (const action of await actions(only)) assert.ok(action.kind.startsWith(only[0]), JSON.stringify(action));
  const fixes = await actions([lsp.CodeActionKind.QuickFix]);
  const apply = (action) => {
    const [change] = action.edit.documentChanges;
    assert.deepEqual([change.textDocument.uri, change.textDocument.version], [arm.uri, arm.document.version]);
    arm.change(lsp.TextDocument.applyEdits(arm.document, change.edits));
  };
  apply(fixes.find(({ title }) => title.includes("'trunk'")));
  assert.ok((await arm.findings()).every(({ message }) => !message.includes("trnk")));
  apply((await actions([lsp.CodeActionKind.QuickFix])).find(({ title }) => title.includes("velocity")));
  assert.equal(arm.document.getText(), arm.before);
  assert.deepEqual(await arm.findings(), []);
});

test("a renaming begins with what is renamed", async () => {
  const [arm, cell, srdf] = await openCell();
  await refreshed;
  const place = { position: arm.at('<link name="${side}_fo|re"') };
  const { range, placeholder } = await arm.ask(lsp.PrepareRenameRequest, place);
  assert.ok(lsp.Range.is(range));
  assert.deepEqual([arm.document.getText(range), placeholder], ["${side}_fore", "left_fore"]);
  const edit = await srdf.ask(lsp.RenameRequest, { position: srdf.at('tip_link="left_fo|re"'), newName: "left_hand" });
  assert.ok(lsp.WorkspaceEdit.is(edit));
  for (const { textDocument, edits } of edit.documentChanges) {
    const opened = [arm, cell, srdf].find(({ uri }) => uri === textDocument.uri);
    assert.equal(textDocument.version, opened === undefined ? null : opened.document.version);
    if (opened) opened.after = lsp.TextDocument.applyEdits(opened.document, edits);
  }
  assert.deepEqual([arm.after, srdf.after, cell.after], [arm, srdf].map(({ before }) => before.replaceAll("_fore", "_hand")).concat(undefined));
  assert.equal(edit.documentChanges.length, 3); // a file of controllers says the name, too
  await assert.rejects(arm.ask(lsp.RenameRequest, { ...place, newName: "hand" }), /the name 'left_fore' is computed/);
});

test("places of the expanded text are locations, and lead to and fro", async () => {
  const [arm, cell] = await openCell();
  await refreshed;
  const expanded = async (about) => {
    const answer = await ask(lsp.ExecuteCommandRequest, { command: "romas.expanded", arguments: [about] });
    assert.equal(answer.length, 1);
    return answer[0];
  };
  const { name, text, isStale, places, steps } = await expanded({ uri: cell.uri });
  assert.deepEqual([name, isStale], ["cell.urdf", false]);
  const document = lsp.TextDocument.create("romas-expanded:/cell.urdf", "xml", 1, text);
  for (const { range, written, step } of places) {
    assert.ok(lsp.Range.is(range) && lsp.Location.is(written));
    assert.ok(step === undefined || lsp.Location.is(steps[step].place));
    assert.match(document.getText(range), /\S/);
  }
  assert.ok(places.length > 20);
  const fore = places.find(({ range }) => document.getText(range).startsWith('<link name="left_fore"'));
  assert.equal(fore.written.uri, arm.uri);
  const { found } = await expanded({ uri: arm.uri, position: fore.written.range.start });
  assert.deepEqual(
    found.map((range) => document.getText(range).match(/name="(\w+)"/)[1]).sort(),
    ["left_fore", "right_fore"],
  );
  assert.ok(found.some((range) => lsp.Position.is(range.start) && range.start.line === fore.range.start.line));
});
