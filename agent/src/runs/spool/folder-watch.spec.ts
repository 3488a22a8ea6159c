import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { until } from '../../../testing/agent-process.js';
import { onceChanged } from './folder-watch.js';

it('tells once of what is written in a folder, and nothing where there is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clusterdesk-watch-'));
  const file = join(folder, 'output.log');
  writeFileSync(file, '');
  let [told, unwatched] = [0, 0];
  onceChanged(folder, () => (told += 1));
  onceChanged(folder, () => (unwatched += 1))();
  onceChanged(join(folder, 'none'), () => (unwatched += 1))();
  appendFileSync(file, 'one\n');
  await until('the word', () => told > 0);
  appendFileSync(file, 'two\n');
  let again = 0;
  onceChanged(folder, () => (again += 1));
  appendFileSync(file, 'three\n');
  await until('the next word', () => again > 0);
  expect([told, unwatched]).toEqual([1, 0]);
  rmSync(folder, { recursive: true });
});
