#!/usr/bin/env node
// The command romasc.
import { run } from './node.js';

process.exitCode = await run('romasc', process.argv.slice(2));
