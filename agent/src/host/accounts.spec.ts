import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountLookupError, findAccount } from './accounts.js';

let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-getent-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

/** A getent that behaves like one whose directory server is in trouble. */
function fakeGetent(name: string, script: string): string {
  const path = join(dir, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('findAccount', () => {
  it('finds an account of this host, and says when there is none', async () => {
    expect(await findAccount('nobody')).toMatchObject({ name: 'nobody', uid: 65534 });
    expect(await findAccount('no-such-account')).toBeNull();
    expect(await findAccount('--help')).toBeNull();
  });

  it('does not take a lookup that fails, or gives no answer in time, for an unknown account', async () => {
    const slow = fakeGetent('slow', 'exec sleep 600');
    await expect(findAccount('bob', slow, 200)).rejects.toThrow(AccountLookupError);
    await expect(findAccount('bob', slow, 200)).rejects.toThrow(/did not answer in 0.2 s/);
    await expect(findAccount('bob', fakeGetent('broken', 'exit 1'))).rejects.toThrow(
      /failed \(1\)/,
    );
    await expect(findAccount('bob', join(dir, 'none'))).rejects.toThrow(/failed \(ENOENT\)/);
  });
});
