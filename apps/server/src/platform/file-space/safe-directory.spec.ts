import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { SafeDirectory } from './safe-directory.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-safe-directory-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// Who calls it has looked at the entry before: a link that took its place since must not be followed.
it('opens no file through a link that took its place after the look', async () => {
  writeFileSync(join(folder, 'secret'), 'secret');
  symlinkSync('secret', join(folder, 'link'));
  const directory = await SafeDirectory.openRoot(folder);
  try {
    await expect(directory.openFile('link')).rejects.toMatchObject({ code: 'ELOOP' });
    const handle = await directory.openFile('secret');
    expect(await handle.readFile('utf8')).toBe('secret');
    await handle.close();
  } finally {
    await directory.close();
  }
});
