// The extension: a language server, and commands. It knows nothing of robots. main_node.ts and main_browser.ts start it, each
// with its own server.
import { type ExtensionContext, type Uri, commands } from "vscode";
import { ActiveRoot } from "./active_root";
import { Comparisons } from "./comparison";
import { ExpandedTexts } from "./expanded";
import { RobotXml } from "./robot_xml";
import { type MakeClient, Server } from "./server";

let server: Server | undefined;

// Commands that need a program beside the server.
export interface Views {
  openStudio(): void;
  showPreview(file?: Uri): void | Promise<void>;
}

export function start(context: ExtensionContext, makeClient: MakeClient, views: Views): void {
  const started = new Server(makeClient);
  server = started;
  const expanded = new ExpandedTexts((command, argument) => started.ask(command, argument));
  started.showExpanded = (about) => expanded.show(about);
  const comparisons = new Comparisons((uri, text) => started.ask("romas.compare", { uri, with: text }));
  const root = new ActiveRoot((command, argument) => started.ask(command, argument));
  context.subscriptions.push(
    ...new RobotXml().watch(),
    ...started.watch(),
    ...root.watch(started.onStarted),
    ...expanded.register(),
    ...comparisons.register(),
    commands.registerCommand("romas.restartServer", () => started.restart()),
    commands.registerCommand("romas.showExpanded", (file?: Uri) => expanded.show(file)),
    commands.registerCommand("romas.revealInExpanded", () => expanded.show(undefined, true)),
    commands.registerCommand("romas.compareWithHead", (about?: { uri: string }) => comparisons.show(about)),
    commands.registerCommand("romas.chooseRoot", () => root.choose()),
    commands.registerCommand("romas.openStudio", () => views.openStudio()),
    commands.registerCommand("romas.showPreview", (file?: Uri) => views.showPreview(file)),
  );
}

export function deactivate(): Promise<void> | undefined {
  return server?.dispose();
}
