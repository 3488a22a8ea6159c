import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const file = join(import.meta.dirname, '../../../libs/contracts/src/limits.ts');
const entry = /^ {2}(\w+): (.+),$/gm;
const sources = /(console|contracts)[\\/]src[\\/].*\.tsx?$/;
const fromContracts = /import \{[^}]*\blimits\b[^}]*\} from '[^']*(contracts|limits\.js)'/;

/** Each limit as it is written in the contracts. */
export const readLimits = (): ReadonlyMap<string, string> =>
  new Map(
    [...readFileSync(file, 'utf8').matchAll(entry)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** Code with the values of limits in place of their names; code that does not import them is left alone. */
export const withInlinedLimits = (code: string, limits: ReadonlyMap<string, string>): string =>
  fromContracts.test(code)
    ? code.replace(/\blimits\.(\w+)/g, (whole, name: string) => {
        const value = limits.get(name);
        return value === undefined ? whole : `(${value})`;
      })
    : code;

const known = readLimits();

/** Writes limits where they are used, so that no page brings those that it has no use for. */
export const inlinedLimits: Plugin = {
  name: 'inlined-limits',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    sources.test(id) && fromContracts.test(code)
      ? { code: withInlinedLimits(code, known), map: null }
      : null,
};
