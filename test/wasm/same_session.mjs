// Plays one session with the native language server and with that of the package, and compares all that they say.
// Usage: node same_session.mjs PACKAGE ROMAS_LSP FOLDER
import { spawn } from 'node:child_process';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packageFolder, native, folder] = process.argv.slice(2).map((word) => path.resolve(word));
const { framed, unframed } = await import(pathToFileURL(path.join(packageFolder, 'frames.js')));

fs.mkdirSync(folder, { recursive: true });
const macro = `<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="leg" params="side reach:=0.3">
    <link name="\${side}_foot"/>
    <joint name="\${side}_knee" type="revolute">
      <parent link="body"/><child link="\${side}_foot"/><origin xyz="0 \${reach} 0"/><axis xyz="0 1 0"/>
      <limit lower="-1" upper="1" effort="5" velocity="2"/>
    </joint>
  </xacro:macro>
</robot>
`;
const robot = `<robot name="walker" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="leg.xacro"/>
  <link name="body"/>
  <xacro:leg side="left"/>
  <xacro:leg side="right" reach="-0.3"/>
</robot>
`;
fs.writeFileSync(path.join(folder, 'leg.xacro'), macro);
fs.writeFileSync(path.join(folder, 'walker.urdf.xacro'), robot);
const uri = pathToFileURL(path.join(folder, 'walker.urdf.xacro')).href;
const textDocument = { uri };
const at = (line, character) => ({ textDocument, position: { line, character } });

const steps = [
  ['initialize', { processId: null, rootUri: pathToFileURL(folder).href, capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } } }],
  ['initialized', {}, 'note'],
  ['textDocument/didOpen', { textDocument: { uri, languageId: 'xml', version: 1, text: robot } }, 'note'],
  ['textDocument/hover', at(3, 12)],
  ['textDocument/definition', at(3, 12)],
  ['textDocument/references', { ...at(2, 15), context: { includeDeclaration: true } }],
  ['textDocument/documentSymbol', { textDocument }],
  ['textDocument/completion', at(3, 3)],
  ['textDocument/rename', { ...at(2, 15), newName: 'trunk' }],
  ['textDocument/semanticTokens/full', { textDocument }],
  ['textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: robot.replace('side="left"', 'sid="left"') }] }, 'note'],
  ['textDocument/codeAction', { textDocument, range: { start: { line: 3, character: 2 }, end: { line: 3, character: 20 } }, context: { diagnostics: [] } }],
  ['textDocument/formatting', { textDocument, options: { tabSize: 2, insertSpaces: true } }],
  ['shutdown', null],
];

async function play(command, words) {
  const server = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, XDG_CACHE_HOME: path.join(folder, 'cache') } });
  const answers = new Map(), published = [];
  const waiting = new Map();
  server.stdout.on('data', unframed((text) => {
    const message = JSON.parse(text);
    if (message.method === 'textDocument/publishDiagnostics') published.push(message.params);
    if (message.id !== undefined && message.method === undefined) {
      answers.set(message.id, message.result ?? message.error);
      waiting.get(message.id)?.();
    }
  }));
  const send = (message) => server.stdin.write(framed(JSON.stringify({ jsonrpc: '2.0', ...message })));
  for (const [id, [method, params, note]] of steps.entries()) {
    if (note) send({ method, params });
    else await new Promise((resolve) => { waiting.set(id, resolve); send({ id, method, params }); });
    if (method === 'textDocument/didChange')  // its findings come a moment later
      while (!published.some(({ uri: of, version }) => of === uri && version === 2)) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  send({ method: 'exit' });
  const status = await new Promise((resolve) => server.on('exit', resolve));
  return { answers, last: published.filter(({ version }) => version === 2), status };
}

const wanted = await play(native, []);
const got = await play(process.execPath, [path.join(packageFolder, 'lsp.js')]);
for (const [id, [method]] of steps.entries()) {
  if (!wanted.answers.has(id)) continue;
  if (method === 'initialize') delete wanted.answers.get(id).serverInfo, delete got.answers.get(id).serverInfo;
  assert.deepEqual(got.answers.get(id), wanted.answers.get(id), method);
}
assert.deepEqual(got.last, wanted.last);
assert.equal(got.last[0].diagnostics.length > 0, true);
assert.deepEqual([got.status, wanted.status], [0, 0]);
console.log(`${wanted.answers.size} answers and ${got.last[0].diagnostics.length} findings are the same`);
