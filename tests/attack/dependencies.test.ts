import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { workspace } from '../support/platform/platform.js';

/**
 * What reads bytes of strangers or of users, with the first version of each major that has no known hole. A major that is not
 * named has to be a later one.
 */
const floors: Record<string, string[]> = {
  'body-parser': ['1.20.3', '2.2.1'],
  'brace-expansion': ['1.1.12', '2.0.2', '3.0.1', '4.0.1'],
  'engine.io': ['6.4.2'],
  'image-size': ['1.2.1', '2.0.2'],
  multer: ['2.0.2'],
  nodemailer: ['7.0.7'],
  'path-to-regexp': ['0.1.12', '8.0.0'],
  qs: ['6.14.1'],
  send: ['0.19.0', '1.1.0'],
  'socket.io-parser': ['4.2.3'],
  tmp: ['0.2.4'],
  ws: ['8.17.1'],
};

const numbersOf = (version: string): number[] =>
  version.split('.').map((part) => parseInt(part, 10));

function isAtLeast(version: string, floor: string): boolean {
  const [have, need] = [numbersOf(version), numbersOf(floor)];
  const at = need.findIndex((part, index) => part !== have[index]);
  return at === -1 || (have[at] ?? 0) > (need[at] ?? 0);
}

function isSound(version: string, ofMajors: string[]): boolean {
  const sameMajor = ofMajors.find((floor) => numbersOf(floor)[0] === numbersOf(version)[0]);
  return isAtLeast(version, sameMajor ?? ofMajors.at(-1) ?? version);
}

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
});
const { packages } = lockfile.parse(
  JSON.parse(readFileSync(join(workspace, 'package-lock.json'), 'utf8')),
);
/** Wherever it is installed: below another package there may be one more, of another version. */
const installed = Object.entries(packages).map(([path, { version = '' }]) => ({
  name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  path,
  version,
}));

test.each(Object.entries(floors))(
  'every %s that is installed has no known hole',
  (name, ofMajors) => {
    const found = installed.filter((one) => one.name === name);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ version }) => !isSound(version, ofMajors))).toEqual([]);
  },
);

test('an earlier version would be noticed', () => {
  expect(isSound('1.1.11', floors['brace-expansion'] ?? [])).toBe(false);
  expect(isSound('8.17.0', floors['ws'] ?? [])).toBe(false);
  expect(isSound('7.5.10', floors['ws'] ?? [])).toBe(false);
  expect(isSound('5.0.13', floors['brace-expansion'] ?? [])).toBe(true);
});
