// Tells how large the programs of the package are, and what a browser fetches of them: node sizes.mjs PACKAGE
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const megabytes = (bytes) => (bytes / 1e6).toFixed(2);
for (const name of fs.readdirSync(process.argv[2]).filter((file) => file.endsWith('.wasm'))) {
  const bytes = fs.readFileSync(path.join(process.argv[2], name));
  const brotli = zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } });
  console.log(`${name}: ${megabytes(bytes.length)} MB, by brotli ${megabytes(brotli.length)} MB, by gzip ${megabytes(zlib.gzipSync(bytes, { level: 9 }).length)} MB`);
}
