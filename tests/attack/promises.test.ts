import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { workspace } from '../support/platform/platform.js';

const text = readFileSync(join(workspace, 'docs/security.md'), 'utf8');
const named = [...text.matchAll(/`((?:tests|agent|apps|libs)\/[^`]*\.tsx?)`/g)].map(
  ([, path = '']) => path,
);

test('each test that docs/security.md names is there', () => {
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((path) => !existsSync(join(workspace, path)))).toEqual([]);
});

test('each attack stands beside a promise', () => {
  const attacks = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts') && name !== 'promises.test.ts')
    .map((name) => `tests/attack/${name}`);
  expect(attacks.filter((path) => !named.includes(path))).toEqual([]);
});
