// The package in Chromium: a page whose worker checks, translates and serves an editor. Usage: node page.mjs PACKAGE PLAYWRIGHT CHROMIUM
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { createRequire } from 'node:module';

const [packageFolder, packages, chromium] = process.argv.slice(2);
const { chromium: browsers } = createRequire(path.join(packages, 'package.json'))('playwright-core');

const worker = `
import { check, translate, compare, version } from '/romasc/browser.js';
import { startServer } from '/romasc/server.js';
const bad = { name: 'a.urdf', text: '<robot name="a"><link name="b"/><link name="c"/></robot>' };
const good = { name: 'b.urdf', text: '<robot name="a"><link name="b"/></robot>' };
const began = performance.now();
const { ok, findings } = await check(bad);
const first = performance.now() - began;
const { text, files } = await translate(good, 'sdf');
const { same } = await compare(good, { ...good, name: 'c.urdf' });
const said = [];
const say = await startServer({ send: (message) => said.push(message) });
say({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
say({ jsonrpc: '2.0', method: 'initialized', params: {} });
say({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument: { uri: 'file:///a.urdf', languageId: 'xml', version: 1, text: bad.text } } });
while (!said.some(({ method }) => method === 'textDocument/publishDiagnostics')) await new Promise((resolve) => setTimeout(resolve, 5));
postMessage({ version: await version(), ok, rules: findings.map(({ rule }) => rule), files: Object.keys(files), text, same, first,
  served: said.find(({ method }) => method === 'textDocument/publishDiagnostics').params.diagnostics.map(({ code }) => code) });
`;
const page = `<!doctype html><title>romasc</title><script type="module">
const worker = new Worker('/worker.js', { type: 'module' });
worker.onmessage = ({ data }) => { window.result = data; };
worker.onerror = ({ message }) => { window.result = { error: message }; };
</script>`;
const types = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const server = http.createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const send = (type, content) => { response.setHeader('Content-Type', type); response.end(content); };
  if (pathname === '/') return send('text/html', page);
  if (pathname === '/worker.js') return send('text/javascript', worker);
  const file = path.join(packageFolder, path.basename(pathname));
  if (pathname.startsWith('/romasc/') && fs.existsSync(file)) return send(types[path.extname(file)], fs.readFileSync(file));
  response.statusCode = 404;
  response.end();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}/`;

const browser = await browsers.launch({ executablePath: chromium, args: ['--no-sandbox'] });
try {
  const tab = await browser.newPage();
  const strangers = [];
  tab.on('request', (request) => { if (!request.url().startsWith(address)) strangers.push(request.url()); });
  tab.on('console', (message) => console.log(message.text()));
  await tab.goto(address);
  await tab.waitForFunction(() => window.result !== undefined, null, { timeout: 120_000 });
  const result = await tab.evaluate(() => window.result);
  assert.equal(result.error, undefined);
  assert.equal(result.ok, false);
  assert.deepEqual(result.rules, ['root-count']);
  assert.match(result.text, /<sdf version/);
  assert.deepEqual(result.files.length, 1);
  assert.equal(result.same, true);
  assert.deepEqual(result.served, ['root-count']);
  assert.deepEqual(strangers, []);
  console.log(`romasc ${result.version} in Chromium; the first finding came after ${Math.round(result.first)} ms, its program included`);
} finally {
  await browser.close();
  server.close();
}
