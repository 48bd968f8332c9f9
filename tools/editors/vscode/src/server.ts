// The language server: started with the first robot description that is open, and again when its settings
// change.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type Disposable, EventEmitter, commands, window, workspace } from "vscode";
import {
  type ChildProcessInfo,
  CloseAction,
  LanguageClient,
  type LanguageClientOptions,
} from "vscode-languageclient/node";
import { hasGit } from "./comparison";
import type { LensArgument } from "./expanded";
import { findServer } from "./programs";
import { DESCRIPTIONS, isDescription, serverArguments, workingFolder } from "./settings";

const OPEN_SETTINGS = "Open Settings";
const TRY_AGAIN = "Try Again";

// A client that owns the process: what the library has for ending one lies in scripts beside it, which a
// bundle has not.
class Client extends LanguageClient {
  private process: ChildProcess | undefined;

  constructor(command: string, cwd: string | undefined, options: LanguageClientOptions) {
    super("romas", "Romas", () => this.spawn(command, cwd), options);
  }

  private async spawn(command: string, cwd: string | undefined): Promise<ChildProcessInfo> {
    const started = spawn(command, [], { cwd, windowsHide: true });
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

export class Server implements Disposable {
  private client: Client | undefined;
  private wanted = false;
  private readonly started = new EventEmitter<void>();
  readonly onStarted = this.started.event;
  // What a lens of the server with this command does: its answer is data.
  showExpanded: (about?: LensArgument) => Promise<void> = () => Promise.resolve();
  // One after the other: a restart waits for the start before it.
  private work: Promise<void> = Promise.resolve();

  watch(): Disposable[] {
    const see = () => {
      if (!this.wanted && workspace.textDocuments.some(isDescription)) void this.restart();
    };
    see();
    return [
      workspace.onDidOpenTextDocument(see),
      workspace.onDidChangeConfiguration((change) => {
        const counts = ["romas.server", "romas.profile"].some((section) =>
          change.affectsConfiguration(section),
        );
        if (this.wanted && counts) void this.restart();
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.wanted && void this.restart()),
    ];
  }

  restart(): Promise<void> {
    this.wanted = true;
    this.work = this.work.then(() => this.stop()).then(() => this.start());
    return this.work;
  }

  dispose(): Promise<void> {
    this.wanted = false;
    this.work = this.work.then(() => this.stop());
    return this.work;
  }

  // What a command of the server answers. A server that starts is waited for.
  async ask<Answer>(command: string, argument: object): Promise<Answer> {
    await this.work;
    if (this.client === undefined) throw new Error("romas-lsp does not run.");
    return this.client.sendRequest("workspace/executeCommand", { command, arguments: [argument] });
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose();
  }

  private async start(): Promise<void> {
    const command = findServer();
    if (command === undefined) {
      this.report(
        "romas-lsp was found neither on PATH nor where romas.server.path says. It is part of the package 'romas'; " +
          "without it there are colours and snippets only.",
      );
      return;
    }
    const folder = workingFolder();
    let refused = false;
    const client: Client = new Client(
      command,
      folder !== undefined && existsSync(folder) ? folder : undefined,
      {
        documentSelector: DESCRIPTIONS.map(
          (filter) => ({ ...filter }) as { scheme: string; pattern: string },
        ),
        initializationOptions: { arguments: serverArguments(), compareWithHead: hasGit() },
        middleware: {
          executeCommand: (command, [about], next) =>
            command === "romas.expanded" ? this.showExpanded(about) : next(command, [about]),
        },
        initializationFailedHandler: (error) => {
          refused = true;
          this.report(`romas-lsp does not start: ${error.message}`);
          return false;
        },
        // A server that broke down is started again some times; one that refused its options would refuse
        // them again.
        errorHandler: {
          error: (...what) => standard.error(...what),
          closed: () => (refused ? { action: CloseAction.DoNotRestart, handled: true } : standard.closed()),
        },
      },
    );
    const standard = client.createDefaultErrorHandler();
    this.client = client;
    try {
      await client.start();
      this.started.fire();
    } catch {
      // The client, or the handler above, has said it.
    }
  }

  // Nobody waits for the answer.
  private report(message: string): void {
    void window.showErrorMessage(message, OPEN_SETTINGS, TRY_AGAIN).then((choice) => {
      if (choice === TRY_AGAIN) return this.restart();
      if (choice === OPEN_SETTINGS)
        return commands.executeCommand("workbench.action.openSettings", "romas.server");
      return undefined;
    });
  }
}
