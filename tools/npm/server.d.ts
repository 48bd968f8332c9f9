import type { Files } from './index.js';

/** Begins a session of the language server in this worker. Messages are those of the Language Server Protocol. */
export function startServer(settings: {
  send: (message: object) => void;
  /** Files of the workspace by absolute name. */
  files?: Files;
  /** Arguments of romas-lsp. */
  words?: string[];
  /** Where romas-lsp.wasm lies. */
  source?: URL | string;
}): Promise<(message: object) => void>;
