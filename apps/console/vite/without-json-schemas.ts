import type { Plugin } from 'vite';

const writers = /zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/;
const exported = /^export const (\w+Processor|create\w*JSONSchemaMethod) = /gm;
const missing = `const missing = () => () => { throw new Error('The console has no writer of JSON Schemas.'); };`;

/** zod's code with its writers of JSON Schemas replaced by ones that say so; the build drops what only they used. */
export const withoutWriters = (code: string): string =>
  `${missing}\n${code.replace(exported, 'export const $1 = missing;\nconst unused_$1 = ')}`;

/**
 * Leaves out how zod writes its schemas as JSON Schemas, to which every schema refers: the server does that (openapi), the
 * console never does. If zod changes shape, nothing is replaced and the first pages weigh more again, which their limits tell.
 */
export const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  apply: 'build',
  transform: (code, id) => (writers.test(id) ? { code: withoutWriters(code), map: null } : null),
};
