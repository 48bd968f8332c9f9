// Makes the page: node build.mjs FOLDER writes index.html, studio.js, studio.css and licences.txt there.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { threeParts } from "./three_parts.mjs";

const MOST_BYTES = 900 * 1024;
const here = dirname(fileURLToPath(import.meta.url));
const to = process.argv[2];
mkdirSync(to, { recursive: true });

// Packages lie beside the page or in a folder above it.
const packageFolder = (name, from = here) => {
  const folder = join(from, "node_modules", name);
  if (existsSync(folder) || from === dirname(from)) return folder;
  return packageFolder(name, dirname(from));
};

// ASCII alone: the files are built into the program as string literals, whatever the compiler takes them for.
const common = { bundle: true, minify: true, charset: "ascii", legalComments: "none", target: "es2022" };
await build({
  ...common,
  entryPoints: [join(here, "main.tsx")],
  outfile: join(to, "studio.js"),
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  plugins: [threeParts(packageFolder("three"))],
});
await build({ ...common, entryPoints: [join(here, "studio.css")], outfile: join(to, "studio.css") });
copyFileSync(join(here, "index.html"), join(to, "index.html"));

// Licences of what is in the page. Tools that only make it are no part of it.
const texts = ["preact", "@preact/signals", "@preact/signals-core", "three"].map((name) => {
  const folder = packageFolder(name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}\n`;
});
writeFileSync(join(to, "licences.txt"), texts.join(`\n${"-".repeat(80)}\n\n`));

const bytes = readdirSync(to).reduce((sum, name) => sum + statSync(join(to, name)).size, 0);
if (bytes > MOST_BYTES) throw new Error(`the page has ${bytes} bytes, more than ${MOST_BYTES}`);
