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

// A copy of one of the robots beside this folder.
export function copyRobot(name) {
  const folder = join(ROMAS_TEST_FOLDER, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(inputs, name), folder, { recursive: true });
  return folder;
}
export const uriOf = (...path) => pathToFileURL(join(...path)).href;

// A server that listens on a port that is free, and the socket of its one client. `end` waits for its exit status,
// and kills a server that does not end.
export async function startServer(...options) {
  const child = spawn(ROMAS_LSP, ["--socket=0", ...options], { stdio: ["ignore", "ignore", "pipe"] });
  process.once("exit", () => child.kill("SIGKILL")); // where a test has failed before its end
  const exit = once(child, "exit");
  const said = createInterface({ input: child.stderr });
  const [line] = await once(said, "line");
  const port = Number(/127\.0\.0\.1:(\d+)$/.exec(line)?.[1]);
  assert.ok(port > 0, line);
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const end = async () => {
    const late = setTimeout(() => child.kill("SIGKILL"), 60_000);
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
