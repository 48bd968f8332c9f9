// Packs the folder of the extension: node pack.mjs FOLDER FILE.vsix. Equal folders make equal files, bit for
// bit.
import { createRequire } from "node:module";
import { resolve } from "node:path";

const require = createRequire(import.meta.url);
const { ZipFile } = require("yazl");
const { createVSIX } = require("@vscode/vsce");

// vsce 2 gives each file the time of its making, and knows no SOURCE_DATE_EPOCH; vsce 3 needs a newer Node
// than Debian 12 has. The time of a ZIP archive is that of a clock on the wall, without a zone.
process.env.TZ = "UTC";
const mtime = new Date(Date.UTC(1980, 0, 1));
for (const name of ["addFile", "addBuffer"]) {
  const add = ZipFile.prototype[name];
  ZipFile.prototype[name] = function (content, path, options) {
    add.call(this, content, path, { ...options, mtime, mode: 0o100644 });
  };
}

const [cwd, packagePath] = process.argv.slice(2).map((path) => resolve(path));
process.chdir(cwd); // vsce looks for the sizes of files here
await createVSIX({
  cwd,
  packagePath,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
