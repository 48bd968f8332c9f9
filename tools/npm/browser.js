// The package in browsers and their workers.
import { makeApi, RomascError } from './api.js';
import glue from './romasc.glue.js';

let loaded;

// Fetches and compiles the program; the functions below do so when they are first called. `source`: where romasc.wasm lies, if not beside
// this file.
export function load(source = new URL('./romasc.wasm', import.meta.url)) {
  loaded ??= WebAssembly.compileStreaming(fetch(source)).then((compiled) => ({ glue, compiled }));
  return loaded;
}

export const { check, translate, compare, expand, version, run } = makeApi(() => load());
export { RomascError };
