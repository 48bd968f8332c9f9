// The extension in a browser, such as on vscode.dev: the server runs in a worker, and files are those of the editor.
import { type ExtensionContext, window } from "vscode";
import { start } from "./extension";
import { clientMaker } from "./server_browser";

export { deactivate } from "./extension";

function refuse(): void {
  void window.showInformationMessage("A browser cannot start romas-studio: open this folder on a desktop.");
}

export const activate = (context: ExtensionContext): void =>
  start(context, clientMaker(context.extensionUri), { openStudio: refuse, showPreview: refuse });
