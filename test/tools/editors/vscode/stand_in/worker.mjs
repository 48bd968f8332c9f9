// A browser's Worker, in a thread whose scripts see what a worker of a browser has, and nothing of Node.
import { Worker as Thread } from "node:worker_threads";

const SCOPE = `
const { parentPort, workerData } = require("node:worker_threads");
const { readFileSync } = require("node:fs");
const vm = require("node:vm");
const listeners = [];
const scope = {
  addEventListener: (name, listener) => name === "message" && listeners.push(listener),
  postMessage: (data) => parentPort.postMessage(data),
  importScripts: () => { throw new Error("no other script is fetched"); },
  fetch: () => { throw new Error("nothing is fetched"); },
  location: { href: "blob:extension" },
  console, performance, crypto, setTimeout, clearTimeout, queueMicrotask,
  TextDecoder, TextEncoder, URL, WebAssembly, Uint8Array, ArrayBuffer,
};
scope.self = scope;
vm.runInContext(readFileSync(workerData, "utf8"), vm.createContext(scope));
parentPort.on("message", (data) => listeners.forEach((listener) => listener({ data })));
`;

// `started`: gets each worker; `pathOf` gives the file of an address.
export const workerClass = (started, pathOf) =>
  class Worker {
    onmessage = undefined;
    ended = false;
    constructor(address) {
      this.thread = new Thread(SCOPE, { eval: true, workerData: pathOf(address) });
      this.thread.on("message", (data) => this.onmessage?.({ data }));
      started.push(this);
    }
    addEventListener(name, listener) {
      if (name === "error") this.thread.on("error", listener);
      else throw new Error(`the stand-in of a worker has no event ${name}`);
    }
    postMessage(data) {
      this.thread.postMessage(data);
    }
    terminate() {
      this.ended = true;
      void this.thread.terminate();
    }
  };
