// The compiler in a worker of the page, which answers as romas-studio does. The page keeps a copy of all files: a worker that takes too
// long, or is out of memory, is ended, and another one takes its place.
import { signal } from "@preact/signals";
import type { Line, LineEvents, Method, Program, Reply, Sent } from "../program";
import { language } from "../state";
import { texts } from "./text";

export type FileBytes = Uint8Array<ArrayBuffer>;

// All files by their paths, which begin with FOLDER.
export const FOLDER = "/robot";
const files = new Map<string, FileBytes>();
// Grows when the files are others.
export const filesChanged = signal(0);

export const bytesOf = (path: string) => files.get(path);
export const paths = () => [...files.keys()];

interface WorkerReply {
  id: number;
  revision: number;
  failed?: "stack" | "memory" | "fault";
  detail?: string;
  status?: number;
  etag?: string;
  type?: string;
  bytes?: ArrayBuffer;
  written?: [string, FileBytes][];
  kind?: number;
  robots?: string[];
}

const START_SECONDS = 60; // for the program to be fetched and started
const MOST_STARTS = 3; // of workers of which none answers

const POSES = 0; // the kinds of answers to a question about poses: LiveAnswer::Kind
const EVENT = 1;

// How long an answer may take, in seconds: ?seconds=N of the address.
const seconds = Math.min(600, Math.max(1, Number(new URLSearchParams(location.search).get("seconds")) || 30));

const stored = (key: string) => {
  try {
    return localStorage.getItem(`romasc ${key}`) ?? "";
  } catch {
    return ""; // the browser keeps nothing for this page
  }
};
const store = (key: string, value: string) => {
  try {
    localStorage.setItem(`romasc ${key}`, value);
  } catch {
    // The browser keeps nothing for this page.
  }
};

const utf8 = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;
const replyOf = (status: number, answer: unknown): Reply => ({ status, etag: "", type: "application/json", bytes: utf8(JSON.stringify(answer)) });

// Called with each file that the program or the page has written; null: it is gone.
type Follower = (written: [string, FileBytes | null][], byProgram: boolean) => void;
const followers: Follower[] = [];
export const followFiles = (follower: Follower) => void followers.push(follower);

export class Core implements Program {
  private worker: Worker | null = null;
  private compiled: Promise<WebAssembly.Module> | null = null;
  private hold: object[] | null = null; // messages that wait for the program
  private waiting = new Map<number, (reply: WorkerReply | null, why: string) => void>();
  private timer = 0;
  private asked = 0;
  private revision = 0;
  private line: LineEvents | null = null;
  private open = ""; // what is open, as it was asked for
  private mustOpen = false; // the worker took the place of another one, and has nothing open
  private lastWritten: string[] = []; // by the last request that wrote files
  private isStarting = false; // the worker has not answered yet
  private fruitless = 0; // workers that were ended since one has answered
  private broken = ""; // why no more of them are started; empty: they are

  constructor(
    private readonly script: string,
    private readonly source: string,
  ) {}

  // Starts the worker before anybody asks.
  begin(): void {
    this.compiled ??= WebAssembly.compileStreaming(fetch(this.source));
    const worker = new Worker(this.script, { type: "module" });
    this.worker = worker;
    this.isStarting = true;
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => {
      if (this.worker === worker) this.take(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (this.worker === worker) this.replace("fault", event.message);
    });
    const id = this.expect(() => undefined);
    const start = (compiled: WebAssembly.Module) => ({
      id,
      task: "start",
      compiled,
      files: [...files],
      words: [`--root=${FOLDER}`, `--package-path=${FOLDER}`],
      environment: { ROMAS_FIRST_REVISION: `${this.revision}` },
    });
    const held: object[] = [];
    this.hold = held; // messages follow the program
    this.compiled.then(
      (compiled) => {
        if (this.worker !== worker) return;
        this.hold = null;
        for (const message of [start(compiled), ...held]) worker.postMessage(message);
      },
      (problem) => {
        if (this.worker === worker) this.replace("fault", String(problem));
      },
    );
  }

  async greet(): Promise<Reply> {
    if (!this.worker) this.begin();
    const preferences = stored("preferences");
    if (preferences !== "") await this.ask("POST", "/api/preferences", { body: preferences });
    return this.ask("POST", "/api/hello", { body: "{}" });
  }

  async ask(method: Method, target: string, { body = "", etag = "" }: Sent): Promise<Reply> {
    if (target.startsWith("/api/view")) return this.answerView(method, target, body);
    const opens = target === "/api/open" ? (JSON.parse(body) as { path: string }).path : "";
    const { reply, why } = await this.send({ task: "ask", method, target, etag, body });
    if (!reply) return replyOf(503, { error: { code: "ended", message: why, diagnostics: [] } });
    if (target === "/api/preferences" && method === "POST" && reply.status === 200) store("preferences", body);
    if (opens !== "" && reply.status === 200) [this.open, this.mustOpen] = [opens, false];
    if (reply.written && reply.written.length > 0) {
      this.lastWritten = reply.written.map(([path]) => path);
      this.keep(reply.written, true);
    }
    return { status: reply.status ?? 500, etag: reply.etag ?? "", type: reply.type ?? "", bytes: reply.bytes ?? new ArrayBuffer(0) };
  }

  openLine(events: LineEvents): Line {
    this.line = events;
    return {
      isOpen: true,
      send: (question) =>
        void this.send({ task: "pose", bytes: question }, [question]).then(({ reply }) => {
          if (reply?.kind === POSES && reply.bytes) events.heard(reply.bytes);
          else if (reply?.kind === EVENT && reply.bytes) events.heard(new TextDecoder().decode(reply.bytes));
        }),
    };
  }

  // Writes files of the page's; null: the file goes. What is open is read again.
  async write(changed: [string, FileBytes | null][]): Promise<void> {
    this.keep(changed, false);
    if (!this.worker && this.broken === "") return; // it begins with all files
    const { reply } = await this.send({ task: "write", files: changed });
    if (reply && this.mustOpen && this.open !== "") {
      this.mustOpen = false;
      await this.ask("POST", "/api/open", { body: JSON.stringify({ path: this.open, revision: this.revision }) });
    }
  }

  // The files that may describe a robot.
  robots = async (): Promise<string[]> => (await this.send({ task: "robots" })).reply?.robots ?? [];

  // The files that the last request wrote.
  written = (): string[] => this.lastWritten;

  private keep(changed: [string, FileBytes | null][], byProgram: boolean): void {
    for (const [path, bytes] of changed) {
      if (bytes === null) files.delete(path);
      else files.set(path, bytes);
    }
    for (const follow of followers) follow(changed, byProgram);
    filesChanged.value += 1;
  }

  private answerView(method: Method, target: string, body: string): Reply {
    if (method === "GET") {
      const robot = new URLSearchParams(target.slice(target.indexOf("?") + 1)).get("robot") ?? "";
      return replyOf(200, { revision: this.revision, text: stored(`view ${robot}`) });
    }
    const { robot, text } = JSON.parse(body) as { robot: string; text: string };
    store(`view ${robot}`, text);
    return replyOf(200, { revision: this.revision });
  }

  private send(message: object, transfer: Transferable[] = []): Promise<{ reply: WorkerReply | null; why: string }> {
    if (this.broken !== "") return Promise.resolve({ reply: null, why: this.broken });
    return new Promise((settle) => {
      const id = this.expect((reply, why) => settle({ reply, why }));
      if (this.hold) this.hold.push({ id, ...message });
      else this.worker?.postMessage({ id, ...message }, transfer);
    });
  }

  // The number of a message whose reply is waited for.
  private expect(settle: (reply: WorkerReply | null, why: string) => void): number {
    const id = ++this.asked;
    this.waiting.set(id, settle);
    if (this.waiting.size === 1) this.watch();
    return id;
  }

  // Messages are answered one after another: each has the whole time from the answer before.
  private watch(): void {
    clearTimeout(this.timer);
    const most = this.isStarting ? Math.max(START_SECONDS, seconds) : seconds;
    if (this.waiting.size > 0) this.timer = setTimeout(() => this.replace("time", ""), 1000 * most) as unknown as number;
  }

  private take(reply: WorkerReply): void {
    if (reply.failed) return this.replace(reply.failed, reply.detail ?? "");
    this.fruitless = 0;
    this.isStarting = false;
    const settle = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    this.watch();
    const isOther = reply.revision !== this.revision;
    this.revision = reply.revision;
    settle?.(reply, "");
    if (isOther) this.line?.heard(JSON.stringify({ event: "changed", revision: reply.revision }));
  }

  // Ends the worker and starts another one. All that wait are told why.
  private replace(reason: "time" | "stack" | "memory" | "fault", detail: string): void {
    this.worker?.terminate();
    clearTimeout(this.timer);
    const why = texts[language.value].ended[reason](reason === "time" ? String(seconds) : detail);
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    this.mustOpen = true;
    if (++this.fruitless < MOST_STARTS) this.begin();
    else [this.worker, this.broken] = [null, why];
    for (const settle of waiting) settle(null, why);
    for (const hear of this.ends) hear(why);
  }
  private readonly ends: ((why: string) => void)[] = [];
  // Calls a function with each reason for which a worker was ended.
  whenEnded = (hear: (why: string) => void): void => void this.ends.push(hear);
}
