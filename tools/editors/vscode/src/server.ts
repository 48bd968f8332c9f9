// The language server: started with the first robot description that is open, and again when its settings
// change.
import { type Disposable, EventEmitter, commands, window, workspace } from "vscode";
import { type BaseLanguageClient, CloseAction, type LanguageClientOptions } from "vscode-languageclient";
import { hasGit } from "./comparison";
import type { LensArgument } from "./expanded";
import { descriptions, isDescription, serverArguments } from "./settings";

const OPEN_SETTINGS = "Open Settings";
const TRY_AGAIN = "Try Again";

// Makes the client of a server that has not started. An error says in a sentence why there is no server.
export type MakeClient = (options: LanguageClientOptions) => Promise<BaseLanguageClient>;

export class Server implements Disposable {
  private client: BaseLanguageClient | undefined;
  private wanted = false;
  private readonly started = new EventEmitter<void>();
  readonly onStarted = this.started.event;
  // What a lens of the server with this command does: its answer is data.
  showExpanded: (about?: LensArgument) => Promise<void> = () => Promise.resolve();
  // One after the other: a restart waits for the start before it.
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly makeClient: MakeClient) {}

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
    let refused = false;
    const options: LanguageClientOptions = {
      documentSelector: descriptions(),
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
    };
    let client: BaseLanguageClient;
    try {
      client = await this.makeClient(options);
    } catch (error) {
      this.report(error instanceof Error ? error.message : String(error));
      return;
    }
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
