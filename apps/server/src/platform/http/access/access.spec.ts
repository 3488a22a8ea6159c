import { describe, expect, it } from '@jest/globals';
import type { Access, Permission } from '@clusterdesk/contracts';
import { isAllowed } from './access.js';
import { readToken, type Principal } from './principal.js';

function caller(...permissions: Permission[]): Principal {
  return {
    userId: '1',
    userName: 'ann',
    sessionId: 's',
    language: 'cn',
    isSystemAdministrator: false,
    homeKey: 'ann',
    permissions: new Set(permissions),
    canDownload: true,
    mustChangePassword: false,
  };
}
const rule: Access = { anyPermission: ['disk.use', 'jobs.use'] };

describe('isAllowed', () => {
  it('lets anyone into what is public or guarded by its own token', () => {
    expect(isAllowed('public', null)).toBe(true);
    expect(isAllowed('ticket', null)).toBe(true);
  });

  it('lets nobody without a session into anything else', () => {
    expect(isAllowed('signedIn', null)).toBe(false);
    expect(isAllowed(rule, null)).toBe(false);
  });

  it('asks for one of the permissions', () => {
    expect(isAllowed('signedIn', caller())).toBe(true);
    expect(isAllowed(rule, caller('jobs.use'))).toBe(true);
    expect(isAllowed(rule, caller('log.see', 'users.manage'))).toBe(false);
    expect(isAllowed({ anyPermission: [] }, caller('disk.use'))).toBe(false);
  });

  it('lets system administrators in everywhere', () => {
    expect(isAllowed(rule, { ...caller(), isSystemAdministrator: true })).toBe(true);
  });
});

describe('readToken', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['Bearer ', undefined],
    ['abc', 'abc'],
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
  ])('%j is %j', (header, token) => {
    expect(readToken(header)).toBe(token);
  });
});
