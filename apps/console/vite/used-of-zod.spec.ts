import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { consoleFolders, namesUsedIn, usedOf } from './used-of-zod.js';

const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
const classes = readFileSync(join(zod, 'v4/classic/schemas.js'), 'utf8');
const none = { called: new Set<string>(), read: new Set<string>() };
const folder = mkdtempSync(join(tmpdir(), 'used-of-zod-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('what the console uses of zod', () => {
  it('is without formats of texts, JSON Schemas and what zod brings by itself', () => {
    const code = usedOf(classes, namesUsedIn(consoleFolders));
    expect(code).not.toMatch(/^ {4}(?:email|jwt|cidrv6|toJSONSchema)\(/m);
    expect(code).not.toMatch(/processJSONSchema|createStandardJSONSchemaMethod\(|aggregateChecks/);
    expect(code).not.toMatch(/core\.config\(|ObjectJIT/);
  });

  it('has a method where one of its name is called, and a value where one is read', () => {
    const some = usedOf(classes, { called: new Set(['email']), read: new Set(['maxValue']) });
    expect(some).toMatch(/^ {4}email\(/m);
    expect(some).toMatch(/^ {4}maxValue: /m);
    expect(some).not.toMatch(/^ {4}(?:url\(|minValue: )/m);
    expect(usedOf(classes, none)).not.toMatch(/^ {4}(?:email\(|maxValue: )/m);
  });

  it('reads and refuses as all of zod does', async () => {
    const code = usedOf(classes, namesUsedIn(consoleFolders));
    const file = join(folder, 'schemas.mjs');
    writeFileSync(file, code.replace(/from "\.(\.?)\//g, `from "${zod}/v4/classic/.$1/`));
    const used = (await import(file)) as typeof z;
    const schemaOf = (by: typeof z) =>
      by.object({
        name: by.string().trim().min(2).max(5).regex(/^a/).optional(),
        count: by.number().int().min(1).max(9).nullable().default(3),
        list: by
          .array(by.enum(['a', 'b']))
          .min(1)
          .max(2),
        size: by
          .union([by.string(), by.number()])
          .transform(String)
          .pipe(by.string().min(1))
          .refine((size) => size !== '0', { params: { en: 'none' } }),
        id: by.guid().toLowerCase().catch('nobody'),
      });
    for (const value of [
      { list: ['a'], size: 7, id: 'x' },
      { name: ' abc ', count: null, list: ['a', 'b'], size: '1', id: 1 },
      { name: 'b', count: 1.5, list: [], size: '0' },
      { name: 'abcdef', count: 10, list: ['c'], size: {} },
      null,
    ]) {
      const [whole, part] = [schemaOf(z), schemaOf(used)].map((schema) => schema.safeParse(value));
      const issuesOf = (result: typeof whole) =>
        JSON.stringify(result?.error?.issues, (key, told: unknown) =>
          key === 'message' ? undefined : told,
        );
      expect(part?.data).toEqual(whole?.data);
      expect(issuesOf(part)).toEqual(issuesOf(whole));
    }
  });
});
