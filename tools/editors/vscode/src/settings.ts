// What the settings say, and which files are meant.
import { dirname } from "node:path";
import { type DocumentFilter, type TextDocument, Uri, languages, workspace } from "vscode";

// The language of XML that is told by its root.
export const ROBOT_XML = "robot-xml";

// The other files are told by name, whatever language they are shown as: another extension may have an id of its
// own for URDF.
export const DESCRIPTIONS: DocumentFilter[] = [
  { scheme: "file", language: ROBOT_XML },
  { scheme: "file", language: "romas" },
  { scheme: "file", pattern: "**/*.{urdf,xacro,sdf,world,srdf,mjcf,romas}" },
  { scheme: "file", pattern: "**/*.{block,assembly}.xml" },
];

export const isDescription = (document: TextDocument): boolean => languages.match(DESCRIPTIONS, document) > 0;

// The options for the server, and for romas-studio where it does the same work.
export function inputArguments(): string[] {
  return workspace.getConfiguration("romas").get<string[]>("server.arguments", []);
}

export function serverArguments(): string[] {
  const profile = workspace.getConfiguration("romas").get<string[]>("profile", []);
  return [...(profile.length > 0 ? [`--profile=${profile.join(",")}`] : []), ...inputArguments()];
}

// Where relative paths of options begin: the folder of the workspace that has the file, else its first, else
// the file's own.
export function workingFolder(file?: Uri): string | undefined {
  const folder = (file && workspace.getWorkspaceFolder(file)) ?? workspace.workspaceFolders?.[0];
  return folder?.uri.fsPath ?? (file && dirname(file.fsPath));
}
