// What the settings say, and which files are meant.
import { type DocumentFilter, type TextDocument, languages, workspace } from "vscode";
import { schemes } from "./files";

// The language of XML that is told by its root.
export const ROBOT_XML = "robot-xml";

// The other files are told by name, whatever language they are shown as: another extension may have an id of its
// own for URDF.
const DESCRIPTIONS = [
  { language: ROBOT_XML },
  { language: "romas" },
  { pattern: "**/*.{urdf,xacro,sdf,world,srdf,mjcf,romas}" },
  { pattern: "**/*.{block,assembly}.xml" },
];

export type Description = { scheme: string } & ({ language: string } | { pattern: string });

export const descriptions = (): Description[] =>
  schemes().flatMap((scheme) => DESCRIPTIONS.map((filter) => ({ scheme, ...filter }) as Description));

export const isDescription = (document: TextDocument): boolean =>
  languages.match(descriptions() as DocumentFilter[], document) > 0;

// The options for the server, and for romas-studio where it does the same work.
export function inputArguments(): string[] {
  return workspace.getConfiguration("romas").get<string[]>("server.arguments", []);
}

export function serverArguments(): string[] {
  const profile = workspace.getConfiguration("romas").get<string[]>("profile", []);
  return [...(profile.length > 0 ? [`--profile=${profile.join(",")}`] : []), ...inputArguments()];
}
