// Files of shapes: fetched once, kept while their bytes stay the same, and parsed one after another, so that the
// page stays alive between them.
import { type BufferGeometry, Color, type Texture, type Wrapping } from "three";
import type { MeshRow } from "../scene";

// A part of a file with one look. Its geometry is in the frame and unit of the file.
export interface MeshPart {
  geometry: BufferGeometry;
  color: Color | null; // null: the file says none
  opacity: number;
  map: Texture | null;
  vertexColors: boolean;
  picture?: Picture | undefined; // what the map is to be made of, while it is not there
}

// A picture that a file of shapes names, and how it lies on the surface.
export interface Picture {
  name: string;
  wrap: [Wrapping, Wrapping];
  repeat: [number, number];
  offset: [number, number];
}

export interface Answer {
  bytes: ArrayBuffer | null; // null: what is kept still holds
  etag: string;
}

// Asks for a file of the scene's table, or for one that this file refers to. It throws where there is none.
export type FetchFile = (id: number, relative: string, etag: string) => Promise<Answer>;
export type Parse = (bytes: ArrayBuffer, format: string, fetchFile: (relative: string) => Promise<ArrayBuffer>) => Promise<MeshPart[]>;

interface Kept {
  etag: string;
  stamp: string;
  parts: Promise<MeshPart[]>;
}

const AT_ONCE = 6;
const BREATH = 12; // ms

export class MeshFiles {
  private readonly kept = new Map<string, Kept>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private breathed = 0;
  private parsing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly fetchFile: FetchFile,
    private readonly parse: Parse,
  ) {}

  // The parts of a file; an empty list if it cannot be had or read.
  async load(row: MeshRow): Promise<MeshPart[]> {
    await this.begin();
    try {
      return await this.loadNow(row);
    } catch {
      return [];
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }

  // Forgets the files that the table does not name.
  keepOnly(rows: readonly MeshRow[]): void {
    const names = new Set(rows.map(keyOf));
    for (const [key, { parts }] of this.kept) {
      if (names.has(key)) continue;
      this.kept.delete(key);
      void parts.then((list) => list.forEach(disposePart), () => undefined);
    }
  }

  // Lets the page live when files were parsed for a while.
  private async breathe(): Promise<void> {
    if (performance.now() - this.breathed < BREATH) return;
    await new Promise((later) => setTimeout(later));
    this.breathed = performance.now();
  }

  private async begin(): Promise<void> {
    if (this.running >= AT_ONCE) await new Promise<void>((go) => this.waiting.push(go));
    this.running += 1;
  }

  private async loadNow(row: MeshRow): Promise<MeshPart[]> {
    const key = keyOf(row);
    const before = this.kept.get(key);
    if (before && before.stamp === row.stamp) return before.parts;
    const { bytes, etag } = await this.fetchFile(row.id, "", before?.etag ?? "");
    if (bytes === null && before) return before.parts;
    if (bytes === null) return [];
    const beside = async (relative: string) => {
      const answer = await this.fetchFile(row.id, relative, "");
      if (answer.bytes === null) throw new Error(`no bytes of ${relative}`);
      return answer.bytes;
    };
    const parts = this.parsing
      .then(() => this.breathe())
      .then(() => this.parse(bytes, row.format, beside))
      .then((list) => list.filter(isSomewhere));
    this.parsing = parts.catch(() => undefined);
    this.kept.set(key, { etag, stamp: row.stamp, parts });
    return parts;
  }
}

// A point that is no number would take the whole robot out of sight.
const isSomewhere = ({ geometry }: MeshPart) => geometry.getAttribute("position").array.every(Number.isFinite);

const keyOf = (row: MeshRow) => `${row.id} ${row.name}`;

function disposePart(part: MeshPart): void {
  part.geometry.dispose();
  part.map?.dispose();
}
