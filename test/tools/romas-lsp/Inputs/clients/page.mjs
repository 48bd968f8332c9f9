// The page: an editor of CodeMirror for each file, all of them clients of one language server.
import { xml } from "@codemirror/lang-xml";
import { LSPClient, LSPPlugin, languageServerExtensions } from "@codemirror/lsp-client";
import { forEachDiagnostic } from "@codemirror/lint";
import { EditorView, basicSetup } from "codemirror";

const views = new Map(); // by URI

async function transport() {
  const socket = new WebSocket(`ws://${location.host}/socket`);
  await new Promise((opened, failed) => {
    socket.addEventListener("open", opened);
    socket.addEventListener("error", () => failed(new Error("there is no socket to the server")));
  });
  const handlers = new Set();
  socket.addEventListener("message", ({ data }) => handlers.forEach((handler) => handler(data)));
  return {
    send: (text) => socket.send(text),
    subscribe: (handler) => handlers.add(handler),
    unsubscribe: (handler) => handlers.delete(handler),
  };
}

let client;

// A question that waits behind what is typed next has no answer any more. The protocol says that a client tells nobody of it; this one
// forgets to catch it.
const CONTENT_MODIFIED = -32801;
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.code === CONTENT_MODIFIED) event.preventDefault();
});

globalThis.editors = {
  async connect(rootUri, initializationOptions) {
    client = new LSPClient({ rootUri, initializationOptions, timeout: 60_000, extensions: languageServerExtensions() });
    client.connect(await transport());
    await client.initializing;
  },

  open(uri, doc, languageId) {
    const parent = document.body.appendChild(document.createElement("section"));
    parent.setAttribute("aria-label", uri.slice(uri.lastIndexOf("/") + 1));
    const language = languageId === "xml" ? xml() : [];
    views.set(uri, new EditorView({ doc, parent, extensions: [basicSetup, language, client.plugin(uri, languageId)] }));
  },

  text: (uri) => views.get(uri).state.doc.toString(),

  // Puts the cursor somewhere, where a person clicks.
  place(uri, at) {
    const view = views.get(uri);
    view.focus();
    view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
  },

  replace(uri, from, to, insert) {
    views.get(uri).dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input" });
  },

  // What is marked as wrong, as "severity: message: marked text".
  findings(uri) {
    const { state } = views.get(uri);
    const found = [];
    forEachDiagnostic(state, ({ severity, message }, from, to) => found.push(`${severity}: ${message}: ${state.sliceDoc(from, to)}`));
    return found;
  },

  // Where a place is seen, in pixels of the page.
  pixel(uri, at) {
    const { left, top, bottom } = views.get(uri).coordsAtPos(at);
    return [left + 1, (top + bottom) / 2];
  },

  cursor: (uri) => views.get(uri).state.selection.main.head,

  async end() {
    await client.request("shutdown", null);
    client.notification("exit", null);
    await client.initializing; // then it is sent
  },
};
