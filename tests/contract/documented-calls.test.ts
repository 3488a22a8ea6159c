import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { allEndpoints } from '@clusterdesk/contracts';

/** One call a line: method and path below /api, path parameters as `{name}`. */
const readCalls = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const documented = readCalls('documented-calls.txt');
const declared = allEndpoints.map(
  ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
);

test('each documented call is declared', () => {
  expect(documented.length).toBeGreaterThan(100);
  expect(documented.filter((call) => !declared.includes(call))).toEqual([]);
});

test('no call is declared twice', () => {
  expect(declared.filter((call, index) => declared.indexOf(call) !== index)).toEqual([]);
});
