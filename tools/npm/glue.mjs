// What Emscripten made for a program, as a module of JavaScript.
import fs from 'node:fs';
import path from 'node:path';

// Emscripten's functions are written for scripts. As a module they find Node's functions where Node is. Bundlers for browsers would look
// for a module of that name.
const head = `// Made by Emscripten.
const inNode = typeof process === 'object' && typeof process.versions?.node === 'string';
const require = inNode ? (await import(/* webpackIgnore: true */ /* @vite-ignore */ ['node', 'module'].join(':'))).createRequire(import.meta.url) : undefined;
const __filename = '', __dirname = '';
`;

export const glueOf = (build, program) => `${head}${fs.readFileSync(path.join(build, 'bin', `${program}.js`), 'utf8')}\nexport default createProgram;\n`;
