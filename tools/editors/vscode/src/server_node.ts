// The server as a process: romas-lsp of the system, else the one in the extension, as WebAssembly in the editor's own Node.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ChildProcessInfo, LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";
import { findServer, serverSetting, workingFolder } from "./programs";

const BUNDLED = join(__dirname, "server", "lsp.js"); // of the npm package, where build.mjs was given one

// A client that owns the process: what the library has for ending one lies in scripts beside it, which a
// bundle has not.
class Client extends LanguageClient {
  private process: ChildProcess | undefined;

  constructor(command: string[], options: LanguageClientOptions) {
    super("romas", "Romas", () => this.spawn(command), options);
  }

  private async spawn([program = "", ...words]: string[]): Promise<ChildProcessInfo> {
    const folder = workingFolder();
    const started = spawn(program, words, {
      cwd: folder !== undefined && existsSync(folder) ? folder : undefined,
      env: words.length > 0 ? { ...process.env, ELECTRON_RUN_AS_NODE: "1" } : process.env,
      windowsHide: true,
    });
    await once(started, "spawn");
    this.process = started;
    return { process: started, detached: true };
  }

  // A server that refused its options, or does not answer, is no client's that could be stopped.
  override async stop(timeout?: number): Promise<void> {
    try {
      await super.stop(timeout);
    } catch {
      this.process?.kill();
    }
  }
}

// A setting that names no program is said, although the extension has a server: it may be a misspelt one.
export async function makeClient(options: LanguageClientOptions): Promise<LanguageClient> {
  const found = findServer();
  if (found !== undefined) return new Client([found], options);
  if (serverSetting() === "" && existsSync(BUNDLED)) {
    const client = new Client([process.execPath, BUNDLED], options);
    client.outputChannel.appendLine(
      "romas-lsp was not found on PATH: the server in the extension is used, which is slower and cannot convert COLLADA.",
    );
    return client;
  }
  throw new Error(
    "romas-lsp was found neither on PATH nor where romas.server.path says. It is part of the package 'romas'; " +
      "without it there are colours and snippets only.",
  );
}
