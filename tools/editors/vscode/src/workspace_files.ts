// The files of a workspace without a disk, for a server that reads its memory.
import { type Uri, window, workspace } from "vscode";
import { serverPath } from "./files";

// A file's path, and its content; null: it is gone.
export type Written = [path: string, content: Uint8Array | null];

const TEXTS = "**/*.{urdf,xacro,sdf,world,srdf,mjcf,romas,xml,yaml,yml,json,config,launch,editorconfig}";
const MESHES = "**/*.{stl,STL,obj,OBJ,dae,DAE,glb,gltf,ply,msh,png,jpg}";
const SKIPPED = "**/{node_modules,.git}/**";
const MOST_FILES = 5_000; // of each kind
const MOST_BYTES = 128 * 1024 * 1024;
const AT_ONCE = 16;

// Every file that a description may read, texts first. A message says what was too much.
export async function readWorkspace(): Promise<Written[]> {
  const read: Written[] = [];
  let bytes = 0;
  let left = 0;
  for (const glob of [TEXTS, MESHES]) {
    const waiting = (await workspace.findFiles(glob, SKIPPED, MOST_FILES + 1)).sort((a, b) =>
      a.toString() < b.toString() ? -1 : 1,
    );
    left += waiting.splice(MOST_FILES).length;
    const work = async () => {
      for (let uri = waiting.shift(); uri !== undefined; uri = waiting.shift()) {
        const { size } = await workspace.fs.stat(uri);
        if (bytes + size > MOST_BYTES) {
          left += 1;
          continue;
        }
        bytes += size;
        read.push(await readFile(uri));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  if (left > 0)
    void window.showWarningMessage(
      `${left} files or more of this workspace are not read: a browser's server takes ${MOST_FILES} texts, as many meshes, ` +
        `and ${MOST_BYTES / 1024 / 1024} MB. Findings about missing files may be wrong; open a smaller folder.`,
    );
  return read;
}

// A file that cannot be read counts as gone.
export async function readFile(uri: Uri): Promise<Written> {
  try {
    return [serverPath(uri), await workspace.fs.readFile(uri)];
  } catch {
    return [serverPath(uri), null];
  }
}
