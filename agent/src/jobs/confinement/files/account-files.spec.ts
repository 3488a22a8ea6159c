import { describe, expect, it } from '@jest/globals';
import { accountFilesFor } from './account-files.js';

const account = { name: 'job7', uid: 1_900_000_007, gid: 1_900_000_007, groups: [] };
const read = (path: string): string =>
  path === '/etc/passwd'
    ? 'root:x:0:0:root:/root:/bin/bash\nbob:x:1000:1000::/home/bob:/bin/sh'
    : '';

describe('the files of accounts in a job', () => {
  it.each([
    ['alice', 'alice'],
    ['bob', 'job7'],
    ['root', 'job7'],
    ['张三', 'job7'],
    ['x:0:0', 'job7'],
    ['x\nroot', 'job7'],
  ])('name %j as %s, and the host’s own as before', (userName, name) => {
    const files = accountFilesFor(account, userName, '/data/home/x', read);
    expect(files?.passwd).toBe(
      `${read('/etc/passwd')}\n${name}:x:1900000007:1900000007::/data/home/x:/bin/sh\n`,
    );
    expect(files?.group).toBe(`${name}:x:1900000007:\n`);
  });

  it('are the host’s own where they know the account, or it has none', () => {
    expect(accountFilesFor({ ...account, uid: 1000 }, 'carl', '/x', read)).toBeNull();
    const fail = (): string => {
      throw new Error('ENOENT');
    };
    expect(accountFilesFor(account, 'alice', '/x', fail)).toBeNull();
  });

  it('leave out a home that cannot stand in them', () => {
    const { passwd } = accountFilesFor(account, 'alice', '/data/a:b', read) ?? { passwd: '' };
    expect(passwd).toMatch(/alice:x:1900000007:1900000007::\/:\/bin\/sh\n$/);
  });
});
