import { describe, expect, it } from '@jest/globals';
import { loginUrl, safeReturnPath } from './cb-url.js';

describe('safeReturnPath', () => {
  it.each(['/myDoc', '/myDoc?dir=%2Fa%20b', '/editQueue?id=7#x', '/workPlat?isLogin=true'])(
    'takes %s',
    (path) => expect(safeReturnPath(path)).toBe(path),
  );

  it.each([
    null,
    '',
    'myDoc',
    'https://elsewhere.example/',
    'javascript:alert(1)',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/a\\b',
    '/./\\/elsewhere.example',
    '/.//elsewhere.example',
    '/x/..//elsewhere.example',
    '/login',
    '/login?cbUrl=%2FmyDoc',
    '/',
  ])('refuses %j', (path) => expect(safeReturnPath(path)).toBeNull());
});

describe('loginUrl', () => {
  it('carries path and query, encoded', () => {
    const address = loginUrl('/myDoc?dir=/a&key=b');
    expect(address).toBe('/login?cbUrl=%2FmyDoc%3Fdir%3D%2Fa%26key%3Db');
    expect(safeReturnPath(new URLSearchParams(address.split('?')[1]).get('cbUrl'))).toBe(
      '/myDoc?dir=/a&key=b',
    );
  });

  it('keeps the code of a share link on the way', () => {
    const link = '/receiveShare?id=Zk3_9-aBcDeFgHiJkLmNoP&verification=AB23CD';
    expect(safeReturnPath(new URL(loginUrl(link), 'http://x').searchParams.get('cbUrl'))).toBe(
      link,
    );
  });

  it('leads nowhere in particular from the login page and the root', () => {
    expect(loginUrl('/')).toBe('/login');
    expect(loginUrl('/login?cbUrl=%2FmyDoc')).toBe('/login');
  });

  it('does not lead back to the change of a password that is changed', () => {
    expect(loginUrl('/editPassword')).toBe('/login');
    expect(loginUrl('/editPassword?cbUrl=%2FmyDoc%3Fdir%3D%2Fa')).toBe(
      '/login?cbUrl=%2FmyDoc%3Fdir%3D%2Fa',
    );
    expect(loginUrl('/editPassword?cbUrl=%2F%2Felsewhere.example')).toBe('/login');
    expect(loginUrl('/editPassword?cbUrl=%2FeditPassword')).toBe('/login');
    expect(loginUrl('/editPhone')).toBe('/login?cbUrl=%2FeditPhone');
  });
});
