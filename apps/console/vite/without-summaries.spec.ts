import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { allEndpoints } from '@clusterdesk/contracts';
import { withoutSummariesOf } from './without-summaries.js';

const folder = join(import.meta.dirname, '../../../libs/contracts/src/endpoints');

it('leaves out what endpoints say to the server alone, and nothing else', () => {
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
  const left = withoutSummariesOf(code);
  const summary = /^ {4}summary:/gm;
  const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  // Endpoints that are made alike share one.
  expect(count(code, summary) - count(left, summary)).toBeGreaterThan(0.9 * allEndpoints.length);
  expect(left).not.toMatch(/^ {4}summary: ['"`]/m);
  expect(left).not.toMatch(/^ {4}(?:turn|logged|inTargetSession|beforePasswordChange):/m);
  // The page of the log lists the calls that are.
  expect(left).toMatch(/^ {4}audited: true,$/m);
  expect(left).not.toMatch(/^ {4}access: (?!'public')/m);
  const isPublic = /\baccess: 'public'/g;
  expect(count(left, isPublic)).toBe(count(code, isPublic));
  for (const key of [/\bpath:/g, /\binput:/g, /\bresult:/g]) {
    expect(count(left, key)).toBe(count(code, key));
  }
});
