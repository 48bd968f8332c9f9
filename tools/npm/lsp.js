#!/usr/bin/env node
// The command romas-lsp: the language server over standard input and output.
import { framed, unframed } from './frames.js';
import { load, mountDisk, run, writeAll } from './node.js';
import { startSession } from './session.js';

const words = process.argv.slice(2);
if (words.some((word) => /^(--help|--version|--print|-h|-V)/.test(word))) {
  process.exitCode = await run('romas-lsp', words);
} else if (words.some((word) => word.startsWith('--socket'))) {
  console.error('romas-lsp: error: --socket is not there in WebAssembly; it speaks over standard input and output');
  process.exitCode = 2;
} else {
  const take = await startSession(await load('romas-lsp'), {
    words,
    prepare: mountDisk,
    environment: process.env,
    send: (text) => writeAll(1, framed(text)),
    ended: (status) => process.exit(status),
  });
  process.stdin.on('data', unframed(take));
  process.stdin.on('end', () => process.exit(1));
}
