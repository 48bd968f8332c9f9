// Makes the page that holds the compiler: node make.mjs WASM WEB FOLDER
//   WASM    the build folder of the programs as WebAssembly     WEB  the sources of tools/studio/web beside their packages
//   FOLDER  gets the page: static files that any server can give
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { glueOf } from '../npm/glue.mjs';

const [wasm, web, to] = process.argv.slice(2).map((word) => path.resolve(word));
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..', '..');
const packages = createRequire(path.join(web, 'package.json'));
const { build } = packages('esbuild');
const { zipSync } = packages('fflate');
const { licencesOf, threePlugin } = await import(pathToFileURL(path.join(web, 'packages.mjs')));

fs.rmSync(to, { recursive: true, force: true });
fs.mkdirSync(to, { recursive: true });

// What Emscripten made for a program, as a module.
const glue = {
  name: 'glue',
  setup(made) {
    made.onResolve({ filter: /\.glue$/ }, ({ path: name }) => ({ path: name, namespace: 'glue' }));
    made.onLoad({ filter: /.*/, namespace: 'glue' }, ({ path: name }) => ({ contents: glueOf(wasm, name.replace(/\.glue$/, '')), loader: 'js' }));
  },
};
const common = { bundle: true, minify: true, charset: 'utf8', legalComments: 'none', target: 'es2022', format: 'esm', outdir: to, logLevel: 'warning' };
await build({
  ...common,
  entryPoints: { main: path.join(web, 'playground/main.tsx'), meshes: path.join(web, 'playground/meshes.ts') },
  splitting: true,
  chunkNames: '[name]-[hash]',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [threePlugin()],
});
await build({ ...common, entryPoints: { main: path.join(web, 'playground/playground.css') } });
await build({
  ...common,
  entryPoints: { core: path.join(here, 'core_worker.js'), language: path.join(here, 'language_worker.js'), unzip: path.join(here, 'unzip_worker.js') },
  nodePaths: [path.join(path.dirname(packages.resolve('fflate/package.json')), '..')],
  plugins: [glue],
  logOverride: { 'commonjs-variable-in-esm': 'silent' }, // the glue looks for them before it uses them
});
for (const program of ['romas-studio', 'romas-lsp']) fs.copyFileSync(path.join(wasm, 'bin', `${program}.wasm`), path.join(to, `${program}.wasm`));
fs.copyFileSync(path.join(here, 'index.html'), path.join(to, 'index.html'));
const notice = fs.readFileSync(path.join(root, 'tools/npm/NOTICE'), 'utf8');
fs.writeFileSync(path.join(to, 'licences.txt'), `${licencesOf('page')}\n${'-'.repeat(80)}\n\n${notice}`);

// The examples, all in one archive.
function* filesBelow(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(at);
    else yield at;
  }
}
const examples = { 'broken-arm/arm.urdf': fs.readFileSync(path.join(here, 'broken-arm/arm.urdf')) };
for (const name of ['arms', 'humanoid', 'quadruped', 'six-axis', 'workspace'])
  for (const file of filesBelow(path.join(root, 'examples', name))) examples[path.relative(path.join(root, 'examples'), file)] = fs.readFileSync(file);
fs.writeFileSync(path.join(to, 'examples.zip'), zipSync(examples, { level: 9, mtime: '1980-01-02' }));

// The service worker's version is that of the files' content.
const names = [...filesBelow(to)].map((file) => path.relative(to, file));
const hash = createHash('sha256');
for (const name of names) hash.update(name).update(fs.readFileSync(path.join(to, name)));
const worker = fs.readFileSync(path.join(here, 'service_worker.js'), 'utf8');
fs.writeFileSync(path.join(to, 'service_worker.js'), worker
  .replace('/* @__PURE__ */ VERSION', JSON.stringify(hash.digest('hex').slice(0, 16)))
  .replace('FILES', JSON.stringify(['./', ...names.filter((name) => name !== 'index.html')])));
