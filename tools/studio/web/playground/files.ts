// Files that the user hands over: single ones, folders with all that is in them, archives. Limits hold before anything is kept.
import { signal } from "@preact/signals";
import { dialog, language, openPath, refusal } from "../state";
import { type Core, type FileBytes, FOLDER } from "./core";
import { texts } from "./text";

export const MOST = { files: 20_000, bytes: 512e6, ratio: 1000 };
const SECONDS = 20; // for an archive

type Refused = keyof (typeof texts)["en"]["refused"];
class RefusedFiles extends Error {}
const refuse = (why: Refused, detail: string): never => {
  throw new RefusedFiles(texts[language.value].refused[why](detail));
};

export const isReading = signal(false);
// The files that may describe a robot, of those that were read last; null before any.
export const robots = signal<string[] | null>(null);

type Named = [string, FileBytes];

// Counts what is read, and refuses what is too much.
class Budget {
  private count = 0;
  private bytes = 0;
  take(bytes: number): void {
    this.count += 1;
    this.bytes += bytes;
    if (this.count > MOST.files) refuse("files", MOST.files.toLocaleString());
    if (this.bytes > MOST.bytes) refuse("bytes", String(MOST.bytes / 1e6));
  }
}

const bytesOf = async (file: Blob): Promise<FileBytes> => new Uint8Array(await file.arrayBuffer());

function unpack(bytes: ArrayBuffer): Promise<Named[]> {
  const worker = new Worker("./unzip.js", { type: "module" });
  return new Promise<Named[]>((settle, fail) => {
    const give = (why: Refused, detail: string) => {
      try {
        refuse(why, detail);
      } catch (problem) {
        fail(problem);
      }
    };
    const timer = setTimeout(() => give("time", String(SECONDS)), 1000 * SECONDS);
    worker.addEventListener("message", ({ data }: MessageEvent<{ files?: Named[]; refused?: "files" | "bytes" | "ratio" | "broken" }>) => {
      clearTimeout(timer);
      if (data.files) settle(data.files);
      else if (data.refused === "bytes") give("bytes", String(MOST.bytes / 1e6));
      else give(data.refused ?? "broken", data.refused === "ratio" ? String(MOST.ratio) : MOST.files.toLocaleString());
    });
    worker.addEventListener("error", () => give("broken", ""));
    worker.postMessage({ bytes, most: MOST }, [bytes]);
  }).finally(() => worker.terminate());
}

// The files of an archive by their names in FOLDER. Where they do not lie in folders, the archive's name becomes one.
export async function filesOfArchive(name: string, bytes: ArrayBuffer): Promise<Named[]> {
  const files = await unpack(bytes);
  const outside = files.find(([path]) => path.startsWith("/") || path.split(/[\\/]/).includes(".."));
  if (outside) refuse("outside", outside[0]);
  const isFlat = files.some(([path]) => !path.includes("/"));
  const stem = name.replace(/\.[^.]*$/, "") || "archive";
  return files.map(([path, content]) => [isFlat ? `${stem}/${path}` : path, content]);
}

const isArchive = (name: string) => /\.zip$/i.test(name);

async function readFile(name: string, file: File, budget: Budget): Promise<Named[]> {
  budget.take(file.size);
  const bytes = await bytesOf(file);
  return isArchive(name) ? filesOfArchive(file.name, bytes.buffer) : [[name, bytes]];
}

async function readEntry(entry: FileSystemEntry, budget: Budget): Promise<Named[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((settle, fail) => (entry as FileSystemFileEntry).file(settle, fail));
    return readFile(entry.fullPath.slice(1), file, budget);
  }
  if (entry.name.startsWith(".")) return []; // .git and its like
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Named[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((settle, fail) => reader.readEntries(settle, fail)); // a hundred at a time
    if (some.length === 0) return found;
    for (const one of some) found.push(...(await readEntry(one, budget)));
  }
}

// Keeps the files, and opens the robot among them, or lets the user choose one.
async function keep(core: Core, files: Named[]): Promise<void> {
  const written = files.map(([name, bytes]): Named => [`${FOLDER}/${name}`, bytes]);
  await core.write(written);
  const fresh = new Set(written.map(([path]) => path));
  const found = (await core.robots()).filter((path) => fresh.has(path));
  robots.value = found;
  const only = found.length === 1 ? found[0] : undefined;
  if (only !== undefined) await openPath(only);
  else dialog.value = "files";
}

async function takeFiles(core: Core, read: () => Promise<Named[]>): Promise<void> {
  refusal.value = "";
  isReading.value = true;
  try {
    await keep(core, await read());
  } catch (problem) {
    if (!(problem instanceof RefusedFiles)) throw problem;
    refusal.value = problem.message;
  } finally {
    isReading.value = false;
  }
}

export function takeDrop(core: Core, data: DataTransfer): Promise<void> {
  // The browser forgets the items at the end of the event.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return takeChosen(core, data.files); // they do not come from a disk
  const budget = new Budget();
  return takeFiles(core, async () => {
    const found: Named[] = [];
    for (const entry of entries) found.push(...(await readEntry(entry, budget)));
    return found;
  });
}

export function takeChosen(core: Core, list: FileList): Promise<void> {
  const kept = [...list]; // the browser forgets the list, too
  const budget = new Budget();
  return takeFiles(core, async () => {
    const found: Named[] = [];
    for (const file of kept) {
      const path = file.webkitRelativePath || file.name;
      if (!path.split("/").slice(0, -1).some((part) => part.startsWith("."))) found.push(...(await readFile(path, file, budget)));
    }
    return found;
  });
}

// Loads an archive of this page's own and opens one of its files.
export async function openExample(core: Core, archive: string, path: string): Promise<void> {
  refusal.value = "";
  try {
    const response = await fetch(archive).catch(() => null);
    if (!response?.ok) return refuse("fetch", archive);
    const files = await filesOfArchive(archive, await response.arrayBuffer());
    const written = files.map(([name, bytes]): Named => [`${FOLDER}/${name}`, bytes]);
    await core.write(written);
    robots.value = (await core.robots()).filter((one) => written.some(([name]) => name === one));
    await openPath(`${FOLDER}/${path}`);
  } catch (problem) {
    if (!(problem instanceof RefusedFiles)) throw problem;
    refusal.value = problem.message;
  }
}
