// The .vsix: what is in it, that it is made without a network, and that it is the same each time.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { extension } from "./packages.mjs";

const SOURCE = process.env.ROMAS_SOURCE;
const BUILD = process.env.ROMAS_BUILD;
const folder = join(process.env.ROMAS_TEST_FOLDER, "package");
const manifest = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
// The npm package whose server is in the extension, if it has one.
const npmPackage = manifest.browser === undefined ? "" : join(BUILD, "npm", "romasc");
const sources = join(BUILD, "editors", "vscode", "sources");

const files = (from, below = "") =>
  readdirSync(join(from, below), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(from, join(below, entry.name)) : [join(below, entry.name)],
  );

// No network, where the system lets a user have a place without one.
const offline =
  spawnSync("unshare", ["--user", "--map-root-user", "--net", "true"]).status === 0
    ? ["unshare", "--user", "--map-root-user", "--net"]
    : [];

test("packed anew, without a network, in another zone, later: the same bytes", async (context) => {
  if (offline.length === 0) context.diagnostic("unshare is not allowed here: the network was there");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await sleep(2100); // a ZIP archive counts two seconds
  const vsix = join(folder, "again.vsix");
  const stage = join(folder, "extension");
  const script = 'umask 077; node "$1/build.mjs" "$2" "$3" $5 && node "$1/pack.mjs" "$3" "$4"';
  const [program, ...rest] = [...offline, "sh", "-c", script, "sh", sources, SOURCE, stage, vsix, npmPackage];
  const environment = { PATH: process.env.PATH, TZ: "Asia/Seoul", HOME: folder, LC_ALL: "C" };
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: "utf8", env: environment });
  assert.equal(status, 0, stdout + stderr);
  assert.doesNotMatch(stdout + stderr, /WARNING|ERROR/);
  assert.ok(readFileSync(vsix).equals(readFileSync(process.env.ROMAS_VSIX)));
});

test("a folder without the code is not packed", () => {
  const broken = join(folder, "broken");
  cpSync(extension, broken, { recursive: true });
  rmSync(join(broken, "extension.js"));
  const { status, stdout, stderr } = spawnSync(
    "node",
    [join(sources, "pack.mjs"), broken, join(folder, "broken.vsix")],
    { encoding: "utf8" },
  );
  assert.notEqual(status, 0);
  assert.match(stdout + stderr, /extension\.js/);
});

test("it holds what is needed, and nothing else", () => {
  const found = files(extension).sort();
  assert.deepEqual(
    found.filter((name) => !/^(grammars|snippets|server)\//.test(name)),
    [
      "LICENSE.txt",
      "README.md",
      ...(npmPackage ? ["browser.js"] : []),
      "extension.js",
      "icon.png",
      "language-configuration.json",
      "licences.txt",
      "package.json",
      "robot-xml-configuration.json",
      ...(npmPackage ? ["worker.js"] : []),
    ],
  );
  assert.equal(found.some((name) => name.startsWith("server/")), npmPackage !== "");
  assert.ok(
    found.every(
      (name) => /^server\/(NOTICE|package\.json|[\w-]+(\.glue)?\.js|romas-lsp\.wasm)$/.test(name) || /^(grammars|snippets)\/[\w-]+(\.tmLanguage)?\.json$/.test(name) || !name.includes("/"),
    ),
  );
  assert.equal(
    readFileSync(join(extension, "LICENSE.txt"), "utf8"),
    readFileSync(join(SOURCE, "LICENSE"), "utf8"),
  );
  assert.equal(readFileSync(join(extension, "icon.png")).subarray(1, 4).toString(), "PNG");
  for (const name of found) {
    const text = readFileSync(join(extension, name), "latin1");
    for (const path of [SOURCE, BUILD]) assert.ok(!text.includes(path), `${name} names ${path}`);
  }
});

test("the code is whole: it asks for modules of Node and the editor alone", () => {
  const code = readFileSync(join(extension, "extension.js"), "utf8");
  const asked = new Set(
    [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name.replace(/^node:/, "")),
  );
  assert.ok(asked.has("vscode") && asked.has("child_process"));
  for (const name of asked) assert.ok(name === "vscode" || builtinModules.includes(name), name);
});

test("the licence of every package in the code is there", () => {
  const licences = readFileSync(join(extension, "licences.txt"), "utf8");
  for (const name of [
    "vscode-languageclient",
    "vscode-languageserver-protocol",
    "vscode-jsonrpc",
    "minimatch",
    "semver",
  ])
    assert.match(licences, new RegExp(`^${name} \\d`, "m"));
  assert.ok(licences.split("-".repeat(80)).every((text) => text.length > 400));
});
