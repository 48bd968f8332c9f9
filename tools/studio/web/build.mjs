// Makes the page: node build.mjs FOLDER writes index.html, studio.js, studio.css and licences.txt there.
import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { licencesOf, threePlugin } from "./packages.mjs";

const MOST_BYTES = 900 * 1024;
const here = dirname(fileURLToPath(import.meta.url));
const to = process.argv[2];
mkdirSync(to, { recursive: true });

// ASCII alone: the files are built into the program as string literals, whatever the compiler takes them for.
const common = { bundle: true, minify: true, charset: "ascii", legalComments: "none", target: "es2022" };
await build({
  ...common,
  entryPoints: [join(here, "main.tsx")],
  outfile: join(to, "studio.js"),
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  plugins: [threePlugin()],
});
await build({ ...common, entryPoints: [join(here, "studio.css")], outfile: join(to, "studio.css") });
copyFileSync(join(here, "index.html"), join(to, "index.html"));

writeFileSync(join(to, "licences.txt"), licencesOf("studio"));

const bytes = readdirSync(to).reduce((sum, name) => sum + statSync(join(to, name)).size, 0);
if (bytes > MOST_BYTES) throw new Error(`the page has ${bytes} bytes, more than ${MOST_BYTES}`);
