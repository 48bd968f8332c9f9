// The extension on a desktop: the server of the system, else the one of the extension.
import type { ExtensionContext } from "vscode";
import { start } from "./extension";
import { Preview } from "./preview";
import { makeClient } from "./server_node";
import { openStudio } from "./studio";

export { deactivate } from "./extension";

export function activate(context: ExtensionContext): void {
  const preview = new Preview();
  context.subscriptions.push(...preview.watch());
  start(context, makeClient, { openStudio, showPreview: (file) => preview.show(file) });
}
