import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Older ones ran everywhere before two versions had to share the tables. */
const lastBefore = '202611290150';

/**
 * What the version before, which still runs, cannot live with: what it reads is gone or has another type, or its inserts are refused
 * for a column that it does not know.
 */
const takingAway: readonly RegExp[] = [
  /\bDROP\s+(COLUMN|TABLE|VIEW|SCHEMA)\b/iu,
  /\bRENAME\s+(COLUMN\b|TO\b)/iu,
  /\bALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE\b/iu,
  /\bSET\s+NOT\s+NULL\b/iu,
  /\bADD\s+COLUMN\s+(?![^,;'`]*\bDEFAULT\b)[^,;'`]*\bNOT\s+NULL\b/iu,
];
/** In the docstring of a migration that contracts: since which release nobody reads what it takes away. */
const note = /\bContracts: nobody reads .+ since \d+\.\d+/u;

const breaksRule = (text: string): boolean =>
  takingAway.some((pattern) => pattern.test(text)) && !note.test(text);

describe('the rule for migrations (docs/operations.md, Migrations)', () => {
  it('expand now, contract a release later and say so', () => {
    const breaking = readdirSync(import.meta.dirname)
      .filter((name) => /^\d{12}-/u.test(name) && name.slice(0, 12) > lastBefore)
      .filter((name) => breaksRule(readFileSync(join(import.meta.dirname, name), 'utf8')));
    expect(breaking).toEqual([]);
  });

  it.each([
    ['ALTER TABLE a DROP COLUMN b', true],
    ['ALTER TABLE a\n  RENAME COLUMN b TO c', true],
    ['ALTER TABLE a RENAME TO b', true],
    ['DROP TABLE a', true],
    ['ALTER TABLE a ALTER COLUMN b TYPE bigint', true],
    ['ALTER TABLE a ALTER COLUMN b SET NOT NULL', true],
    ['ALTER TABLE a ADD COLUMN b text NOT NULL', true],
    ["ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT ''", false],
    ["ALTER TABLE a ADD COLUMN b text DEFAULT '' NOT NULL", false],
    ['ALTER TABLE a ADD COLUMN b text', false],
    ['CREATE TABLE a (b text NOT NULL)', false],
    ['DROP INDEX a_b_index', false],
    ['/** Contracts: nobody reads `b` since 0.4. */ ALTER TABLE a DROP COLUMN b', false],
  ])('%s', (text, isBreaking) => {
    expect(breaksRule(text)).toBe(isBreaking);
  });
});
