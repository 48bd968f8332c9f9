// The extension on a desktop: the server of the system, else the one of the extension.
import type { ExtensionContext } from "vscode";
import { start } from "./extension";
import { makeClient } from "./server_node";
import { openStudio } from "./studio";

export { deactivate } from "./extension";

export const activate = (context: ExtensionContext): void => start(context, makeClient, openStudio);
