// Packages lie in the build folder, and these tests in the sources.
import { createRequire } from "node:module";
import { join } from "node:path";

export const requirePackage = createRequire(join(process.env.ROMAS_VSCODE_PACKAGES, "package.json"));
// The folder of the extension, as it lies in the .vsix.
export const extension = process.env.ROMAS_VSCODE_EXTENSION;
