import { describe, expect, it } from '@jest/globals';
import { isAllowed } from './access.js';
import { readToken, type Principal } from './principal.js';

function caller(...menuUrls: string[]): Principal {
  return {
    userId: '1',
    userName: 'ann',
    sessionId: 's',
    language: 'cn',
    isSystemAdministrator: false,
    menuUrls: new Set(menuUrls),
    canDownload: true,
  };
}
const rule = { anyMenu: ['/a', '/b'] };

describe('isAllowed', () => {
  it('lets anyone into what is public or guarded by its own token', () => {
    expect(isAllowed('public', null)).toBe(true);
    expect(isAllowed('ticket', null)).toBe(true);
  });

  it('lets nobody without a session into anything else', () => {
    expect(isAllowed('signedIn', null)).toBe(false);
    expect(isAllowed(rule, null)).toBe(false);
  });

  it('asks for one of the menus, to the letter', () => {
    expect(isAllowed('signedIn', caller())).toBe(true);
    expect(isAllowed(rule, caller('/b'))).toBe(true);
    expect(isAllowed(rule, caller('/', '/A', '/a/', '/ab'))).toBe(false);
    expect(isAllowed({ anyMenu: [] }, caller('/a'))).toBe(false);
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
