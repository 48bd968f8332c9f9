// The first panel on the left: the text of a file that was read, in an editor. Its findings are those of the language server.
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { chosen, cursor, jumps } from "../panels/source";
import { announcement, scene, text } from "../state";
import type { Code } from "./code";
import { bytesOf, type Core, filesChanged, FOLDER, paths } from "./core";
import { pageText } from "./text";

let core: Core;
export const useEditorOf = (made: Core): void => void (core = made);

const path = signal(""); // of the file that is shown
const code = signal<Code | null>(null);

// The element lives as long as the page: an editor keeps its texts, cursors and undo while other panels are shown.
const host = document.createElement("div");
host.className = "code-editor";

let loading: Promise<void> | null = null;
const load = () =>
  (loading ??= import("./code").then(({ Code: Made }) => {
    code.value = new Made(core, {
      parent: host,
      labelOf: (of) => pageText.value.editorOf(of.slice(FOLDER.length + 1)),
      shown: (of) => (path.value = of),
      fixLabel: () => pageText.value.fixes,
      serverEnded: () => (announcement.value = pageText.value.languageServerEnded),
    });
  }));

// The texts of what is open, and the file itself where it could not be read.
function texts(): string[] {
  void filesChanged.value;
  const now = scene.value;
  const read = now?.sources.map(({ name }) => name).filter((name) => bytesOf(name) !== undefined) ?? [];
  const rest = paths().filter((one) => /\.(urdf|xacro|sdf|world|srdf|mjcf|romas|ya?ml)$|[^/]*(?<!package)\.xml$/i.test(one) && !read.includes(one));
  return [...read, ...rest];
}

let openFile = "";
effect(() => {
  const now = scene.value;
  if (!now || now.file === openFile) return;
  openFile = now.file;
  path.value = now.sources[0]?.name ?? now.file;
});

// Places of findings and of what is selected.
effect(() => {
  void jumps.value;
  const now = scene.peek();
  const name = now?.sources[chosen.value]?.name;
  if (name === undefined || cursor.value < 1 || bytesOf(name) === undefined) return;
  path.value = name;
  code.value?.show(name);
  code.value?.goTo(cursor.value);
});

effect(() => {
  if (path.value !== "") code.value?.show(path.value);
});

effect(() => {
  void pageText.value;
  code.peek()?.relabel();
});

export function Editor() {
  const t = pageText.value;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.append(host);
    void load();
    return () => host.remove();
  }, []);
  const all = texts();
  return (
    <div class="source editor">
      <div class="tools">
        <select aria-label={text.value.sourceFile} value={path.value} onChange={(event) => (path.value = event.currentTarget.value)}>
          {!all.includes(path.value) && <option value={path.value}>{path.value.slice(FOLDER.length + 1)}</option>}
          {all.map((one) => (
            <option key={one} value={one}>
              {one.slice(FOLDER.length + 1)}
            </option>
          ))}
        </select>
      </div>
      {code.value === null && <p class="hint empty">{t.loadingEditor}</p>}
      <div class="editor-place" ref={place} />
    </div>
  );
}
