// The package in Node.
import { makeApi, RomascError } from './api.js';
import { load } from './node.js';

export const { check, translate, compare, expand, version, run } = makeApi(() => load('romasc'));
export { RomascError };
