import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { allEndpoints } from '@clusterdesk/contracts';
import { z } from 'zod';

/** Longer than any path, name or filter: what takes it would hand it to a comparison for each row. */
const tooLong = 'x'.repeat(5_000);

const source = join(import.meta.dirname, '../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^(features|platform)\/.*(?<!spec)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }));

/** The parameters of a call that only looks, each with what checks it. */
const parameters = allEndpoints
  .filter(({ audited }) => !audited)
  .flatMap(({ path, input }) => {
    const outer = input instanceof z.ZodPipe ? input.in : input;
    return outer instanceof z.ZodObject
      ? Object.entries(outer.shape).map(([name, schema]) => [`${path} ${name}`, schema] as const)
      : [];
  });

it('texts of any length are taken by no call that looks for something', () => {
  expect(parameters.length).toBeGreaterThan(100);
  const taking = parameters.filter(
    ([, schema]) => schema instanceof z.ZodType && schema.safeParse(tooLong).success,
  );
  expect(taking.map(([name]) => name)).toEqual([]);
});

it('no text becomes a regular expression, and a pattern of SQL only by `containsPattern`', () => {
  const making = files.filter(({ text }) => /\bRegExp\(/.test(text)).map(({ path }) => path);
  // Made of a constant.
  expect(making).toEqual(['platform/http/serving/platform-build.service.ts']);
  const comparing = files.filter(({ text }) => /\bI?LIKE (?:\$\d|:)|ILike\(/.test(text));
  expect(comparing.length).toBeGreaterThan(8);
  const unguarded = comparing.filter(({ text }) => !text.includes('containsPattern('));
  expect(unguarded.map(({ path }) => path)).toEqual([]);
  expect(files.filter(({ text }) => /SIMILAR TO|\s~\*?\s+\$/.test(text))).toEqual([]);
});
