// Shows the page, and what its keys and the browser do everywhere.
import { effect } from "@preact/signals";
import { render } from "preact";
import { hasUnsavedWork } from "./assemble/discard_dialog";
import { assemblyKey } from "./assemble/keys";
import "./assemble/ties";
import "./host_panel";
import { hosted } from "./hosted";
import { App } from "./panels/app";
import { isStandalone } from "./standalone";
import { dialog, language, preferences, readAgain, start } from "./state";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || (target instanceof HTMLElement && target.isContentEditable);

export function startPage(): Promise<void> {
  // The root element says what style sheets and screen readers need to know.
  effect(() => {
    document.documentElement.lang = language.value;
    const theme = preferences.value.theme;
    if (theme === "") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  });

  addEventListener("keydown", (event) => {
    if (dialog.value !== null || isTyping(event.target)) return;
    const control = event.ctrlKey || event.metaKey;
    if (assemblyKey(event)) event.preventDefault();
    else if (isStandalone && event.key !== "?") return;
    else if (control && event.key === "o") dialog.value = hosted() ? "files" : "open";
    else if (event.altKey && event.key === "r") void readAgain();
    else if (event.key === "?") dialog.value = "help";
    else return;
    event.preventDefault();
  });

  // The browser asks before an assembly that is not saved is left.
  addEventListener("beforeunload", (event) => {
    if (hasUnsavedWork()) event.preventDefault();
  });

  const page = document.getElementById("page");
  if (page) render(<App />, page);
  return start();
}
