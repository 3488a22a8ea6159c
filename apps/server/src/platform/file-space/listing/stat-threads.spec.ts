import { expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factsPerName, statKinds, statMany } from './stat-threads.js';

const openPorts = (): number =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;

it('does not keep the process from ending', async () => {
  const base = await mkdtemp(join(tmpdir(), 'stat-threads-'));
  try {
    await writeFile(join(base, 'f'), 'four');
    const before = openPorts();
    const [chunk] = await statMany(base, ['f', 'none']);
    expect(chunk?.facts.slice(0, 2)).toEqual(Float64Array.of(statKinds.file, 4));
    expect(chunk?.facts[factsPerName]).toBe(statKinds.none);
    expect(openPorts()).toBe(before);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
});
