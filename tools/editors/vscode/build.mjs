// Makes the folder of the extension: node build.mjs SOURCE FOLDER, where SOURCE is the folder of the whole
// project.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { Resvg, initWasm } from "@resvg/resvg-wasm";
import { build } from "esbuild";
import { xacroGrammars } from "./xacro_grammars.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [source, to] = process.argv.slice(2);
rmSync(to, { recursive: true, force: true });
mkdirSync(join(to, "grammars"), { recursive: true });

// Node 18 is that of Visual Studio Code 1.82, the oldest one of package.json.
const { metafile } = await build({
  entryPoints: [join(here, "src", "extension.ts")],
  outfile: join(to, "extension.js"),
  bundle: true,
  minify: true,
  keepNames: true, // the client tells its features by the names of classes
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
  legalComments: "none",
  metafile: true,
});

// What is only needed to make the extension is no part of it.
const { devDependencies, overrides, ...manifest } = JSON.parse(
  readFileSync(join(here, "package.json"), "utf8"),
);
const json = (name, value) => writeFileSync(join(to, name), `${JSON.stringify(value, null, 2)}\n`);
json("package.json", manifest);
for (const [name, grammar] of Object.entries(xacroGrammars)) json(join("grammars", name), grammar);
copyFileSync(
  join(source, "tools", "editors", "romas.tmLanguage.json"),
  join(to, "grammars", "romas.tmLanguage.json"),
);
cpSync(join(here, "snippets"), join(to, "snippets"), { recursive: true });
copyFileSync(join(here, "robot-xml.tmLanguage.json"), join(to, "grammars", "robot-xml.tmLanguage.json"));
for (const name of ["language-configuration.json", "robot-xml-configuration.json", "README.md"])
  copyFileSync(join(here, name), join(to, name));
copyFileSync(join(source, "LICENSE"), join(to, "LICENSE.txt"));

const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
await initWasm(readFileSync(wasm));
const icon = new Resvg(readFileSync(join(source, "cmake", "package", "romas.svg"), "utf8"), {
  fitTo: { mode: "width", value: 128 },
});
writeFileSync(join(to, "icon.png"), icon.render().asPng());

// Licences of what is in the bundle.
const packages = new Set();
for (const input of Object.keys(metafile.inputs)) {
  const parts = input.split(/[\\/]/);
  const at = parts.lastIndexOf("node_modules");
  if (at < 0) continue;
  const length = parts[at + 1].startsWith("@") ? 3 : 2;
  packages.add(parts.slice(0, at + length).join(sep));
}
const texts = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = ["LICENSE", "License.txt", "LICENSE.md", "license", "license.txt"]
    .map((text) => join(folder, text))
    .find((path) => existsSync(path));
  if (file === undefined) throw new Error(`${name} has no text of its licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(file, "utf8").replaceAll("\r", "").trim()}\n`;
});
writeFileSync(join(to, "licences.txt"), texts.join(`\n${"-".repeat(80)}\n\n`));
