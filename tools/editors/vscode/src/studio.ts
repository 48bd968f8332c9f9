// romas-studio in a terminal: it serves its page on 127.0.0.1 alone, and Ctrl-C or closing the terminal ends
// it.
import { window } from "vscode";
import { findProgram, workingFolder } from "./programs";
import { inputArguments, isDescription } from "./settings";

export function openStudio(): void {
  const studio = findProgram("romas-studio");
  if (studio === undefined) {
    void window.showErrorMessage(
      "romas-studio was found neither on PATH nor beside the server that romas.server.path names.",
    );
    return;
  }
  const document = window.activeTextEditor?.document;
  const file = document && isDescription(document) ? document.uri : undefined;
  const folder = workingFolder(file);
  const options = [
    ...inputArguments(),
    ...(folder !== undefined ? ["--root", folder] : []),
    ...(file ? [file.fsPath] : []),
  ];
  window
    .createTerminal({
      name: "romas-studio",
      shellPath: studio,
      shellArgs: options,
      ...(folder !== undefined && { cwd: folder }),
    })
    .show();
}
