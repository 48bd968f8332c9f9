// What a description is after expansion, as romasc prints it, in a read-only document.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Disposable,
  EventEmitter,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from "vscode";
import { findProgram } from "./programs";
import { inputArguments, isDescription, workingFolder } from "./settings";

const SCHEME = "romas-expanded";
const LONGEST_MS = 60_000;

// romas-expanded:/arm.urdf?/folder/arm.urdf.xacro: the text that romasc names arm.urdf.
const uriOf = (file: Uri, name: string): Uri =>
  Uri.from({ scheme: SCHEME, path: `/${name}`, query: file.toString() });

interface Outcome {
  texts: Map<string, string>; // by name of the file that romasc writes: one for each robot of the file
  problem: string; // empty: there is none
}

function run(program: string, options: string[], folder: string | undefined): Promise<string> {
  return new Promise((done) => {
    const settings = { cwd: folder, timeout: LONGEST_MS, maxBuffer: 64 * 1024 * 1024, windowsHide: true };
    execFile(program, options, settings, (error, _output, said) => {
      if (error === null) return done("");
      const line = said.split("\n").find((text) => text.includes("error:"));
      done(line ?? (error.killed ? `it took longer than ${LONGEST_MS / 1000} s` : error.message));
    });
  });
}

async function expand(file: Uri): Promise<Outcome> {
  const texts = new Map<string, string>();
  const romasc = findProgram("romasc");
  if (romasc === undefined)
    return {
      texts,
      problem: "romasc was found neither on PATH nor beside the server that romas.server.path names.",
    };
  const made = await mkdtemp(join(tmpdir(), "romas-expanded-"));
  try {
    const options = [...inputArguments(), file.fsPath, "--emit=expanded", "-o", `${made}/`];
    const problem = await run(romasc, options, workingFolder(file));
    for (const name of (await readdir(made)).sort())
      texts.set(name, await readFile(join(made, name), "utf8"));
    return { texts, problem };
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

export class ExpandedTexts implements TextDocumentContentProvider, Disposable {
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;
  // The last text of each document: it stays while the description has errors.
  private readonly last = new Map<string, string>();

  register(): Disposable[] {
    return [
      this,
      workspace.registerTextDocumentContentProvider(SCHEME, this),
      workspace.onDidCloseTextDocument((document) => this.last.delete(document.uri.toString())),
      // Any file may be included by one that is shown.
      workspace.onDidSaveTextDocument((document) => {
        if (!isDescription(document)) return;
        for (const shown of workspace.textDocuments)
          if (shown.uri.scheme === SCHEME) this.changed.fire(shown.uri);
      }),
    ];
  }

  dispose(): void {
    this.changed.dispose();
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const { texts, problem } = await expand(Uri.parse(uri.query));
    const name = uri.path.slice(1);
    const text = texts.get(name) ?? this.last.get(uri.toString());
    if (text === undefined) throw new Error(problem || `${name} is not made any more`);
    this.last.set(uri.toString(), text);
    return text;
  }

  // The command: of the file that is shown, or the one that a menu gives.
  async show(given?: Uri): Promise<void> {
    const file = given ?? window.activeTextEditor?.document.uri;
    if (file?.scheme !== "file") {
      void window.showInformationMessage("The expanded text is that of a file on the disk: open one first.");
      return;
    }
    const { texts, problem } = await expand(file);
    if (texts.size === 0) {
      void window.showErrorMessage(`There is no expanded text: ${problem || "the file makes no robot"}`);
      return;
    }
    const names = [...texts.keys()];
    const name =
      names.length === 1
        ? names[0]
        : await window.showQuickPick(names, { placeHolder: "Which robot of this file?" });
    if (name === undefined) return;
    const uri = uriOf(file, name);
    this.last.set(uri.toString(), texts.get(name)!);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }
}
