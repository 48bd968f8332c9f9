// The parts of the npm package that the worker uses.
declare module "romasc/romas-lsp.glue.js" {
  const glue: (settings: object) => Promise<object>;
  export default glue;
}
declare module "romasc/session.js" {
  interface FileSystem {
    mkdirTree(path: string): void;
    writeFile(path: string, content: Uint8Array): void;
    unlink(path: string): void;
    chdir(path: string): void;
    analyzePath(path: string): { exists: boolean };
  }
  export function startSession(
    loaded: { glue: object; compiled: WebAssembly.Module },
    settings: { send: (text: string) => void; prepare: (module: { FS: FileSystem }) => void },
  ): Promise<(text: string) => void>;
}
