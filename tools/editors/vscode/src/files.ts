// Files as the editor and as the server name them. A desktop's server reads the disk. In a browser there is none: files of
// every scheme lie in the server's memory, vscode-vfs://github/a/b.urdf as /vscode-vfs/github/a/b.urdf.
import { Uri, workspace } from "vscode";

declare const IN_BROWSER: boolean; // build.mjs sets it for each bundle

const NO_AUTHORITY = "-";

// The schemes of files that the server can read.
export function schemes(): string[] {
  if (!IN_BROWSER) return ["file"];
  return [...new Set(["file", "vscode-vfs", ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)])];
}

export const nameOf = (uri: Uri): string => uri.path.slice(uri.path.lastIndexOf("/") + 1);

export function serverUri(uri: Uri): string {
  if (!IN_BROWSER) return uri.toString();
  return Uri.from({ scheme: "file", path: serverPath(uri) }).toString();
}

// The path of a file in the memory of a server in a browser.
export const serverPath = ({ scheme, authority, path }: Uri): string =>
  `/${scheme}/${authority || NO_AUTHORITY}${path}`;

export function editorUri(text: string): Uri {
  const uri = Uri.parse(text);
  if (!IN_BROWSER || uri.scheme !== "file") return uri;
  const [, scheme = "", authority = "", ...path] = uri.path.split("/");
  return Uri.from({ scheme, authority: authority === NO_AUTHORITY ? "" : authority, path: `/${path.join("/")}` });
}
