// What the package offers to programs: each function takes a description and the files that belong to it as a map, and never touches the
// machine it runs on. index.js and browser.js bring the program.
import { runOn } from './program.js';

// A description is a name among the files, or { name, text }.
function inputs(described, files) {
  return [].concat(described).reduce((all, one) => {
    if (typeof one === 'string') return { ...all, names: [...all.names, one] };
    return { names: [...all.names, one.name], files: { ...all.files, [one.name]: one.text } };
  }, { names: [], files });
}

const statuses = { success: 0, findings: 1, usage: 2, files: 3 };

export class RomascError extends Error {
  constructor(result) {
    super(result.stderr.trim() || `romasc ended with status ${result.status}`);
    this.name = 'RomascError';
    this.status = result.status;
  }
}

// The findings of a run that was asked for them as JSON. Usage errors and errors of the program itself are thrown.
function findingsOf(result) {
  if (result.status === statuses.usage || result.status > statuses.files) throw new RomascError(result);
  const text = result.stderr.trim();
  if (!text.startsWith('[')) throw new RomascError(result);
  return JSON.parse(text);
}

function wordsOf({ arguments: values = {}, packages = [], models = [], profile, options = [] }) {
  return [
    ...Object.entries(values).map(([name, value]) => `--define=${name}=${value}`),
    ...packages.map((path) => `--package-path=${path}`),
    ...models.map((path) => `--model-path=${path}`),
    ...(profile ? [`--profile=${profile}`] : []),
    ...options,
  ];
}

export function makeApi(load) {
  const run = async (words, files) => runOn(await load(), words, files);

  async function check(described, settings = {}) {
    const { names, files } = inputs(described, settings.files ?? {});
    const result = await run([...names, '--emit=none', '--format=json', ...wordsOf(settings)], files);
    const findings = findingsOf(result);
    return { ok: result.status === statuses.success, findings };
  }

  async function translate(described, target, settings = {}) {
    const { names, files } = inputs(described, settings.files ?? {});
    const output = settings.output ?? 'romasc-output/';
    const result = await run([...names, `--emit=${target}`, `--output=${output}`, '--format=json', ...wordsOf(settings)], files);
    const findings = findingsOf(result);
    const ok = result.status === statuses.success;
    const written = Object.fromEntries(Object.entries(result.files).map(([name, bytes]) => [name.replace(/^romasc-output\//, ''), bytes]));
    const first = Object.values(written)[0];
    return { ok, findings, files: written, text: ok && first ? new TextDecoder().decode(first) : undefined };
  }

  async function compare(before, after, settings = {}) {
    const { names, files } = inputs([before, after], settings.files ?? {});
    const result = await run(['--compare', ...names, '--format=json', ...wordsOf(settings)], files);
    if (!result.stdout.trim().startsWith('{')) throw new RomascError(result);
    return JSON.parse(result.stdout);
  }

  async function expand(described, settings = {}) {
    return translate(described, 'expanded', settings);
  }

  async function version() {
    return (await run(['--version'])).stdout.trim().replace(/^romasc /, '');
  }

  return { check, translate, compare, expand, version, run };
}
