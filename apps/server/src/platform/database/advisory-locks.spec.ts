import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advisoryLockKinds } from './advisory-locks.js';

const source = join(import.meta.dirname, '../..');

describe('the registry of advisory locks', () => {
  it('gives each kind a number of its own', () => {
    const numbers = Object.values(advisoryLockKinds);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('knows all locks: no statement takes one without a key from it', () => {
    const strangers = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .filter((path) => {
        const text = readFileSync(join(source, path), 'utf8');
        return (
          text.includes('pg_') && /advisory_[a-z_]*lock\((?!\$1, hashtext\(\$2\)\))/u.test(text)
        );
      });
    expect(strangers).toEqual([]);
  });
});
