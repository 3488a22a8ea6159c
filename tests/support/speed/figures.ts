import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { workspace } from '../platform/platform.js';

/** What `npm run test:long` prints beside its bound and keeps in tests/output/long.json (scripts/test/figures.mjs). */
interface Figure {
  name: string;
  value: number;
  bound: number;
  unit: string;
}

const file = join(workspace, 'tests/output/figures.jsonl');

/** Records a measured figure with its bound, and expects it to be at most that. */
export function expectAtMost(name: string, value: number, bound: number, unit = 'ms'): void {
  const figure: Figure = { name, value, bound, unit };
  appendFileSync(file, `${JSON.stringify(figure)}\n`);
  expect(value).toBeLessThanOrEqual(bound);
}
