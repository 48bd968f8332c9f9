// Runs the blocks of a page in order in a folder: node page_blocks.mjs PAGE FOLDER
// A block is told by its language: sh runs each line by a shell, js runs as a module, xml and such are files with the name that stands in
// the line before it, in backquotes. A line "# status N" behind a command says how it ends.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const [page, folder] = process.argv.slice(2);
const text = fs.readFileSync(page, 'utf8');
let failures = 0, scripts = 0;

function run(command, words, wanted) {
  const done = spawnSync(command, words, { cwd: folder, encoding: 'utf8', env: { ...process.env, npm_config_offline: 'true', npm_config_yes: 'false' } });
  process.stdout.write(done.stdout + done.stderr);
  if (done.status === wanted) return wanted === 0 || console.log(`ended with status ${wanted}, as the page says`);
  ++failures;
  console.log(`failed: ${command} ${words.join(' ')} ended with status ${done.status}`);
}

for (const [, before, language, block] of text.matchAll(/(.*)\n+```(\w+)\n([^]*?)```/g)) {
  if (language === 'sh') {
    for (const line of block.trim().split('\n')) {
      if (/^npm install/.test(line)) continue;  // of the registry; the test has installed the tarball
      const [, command, status] = /^(.*?)(?:\s+# status (\d+).*|\s+# .*)?$/.exec(line);
      run('sh', ['-c', command], Number(status ?? 0));
    }
  } else if (language === 'js' && !/browser/.test(before)) {
    const name = `block-${++scripts}.mjs`;
    fs.writeFileSync(path.join(folder, name), block);
    run(process.execPath, [name], 0);
  } else if (/`[\w.-]+`/.test(before)) {
    fs.writeFileSync(path.join(folder, /`([\w.-]+)`/.exec(before)[1]), block);
  }
}
process.exit(failures === 0 ? 0 : 1);
