// The open robot in another format, or as code with its counts of operations, beside the space.
import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { download } from "./download";
import { FindingList } from "../panels/finding_list";
import { VirtualList } from "../panels/virtual_list";
import { Refusal, type Translation as Answer, translate } from "../server";
import type { Diagnostic, Scene } from "../scene";
import { announcement, currentRevision, targets, text } from "../state";
import { pageText } from "./text";

const ROW = 20; // CSS pixels
const LONGEST = 2000; // letters of a line that are shown

interface Shown extends Answer {
  key: string;
  problem: string; // why there is no translation; empty: there is one
  found: Diagnostic[]; // what romasc found where it refused
}

const target = signal("mjcf");
const file = signal(0); // of the translation's files
const shown = signal<Shown | null>(null);

const keyOf = (of: Scene) => `${of.revision} ${of.robot} ${target.value}`;

// The newest question alone counts.
let asked = "";
async function load(of: Scene): Promise<void> {
  const key = keyOf(of);
  if (asked === key) return;
  asked = key;
  const keep = (answer: Omit<Shown, "key">) => {
    if (asked === key) shown.value = { key, ...answer };
  };
  try {
    keep({ ...(await translate(currentRevision(), of.robot, target.value)), problem: "", found: [] });
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    keep({ files: [], losses: [], problem: refusal.message, found: refusal.diagnostics });
  }
}

effect(() => {
  void target.value;
  file.value = 0;
});

// "mass_matrix" and "54 operations (30 multiplications, 24 additions)", as generated code says before each function.
const countLine = /^\s*(?:\/\/|\*|#|\/\*)?\s*(.*?):? *(\d+) operations\b/;

export function countsOf(code: string): { what: string; count: number }[] {
  const rows = [];
  for (const line of code.split("\n")) {
    const [, what, count] = countLine.exec(line) ?? [];
    if (what && count) rows.push({ what: what.replace(/[.:,]$/, ""), count: Number(count) });
  }
  return rows;
}

function Counts({ code }: { code: string }) {
  const rows = countsOf(code);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{pageText.value.operations(rows.reduce((sum, { count }) => sum + count, 0))}</summary>
      <dl class="facts counts" lang="en">
        {rows.map(({ what, count }, index) => (
          <div key={index}>
            <dt>{what}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Text({ name, code }: { name: string; code: string }) {
  const lines = code.replace(/\n$/, "").split("\n");
  return (
    <VirtualList
      class="rows code-rows"
      role="region"
      lang="zxx"
      aria-label={text.value.sourceText(name)}
      tabIndex={0}
      count={lines.length}
      rowHeight={ROW}
      row={(index) => (
        <div key={index} class="line" style={{ height: `${ROW}px` }}>
          <span class="line-number" aria-hidden="true" style={{ width: `${String(lines.length).length + 1}ch` }}>
            {index + 1}
          </span>
          <span class="code">{lines[index]!.slice(0, LONGEST)}</span>
        </div>
      )}
    />
  );
}

export function Translation({ scene: of }: { scene: Scene }) {
  const t = pageText.value;
  useEffect(() => void load(of), [of, target.value]);
  const now = shown.value;
  const isOld = now?.key !== keyOf(of);
  const one = now?.files[file.value] ?? now?.files[0];
  return (
    <div class="source translation" aria-busy={isOld}>
      <div class="tools">
        <select aria-label={text.value.assemble.target} value={target.value} onChange={(event) => (target.value = event.currentTarget.value)}>
          {targets.value
            .filter(({ name }) => name !== "html")
            .map(({ name, summary }) => (
              <option key={name} value={name}>
                {name} – {summary}
              </option>
            ))}
        </select>
        {now !== null && now.files.length > 1 && (
          <select aria-label={text.value.sourceFile} value={file.value} onChange={(event) => (file.value = Number(event.currentTarget.value))}>
            {now.files.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        )}
        {one && (
          <div class="buttons">
            <button
              class="small"
              onClick={() =>
                void navigator.clipboard.writeText(one.text).then(() => {
                  announcement.value = text.value.copied;
                })
              }
            >
              {text.value.copy}
            </button>
            <button class="small" onClick={() => download(one.name.slice(one.name.lastIndexOf("/") + 1), one.text, "text/plain")}>
              {t.keepFile}
            </button>
          </div>
        )}
        {one && <Counts code={one.text} />}
        {now !== null && now.losses.length > 0 && (
          <details>
            <summary>{t.lossCount(now.losses.length)}</summary>
            <FindingList findings={now.losses} />
          </details>
        )}
      </div>
      {now !== null && now.problem !== "" && (
        <div class="scrolled">
          <p class="warn" role="status">
            {now.problem}
          </p>
          <FindingList findings={now.found} />
        </div>
      )}
      {one && <Text key={`${now?.key} ${one.name}`} name={one.name} code={one.text} />}
    </div>
  );
}
