import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { withoutWriters } from './without-json-schemas.js';

const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
const read = (name: string): string => readFileSync(join(zod, 'v4/core', name), 'utf8');

describe('zod without JSON Schemas', () => {
  it('replaces the writer of each kind, and leaves what schemas say of themselves', () => {
    const code = withoutWriters(read('json-schema-processors.js'));
    expect(code).toContain('export const stringProcessor = missing;');
    expect(code).not.toMatch(/^export const \w+Processor = (?!missing;)/m);
    expect(code).toMatch(/^export function aggregateChecks/m);
  });

  it('replaces the methods that begin to write', () => {
    const code = withoutWriters(read('to-json-schema.js'));
    expect(code).toContain('export const createToJSONSchemaMethod = missing;');
    expect(code).toContain('export const createStandardJSONSchemaMethod = missing;');
  });
});
