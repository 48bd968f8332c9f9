// A stand-in of the extension "vscode.git" with one repository, which the program git reads.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export function gitOf(folder) {
  const run = promisify(execFile);
  const git = {
    folder,
    isActive: false,
    activate: async () => {
      git.isActive = true;
      return git.exports;
    },
    exports: {
      enabled: true,
      getAPI(version) {
        if (version !== 1) throw new Error(`git has no API ${version}`);
        return { getRepository: ({ fsPath }) => (fsPath.startsWith(`${git.folder}/`) ? repository : null) };
      },
    },
  };
  const repository = {
    async show(ref, path) {
      if (!path.startsWith(`${git.folder}/`)) throw new Error(`${path} is no absolute path in the repository`);
      const word = `${ref}:${path.slice(git.folder.length + 1)}`;
      return (await run("git", ["show", word], { cwd: git.folder, env: { PATH: "/usr/bin:/bin" } })).stdout;
    },
  };
  return git;
}
