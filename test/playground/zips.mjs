// Archives for tests: sound ones, and such that an attacker would send.
import zlib, { deflateRawSync } from "node:zlib";

// Each entry is { name, method, packed, size, said }: `said` is the size that the archive claims.
function archive(entries) {
  const parts = [], directory = [];
  let at = 0;
  for (const { name, packed, said, crc } of entries) {
    const bytes = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4); // deflate
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(said, 18);
    fields.writeUInt16LE(bytes.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, bytes, packed]);
    const central = Buffer.alloc(42);
    central.writeUInt16LE(20, 0);
    fields.copy(central, 2);
    central.writeUInt32LE(at, 38);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), central, bytes]));
    parts.push(local);
    at += local.length;
  }
  const names = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(names.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, names, Buffer.from("PK\x05\x06", "latin1"), end]);
}

const checksum = zlib.crc32 ?? (() => 0); // Node 20 has none, and the reader does not look at it

export const zipOf = (files) =>
  archive(Object.entries(files).map(([name, text]) => ({ name, packed: deflateRawSync(text), said: Buffer.byteLength(text), crc: checksum(Buffer.from(text)) })));

// Zeros, of which a thousand take one byte. `said`: what the archive claims of their number.
export function bombOf(bytes, said = bytes) {
  const block = deflateRawSync(Buffer.alloc(100_000_000), { finishFlush: 2 }); // ends at a whole byte, and more may follow
  const packed = Buffer.concat([...Array.from({ length: Math.ceil(bytes / 100_000_000) }, () => block), deflateRawSync("")]);
  return archive([{ name: "bomb.urdf", packed, said, crc: 0 }]);
}
