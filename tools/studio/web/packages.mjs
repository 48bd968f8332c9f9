// The packages of npm that pages are made from.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { threeParts } from "./three_parts.mjs";

const here = dirname(fileURLToPath(import.meta.url));

// Packages lie beside the page or in a folder above it.
const packageFolder = (name, from = here) => {
  const folder = join(from, "node_modules", name);
  if (existsSync(folder) || from === dirname(from)) return folder;
  return packageFolder(name, dirname(from));
};

export const threePlugin = () => threeParts(packageFolder("three"));

// What is in a page by itself; what an editor needs, package.json names and these need in turn.
const own = ["preact", "@preact/signals", "@preact/signals-core", "three"];
const ofEditor = ["@codemirror/lang-xml", "@codemirror/lsp-client", "codemirror", "fflate"];

function withNeeds(names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    withNeeds(Object.keys(JSON.parse(readFileSync(join(packageFolder(name), "package.json"), "utf8")).dependencies ?? {}), found);
  }
  return [...found];
}

// The licences of what is in a page ("studio"), or in the one that has an editor ("page"). Tools that only make it are no part of it.
export function licencesOf(page) {
  const names = page === "studio" ? own : [...own, ...withNeeds(ofEditor)];
  const texts = names.map((name) => {
    const folder = packageFolder(name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), "utf8").trim() : ""}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
