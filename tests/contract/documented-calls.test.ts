import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { allEndpoints } from '@clusterdesk/contracts';

/** One call a line: method and path below /api, path parameters as `{name}`. */
const readCalls = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const documented = readCalls('documented-calls.txt');
const notYet = readCalls('not-yet-declared.txt');
const declared = allEndpoints.map(
  ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
);

describe('the documented calls', () => {
  test('each is declared, or stands in the list of those that are not yet', () => {
    const missing = documented.filter((call) => !declared.includes(call) && !notYet.includes(call));
    expect(missing).toEqual([]);
  });

  test('the list of what is not yet declared holds nothing that is', () => {
    expect(notYet.filter((call) => declared.includes(call))).toEqual([]);
  });

  test('the list of what is not yet declared holds nothing that is not documented', () => {
    expect(notYet.filter((call) => !documented.includes(call))).toEqual([]);
  });

  test('no call is declared twice', () => {
    expect(declared.filter((call, index) => declared.indexOf(call) !== index)).toEqual([]);
  });
});
