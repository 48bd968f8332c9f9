// Generate/Compile Code: what the project is, the progress of its build, and the run of its program.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { FindingList } from "../panels/finding_list";
import { FolderList } from "../panels/folder_list";
import { Modal } from "../panels/modal";
import { positions } from "../joints";
import type { Diagnostic } from "../scene";
import { Refusal } from "../server";
import { attempt, currentRevision, readOnly, scene, text } from "../state";
import * as requests from "./project_requests";
import type { Build, Job, Wish } from "./project_requests";
import { play } from "./player";

export const build = signal<Build | null>(null);
export const run = signal<Job | null>(null);

// What a job has written, as far as it is shown; `next` counts all lines.
const said = { build: signal<string[]>([]), run: signal<string[]>([]) };
const next = { build: 0, run: 0 };
const SHOWN_LINES = 500;

function append(which: "build" | "run", job: Job): void {
  const known = Math.max(0, next[which] - job.first_line);
  said[which].value = [...said[which].value, ...job.lines.slice(known)].slice(-SHOWN_LINES);
  next[which] = Math.max(next[which], job.first_line + job.lines.length);
}

function forget(which: "build" | "run"): void {
  next[which] = 0;
  said[which].value = [];
}

// One request after the other: an answer that overtakes another would be told twice, or belong to an earlier job.
let last: Promise<void> = Promise.resolve();
const inTurn = (action: () => Promise<void>) => (last = last.catch(() => undefined).then(() => attempt(action)));
let waits = false;

// The program says that a job has gone on.
export function follow(): void {
  if (waits) return;
  waits = true;
  void inTurn(async () => {
    waits = false;
    const before = run.value?.state;
    build.value = await requests.readBuild(next.build);
    append("build", build.value);
    run.value = await requests.readRun(next.run);
    append("run", run.value);
    if (before === "running" && run.value.state === "done") play(await requests.readLog());
  });
}

const identifier = (name: string) => name.replace(/[^A-Za-z0-9_]/g, "_").replace(/^(?=\d)/, "_") || "robot";

function Output({ job, lines }: { job: Job; lines: string[] }) {
  const t = text.value.generate;
  return (
    <>
      <p role="status">
        {t.states[job.state]}
        {job.state === "failed" && ` (${job.exit_status})`}
      </p>
      <pre class="output" tabIndex={0} aria-label={t.output} lang="en">
        {lines.join("\n")}
      </pre>
    </>
  );
}

function Program({ program, bytes }: { program: string; bytes: number }) {
  const t = text.value.generate;
  const now = run.value;
  const start = (here: boolean) =>
    inTurn(async () => {
      forget("run");
      run.value = await requests.startRun(here ? positions.value.join(",") : "");
      append("run", run.value);
    });
  return (
    <section aria-labelledby="program">
      <h3 id="program">{t.program}</h3>
      <p>
        <span class="path">{program}</span> <span class="hint">{t.bytes(bytes)}</span>
      </p>
      <p class="actions">
        <button class="primary" onClick={() => void start(false)} disabled={now?.state === "running"}>
          {t.run}
        </button>
        <button onClick={() => void start(true)} disabled={now?.state === "running"}>
          {t.runHere}
        </button>
        {now?.state === "running" && <button onClick={() => void attempt(requests.stopRun)}>{t.stop}</button>}
      </p>
      {now !== null && now.state !== "none" && <Output job={now} lines={said.run.value} />}
    </section>
  );
}

function Refused({ message, diagnostics }: { message: string; diagnostics: Diagnostic[] }) {
  return (
    <div class="refusal" role="alert" lang="en">
      <p>{message}</p>
      <FindingList findings={diagnostics} />
    </div>
  );
}

function useWish() {
  const [wish, setWish] = useState<Wish>({
    robot: scene.value?.robot ?? 0,
    name: identifier(scene.value?.robots[scene.value.robot] ?? ""),
    folder: "",
    control: "computed-torque",
    precision: "double",
    gravity: "",
  });
  return { wish, set: (part: Partial<Wish>) => setWish({ ...wish, ...part }) };
}

function WishFields({ wish, set }: { wish: Wish; set: (part: Partial<Wish>) => void }) {
  const t = text.value.generate;
  return (
    <>
      <label class="field">
        {t.name}
        <input type="text" value={wish.name} onInput={(event) => set({ name: event.currentTarget.value })} />
      </label>
      <label class="field">
        {t.control}
        <select value={wish.control} onChange={(event) => set({ control: event.currentTarget.value })}>
          {(build.value?.controls ?? [wish.control]).map((name) => (
            <option key={name} value={name}>
              {name}
              {t.controls[name] && ` – ${t.controls[name]}`}
            </option>
          ))}
        </select>
      </label>
      <details>
        <summary>{t.more}</summary>
        <label class="field">
          {t.precision}
          <select value={wish.precision} onChange={(event) => set({ precision: event.currentTarget.value })}>
            <option value="double">double</option>
            <option value="float">float</option>
          </select>
        </label>
        <label class="field">
          {t.gravity}
          <input
            type="text"
            placeholder="0,0,-9.80665"
            value={wish.gravity}
            onInput={(event) => set({ gravity: event.currentTarget.value })}
          />
        </label>
      </details>
    </>
  );
}

// The folder of the project: one of those that the studio sees, and a name below it.
function ProjectFolder({ name, take }: { name: string; take: (folder: string) => void }) {
  const t = text.value.generate;
  const [parent, setParent] = useState("");
  const [own, setOwn] = useState<string | null>(null);
  const folder = own ?? `${name}_controller`;
  useEffect(() => take(parent === "" || folder.trim() === "" ? "" : `${parent}/${folder}`), [parent, folder]);
  return (
    <fieldset class="options">
      <legend>{t.folder}</legend>
      <details>
        <summary class="path">{parent || t.folder}</summary>
        <FolderList onFile={() => undefined} onFolder={setParent} />
      </details>
      <label class="field">
        {t.folderName}
        <input type="text" value={folder} onInput={(event) => setOwn(event.currentTarget.value)} />
      </label>
    </fieldset>
  );
}

export function GenerateDialog() {
  const t = text.value.generate;
  const { wish, set } = useWish();
  const [refused, setRefused] = useState<Refusal | null>(null);
  useEffect(follow, []);
  const running = build.value?.state === "running";
  const start = (replace: boolean) =>
    inTurn(async () => {
      setRefused(null);
      try {
        forget("build");
        forget("run");
        run.value = null;
        build.value = await requests.startBuild(currentRevision(), wish, replace);
        append("build", build.value);
      } catch (problem) {
        if (!(problem instanceof Refusal) || problem.status === 0) throw problem;
        setRefused(problem);
      }
    });
  return (
    <Modal title={t.title}>
      {readOnly.value && <p class="refusal">{t.readOnly}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start(false);
        }}
      >
        <WishFields wish={wish} set={set} />
        <ProjectFolder name={wish.name} take={(folder) => set({ folder })} />
        <p class="actions">
          <button type="submit" class="primary" disabled={running || readOnly.value || wish.folder === ""}>
            {t.generate}
          </button>
          {running && (
            <button type="button" onClick={() => void attempt(requests.stopBuild)}>
              {text.value.assemble.cancel}
            </button>
          )}
        </p>
      </form>
      {refused !== null && <Refused message={refused.message} diagnostics={refused.diagnostics} />}
      {refused?.code === "exists" && (
        <p>
          <button onClick={() => void start(true)}>{text.value.assemble.replace}</button>
        </p>
      )}
      {build.value !== null && build.value.state !== "none" && (
        <section aria-labelledby="build">
          <h3 id="build">{t.build}</h3>
          <Output job={build.value} lines={said.build.value} />
          <p class="hint">{t.sameByHand}</p>
          <pre class="path">{build.value.command}</pre>
        </section>
      )}
      {build.value !== null && build.value.program !== "" && (
        <Program program={build.value.program} bytes={build.value.bytes} />
      )}
    </Modal>
  );
}
