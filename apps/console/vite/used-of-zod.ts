import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Names that code uses behind a dot, of whatever object: what it calls, and values that it reads. */
export interface Names {
  called: Set<string>;
  read: Set<string>;
}

const schemas = /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;
const product = /(?<!\.spec|\.d)\.tsx?$/;

/** A method or accessor in a class's table: its head, four spaces in, and its body. */
const method =
  /^ {4}(?:async )?(get |set )?"?([\w~]+)"?(?:\(.*\)|: (?:async )?function .*\)) \{\n(?:(?: {8}.*)?\n)*? {4}\},?\n/gm;
/** A value worked out of a schema's checks, as `maxValue`. */
const derived = /^ {4}(\w+): \(inst\) => (?:[^{].*,|\{\n(?: {8}.*\n)* {4}\},)\n/gm;
/** How a class writes itself as a JSON Schema. */
const writer = /^ {4}inst\._zod\.processJSONSchema = .*;\n/gm;

/** What zod brings by itself, and what does without: English texts of issues, which no page shows; a guard for values that hold
 * themselves, which JSON cannot; parsers written while running, which the policy of the page forbids. */
const extras = [
  ['core.config(en());', ';'],
  ['core.config({ memoizer: core.memoizer() });', ';'],
  ['core.$ZodObjectJIT.init', 'core.$$ZodObject.init'],
] as const;

const matches = (code: string, pattern: RegExp): string[] =>
  [...code.matchAll(pattern)].map(([, name = '']) => name);

/** The names that the product's code in these folders uses. */
export function namesUsedIn(folders: readonly string[]): Names {
  const code = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => product.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    )
    .join('\n');
  return {
    called: new Set(matches(code, /\.(\w+)(?=[(<])/g)),
    read: new Set(matches(code, /\.(\w+)\b(?![(<])/g)),
  };
}

/** zod's classes with these names only, and with what their own methods call. */
export function usedOf(code: string, { called, read }: Names): string {
  const own = new Set(matches(code, /\b(?:this|inst)\.(\w+)(?=\()/g));
  const used = code
    .replace(method, (text, accessor: string | undefined, name: string) =>
      own.has(name) || called.has(name) || (accessor && read.has(name)) ? text : '',
    )
    .replace(derived, (text, name: string) => (read.has(name) ? text : ''))
    .replace(writer, '');
  return extras.reduce((text, [from, to]) => text.replaceAll(from, to), used);
}

/** What becomes part of the console. */
export const consoleFolders = [
  join(import.meta.dirname, '../src'),
  join(import.meta.dirname, '../../../libs/contracts/src'),
];

/**
 * Leaves out what the console never asks of zod. Its classes have every method, so a bundler drops none, with all that they stand
 * on: two dozen formats of texts, the writers of JSON Schemas. A name counts as used where anything of that name is. If zod changes
 * shape, nothing is left out and the first pages weigh more again, which their limits tell.
 */
export const usedOfZod: Plugin = {
  name: 'used-of-zod',
  apply: 'build',
  transform: (code, id) =>
    schemas.test(id) ? { code: usedOf(code, namesUsedIn(consoleFolders)), map: null } : null,
};
