// Texts that the stand-in has open, and which filters of documents mean them.
import { readFileSync, writeFileSync } from "node:fs";
import { Position } from "./types.mjs";

export class TextDocument {
  version = 1;
  isClosed = false;

  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, text, fileName: uri.fsPath });
  }
  getText(range) {
    return range ? this.text.slice(this.offsetAt(range.start), this.offsetAt(range.end)) : this.text;
  }
  get lineCount() {
    return this.text.split("\n").length;
  }
  offsetAt({ line, character }) {
    const lines = this.text.split("\n");
    return lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  }
  positionAt(offset) {
    const before = this.text.slice(0, offset).split("\n");
    return new Position(before.length - 1, before.at(-1).length);
  }
  // Where a piece of the text stands, for tests; behind `skip` characters of it.
  find(piece, skip = 0) {
    const at = this.text.indexOf(piece);
    if (at < 0) throw new Error(`there is no '${piece}' in ${this.fileName}`);
    return this.positionAt(at + skip);
  }
  write() {
    writeFileSync(this.fileName, this.text);
  }
  static read(uri, languageId) {
    return new TextDocument(uri, languageId, readFileSync(uri.fsPath, "utf8"));
  }
}

// Globs with **/, * and {a,b}, as the extension and its client write them.
export function globMatches(glob, path) {
  const parts = glob.split(/(\*\*\/|\*|\{[^}]*\})/).map((part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "*") return "[^/]*";
    const text = (plain) => plain.replace(/[.+?^$()|[\]\\]/g, "\\$&");
    return part.startsWith("{") ? `(?:${part.slice(1, -1).split(",").map(text).join("|")})` : text(part);
  });
  return new RegExp(`^${parts.join("")}$`).test(path);
}

export function matches(selector, document) {
  const scores = [selector].flat().map((filter) => {
    if (typeof filter === "string") return filter === document.languageId ? 10 : 0;
    if (filter.scheme && filter.scheme !== document.uri.scheme) return 0;
    if (filter.language && filter.language !== document.languageId) return 0;
    if (filter.pattern && !globMatches(filter.pattern, document.uri.fsPath)) return 0;
    return 10;
  });
  return Math.max(0, ...scores);
}

// The id of the language of a file, from what an extension contributes.
export function languageOf(path, { languages }) {
  const name = path.split("/").at(-1);
  const builtin = [
    { id: "xml", extensions: [".xml"] },
    { id: "yaml", extensions: [".yaml", ".yml"] },
  ];
  const found = [...languages, ...builtin].find(
    (language) =>
      language.filenamePatterns?.some((pattern) => globMatches(pattern, name)) ||
      language.extensions?.some((end) => name.endsWith(end)),
  );
  return found?.id ?? "plaintext";
}
