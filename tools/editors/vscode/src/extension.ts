// The extension: a language server, and three commands. It knows nothing of robots.
import { type ExtensionContext, type Uri, commands } from "vscode";
import { ExpandedTexts } from "./expanded";
import { Server } from "./server";
import { openStudio } from "./studio";

let server: Server | undefined;

export function activate(context: ExtensionContext): void {
  const started = new Server();
  server = started;
  const expanded = new ExpandedTexts();
  context.subscriptions.push(
    ...started.watch(),
    ...expanded.register(),
    commands.registerCommand("romas.restartServer", () => started.restart()),
    commands.registerCommand("romas.showExpanded", (file?: Uri) => expanded.show(file)),
    commands.registerCommand("romas.openStudio", openStudio),
  );
}

export function deactivate(): Promise<void> | undefined {
  return server?.dispose();
}
