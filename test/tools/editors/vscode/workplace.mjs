// A folder with programs and files for one test, and the editor in it.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { extension } from "./packages.mjs";
import { Editor } from "./stand_in/editor.mjs";

const PROGRAMS = process.env.ROMAS_PROGRAMS; // the folder with romasc and romas-lsp

export async function until(what, condition) {
  for (let waited = 0; waited < 30_000; waited += 20) {
    const value = await condition();
    if (value) return value;
    await sleep(20);
  }
  throw new Error(`waited in vain for ${what}`);
}

export class Workplace {
  constructor(name) {
    this.folder = join(process.env.ROMAS_TEST_FOLDER, name);
    rmSync(this.folder, { recursive: true, force: true });
    process.env.TMPDIR = this.file("tmp");
    mkdirSync(process.env.TMPDIR);
    this.setPath(PROGRAMS);
  }

  // These folders alone: a package that is installed must not be found.
  setPath(...folders) {
    process.env.PATH = folders.join(":");
  }

  file(name, text) {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (text !== undefined) writeFileSync(path, text);
    return path;
  }

  // A folder whose romas-lsp writes its process and folder into a file each time it starts, and is the real
  // one.
  recorder(name) {
    const log = this.file(`${name}.log`, "");
    const program = this.file(
      `${name}/romas-lsp`,
      `#!/bin/sh\necho "$$ $PWD" >> '${log}'\nexec '${PROGRAMS}/romas-lsp' "$@"\n`,
    );
    chmodSync(program, 0o755);
    const lines = () => readFileSync(log, "utf8").split("\n").slice(0, -1);
    return {
      folder: dirname(program),
      program,
      starts: () => lines().map((line) => line.slice(line.indexOf(" ") + 1)), // the folder of each
      processes: () => lines().map((line) => Number.parseInt(line, 10)),
    };
  }

  start(settings = {}, options = {}) {
    this.editor = new Editor(extension, { folders: [this.folder], settings, ...options });
    this.editor.activate();
    return this.editor;
  }

  async end() {
    await this.editor?.close();
  }
}
