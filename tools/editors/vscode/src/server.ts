// The language server: started with the first robot description that is open, and again when its settings change.
import { existsSync } from "node:fs";
import { type Disposable, commands, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { findServer } from "./programs";
import { DESCRIPTIONS, isDescription, serverArguments, workingFolder } from "./settings";

const OPEN_SETTINGS = "Open Settings";
const TRY_AGAIN = "Try Again";

export class Server implements Disposable {
  private client: LanguageClient | undefined;
  private wanted = false;
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
        const counts = ["romas.server", "romas.profile"].some((section) => change.affectsConfiguration(section));
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

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch {
      // It had ended, or never answered.
    }
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
    const client = new LanguageClient(
      "romas",
      "Romas",
      // Without a word of the transport it is standard input and output.
      { command, options: folder !== undefined && existsSync(folder) ? { cwd: folder } : {} },
      {
        documentSelector: DESCRIPTIONS.map((filter) => ({ ...filter }) as { scheme: string; pattern: string }),
        initializationOptions: { arguments: serverArguments() },
        initializationFailedHandler: (error) => {
          this.report(`romas-lsp does not start: ${error.message}`);
          return false;
        },
      },
    );
    this.client = client;
    try {
      await client.start();
    } catch {
      // The client, or the handler above, has said it.
    }
  }

  // Nobody waits for the answer.
  private report(message: string): void {
    void window.showErrorMessage(message, OPEN_SETTINGS, TRY_AGAIN).then((choice) => {
      if (choice === TRY_AGAIN) return this.restart();
      if (choice === OPEN_SETTINGS) return commands.executeCommand("workbench.action.openSettings", "romas.server");
      return undefined;
    });
  }
}
