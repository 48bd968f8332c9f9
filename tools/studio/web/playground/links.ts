// Links that carry texts: JSON, compressed, as Base64 in the fragment, which no browser sends to a server.
import { bytesOf, FOLDER } from "./core";

const MOST_LETTERS = 60_000; // of a link
const MOST_BYTES = 4e6; // of its texts
const KEY = "text";

interface Carried {
  open: string; // the file that is open, as it was named
  files: Record<string, string>;
}

const streamed = (bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream) => new Blob([bytes]).stream().pipeThrough(through);

async function packed(text: string): Promise<string> {
  const stream = streamed(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// No more than MOST_BYTES are unpacked.
async function unpacked(letters: string): Promise<string> {
  const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const reader = streamed(bytes, new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error("the link unpacks to too much");
    }
    text += decoder.decode(value, { stream: true });
  }
}

export interface Link {
  address: string; // empty: the texts are too long for one
  leftOut: number; // files that are no text, or not in FOLDER
}

// The link to what is open, with the texts that it was read from.
export async function linkTo(open: string, read: readonly string[]): Promise<Link> {
  const carried: Carried = { open, files: {} };
  let leftOut = 0;
  for (const path of new Set(read)) {
    const bytes = bytesOf(path);
    try {
      if (!bytes || !path.startsWith(`${FOLDER}/`)) throw new Error("no file of the page");
      carried.files[path] = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      leftOut += 1;
    }
  }
  const letters = await packed(JSON.stringify(carried));
  const base = location.href.replace(/#.*/, "");
  return { address: letters.length > MOST_LETTERS ? "" : `${base}#${KEY}=${letters}`, leftOut };
}

// What the address carries; null: nothing. It throws where that cannot be read.
export async function carriedText(): Promise<Carried | null> {
  const letters = new URLSearchParams(location.hash.slice(1)).get(KEY);
  if (letters === null) return null;
  const found = JSON.parse(await unpacked(letters)) as Partial<Carried> | null;
  const files = Object.entries(found?.files ?? {});
  const isSound = ([path, text]: [string, unknown]) => typeof text === "string" && path.startsWith(`${FOLDER}/`) && !path.split("/").includes("..");
  if (typeof found?.open !== "string" || files.length === 0 || !files.every(isSound)) throw new Error("the link has no texts");
  return { open: found.open, files: Object.fromEntries(files) };
}
