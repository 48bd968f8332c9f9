// romas-lsp behind its socket, as a client from npm talks to it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";

const { ROMAS_LSP, ROMAS_LSP_CLIENTS, ROMAS_TEST_FOLDER } = process.env;
export const packages = ROMAS_LSP_CLIENTS;
export const requirePackage = createRequire(join(packages, "package.json"));
export const protocol = requirePackage("vscode-languageserver-protocol/node");
const inputs = dirname(dirname(fileURLToPath(import.meta.url)));

// Milliseconds after which nothing is waited for any more; a busy machine is no failure.
export const patience = Number(process.env.ROMAS_TEST_WAIT ?? 120_000);

// What a promise gives. One that is never kept is an error that says what was awaited.
export async function within(what, promise) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`waited ${patience / 1000} s in vain for ${what}`)), patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

// A copy of one of the robots beside this folder.
export function copyRobot(name) {
  const folder = join(ROMAS_TEST_FOLDER, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(inputs, name), folder, { recursive: true });
  return folder;
}
export const uriOf = (...path) => pathToFileURL(join(...path)).href;

// A server that listens on a port that is free, and the socket of its one client. `end` waits for its exit status, and kills a server
// that does not end.
export async function startServer(...options) {
  const child = spawn(ROMAS_LSP, ["--socket=0", ...options], { stdio: ["ignore", "ignore", "pipe"] });
  process.once("exit", () => child.kill("SIGKILL")); // where a test has failed before its end
  const exit = once(child, "exit");
  const failed = exit.then(([status, signal]) => {
    throw new Error(`romas-lsp ended with ${status ?? signal} before it listened`);
  });
  const said = createInterface({ input: child.stderr });
  let socket;
  try {
    const [line] = await within("romas-lsp to listen", Promise.race([once(said, "line"), failed]));
    const port = Number(/127\.0\.0\.1:(\d+)$/.exec(line)?.[1]);
    assert.ok(port > 0, line);
    socket = connect(port, "127.0.0.1");
    await within("a connection to romas-lsp", once(socket, "connect"));
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  const end = async () => {
    const late = setTimeout(() => child.kill("SIGKILL"), patience / 2);
    const [status, signal] = await exit;
    clearTimeout(late);
    return status ?? signal;
  };
  return { socket, end };
}

// The offset of the | in a pattern, else of its beginning: 'name="|elbow"'.
export function find(text, pattern) {
  const at = text.indexOf(pattern.replace("|", ""));
  assert.ok(at >= 0, `not found: ${pattern}`);
  return at + Math.max(0, pattern.indexOf("|"));
}
