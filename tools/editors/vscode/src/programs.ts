// Where the programs of the compiler are.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type Uri, workspace } from "vscode";

const SUFFIX = process.platform === "win32" ? ".exe" : "";

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name + SUFFIX)).find(isProgram);
}

// The setting is one of the machine: a folder that is opened cannot name a program.
export function serverSetting(): string {
  return workspace.getConfiguration("romas").get("server.path", "").trim();
}

// romas-lsp: from PATH, else from the setting.
export function findServer(): string | undefined {
  const setting = serverSetting();
  return onPath("romas-lsp") ?? (setting !== "" && isProgram(setting) ? setting : undefined);
}

// From PATH, else beside the server.
export function findProgram(name: "romas-studio"): string | undefined {
  const found = onPath(name);
  if (found !== undefined) return found;
  const setting = serverSetting();
  const beside = join(dirname(setting), name + SUFFIX);
  return setting !== "" && isProgram(beside) ? beside : undefined;
}

// Where relative paths of options begin: the folder of the workspace that has the file, else its first, else
// the file's own.
export function workingFolder(file?: Uri): string | undefined {
  const folder = (file && workspace.getWorkspaceFolder(file)) ?? workspace.workspaceFolders?.[0];
  return folder?.uri.fsPath ?? (file && dirname(file.fsPath));
}
