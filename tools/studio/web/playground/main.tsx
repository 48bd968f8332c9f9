// The page that holds the compiler: static files, no server behind them. All that it does stays in the browser.
import { zipSync } from "fflate";
import { hostPage } from "../hosted";
import { leftTab, widths } from "../layout";
import { startPage } from "../start_page";
import { connection, language, openPath, refusal } from "../state";
import { useMeshScript } from "../view3d/mesh_worker";
import { bytesOf, Core, FOLDER } from "./core";
import { Editor, useEditorOf } from "./editor";
import { carriedText } from "./links";
import { download } from "./download";
import { Dialogs, Menu, StartPage, takeDrops, useCore } from "./start";
import { pageText, texts } from "./text";
import { Translation } from "./translation";

const core = new Core("./core.js", "./romas-studio.wasm");

// What the program has written, and the other files of the same request.
async function handOver(path: string): Promise<void> {
  const name = (of: string) => of.slice(of.lastIndexOf("/") + 1);
  const written = core.written();
  const bytes = bytesOf(path);
  if (written.length < 2) {
    if (bytes) download(name(path), bytes);
    return;
  }
  const files = Object.fromEntries(written.flatMap((one) => (bytesOf(one) ? [[name(one), bytesOf(one)!]] : [])));
  download(`${name(path).replace(/\.[^.]*$/, "")}.zip`, zipSync(files), "application/zip");
}

// A question that waits behind what is typed next has no answer any more. The protocol wants nobody to be told of it; CodeMirror's client
// forgets to catch it.
const CONTENT_MODIFIED = -32801;
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.code === CONTENT_MODIFIED) event.preventDefault();
});

async function begin(): Promise<void> {
  let carried = null;
  let isDamaged = false;
  try {
    carried = await carriedText();
  } catch {
    isDamaged = true;
  }
  if (carried) await core.write(Object.entries(carried.files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  core.begin();
  core.whenEnded((why) => (refusal.value = why));
  useCore(core);
  useEditorOf(core);
  useMeshScript("./meshes.js");
  hostPage({
    program: core,
    name: "romasc",
    folder: FOLDER,
    licences: "licences.txt",
    StartPage,
    Menu,
    Dialogs,
    tab: { id: "editor", title: () => pageText.value.editor, content: Editor },
    translationTitle: () => pageText.value.translation,
    Translation,
    handOver,
  });
  leftTab.value = "editor";
  widths.value = { left: Math.round(Math.min(520, innerWidth * 0.36)), right: 400 };
  takeDrops();
  await startPage();
  if (isDamaged) refusal.value = texts[language.value].refused.link();
  if (carried && connection.value === "open") await openPath(carried.open);
  if ("serviceWorker" in navigator) void navigator.serviceWorker.register("./service_worker.js").catch(() => undefined); // it works without
}

void begin();
