import { describe, expect, it } from '@jest/globals';
import { isUrlOfType, mayHaveChildren, withDescendants } from './menus/menu.policy.js';
import { slowDownMs } from '../sessions/sign-in/sign-in-limits.js';
import { hasPasswordLength, isGuessable } from './passwords/password.policy.js';
import { nameKey } from './names/user-name.js';
import { isReservedName, isUsablePeriod } from './user.policy.js';

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);

describe('users', () => {
  it.each([
    ['12345', false],
    ['123456', true],
    ['1'.repeat(18), true],
    ['1'.repeat(19), false],
    ['😀'.repeat(6), true],
    ['😀'.repeat(3), false],
  ])('%s as a password: %s', (password, isRight) => {
    expect(hasPasswordLength(password)).toBe(isRight);
  });

  it.each([
    ['Passw0rd', 'ann', true],
    ['  123456 ', 'ann', true],
    ['      ', 'ann', true],
    ['aaaaaaa', 'ann', true],
    ['Ann.Lee', 'ann.lee', true],
    ['ann.lee1', 'ann.lee', false],
    ['correct horse', 'ann', false],
  ])('%j is what a guesser tries first for %s: %s', (password, userName, isFirst) => {
    expect(isGuessable(password, userName)).toBe(isFirst);
  });

  it.each([
    ['Admin', 'аdmin'],
    ['admin', 'ａｄｍｉｎ'],
    ['oper', 'орег'.replace('г', 'r')],
    ['ﬁne', 'fine'],
  ])('%s and %s could be taken for each other', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  it('reserve one name, in any letters', () => {
    expect(
      ['develop', 'DEVELOP', 'deveIop', 'deve1op', 'deveiop', 'developer'].map(isReservedName),
    ).toEqual([true, true, true, true, false, false]);
  });

  it.each([
    [null, null, true],
    ['2030-01-01', null, true],
    [null, '2026-01-02', true],
    [null, '2026-01-01', false],
    ['2026-02-02', '2026-02-01', false],
    ['2026-02-01', '2026-02-01', false],
  ])('from %s until %s is a period to come: %s', (from, until, isUsable) => {
    const period = { effectiveFrom: from ? day(from) : null, expiresAt: until ? day(until) : null };
    expect(isUsablePeriod(period, day('2026-01-01'))).toBe(isUsable);
  });

  it('wait longer after each failure, but never long', () => {
    expect([1, 2, 3, 4, 5, 50].map(slowDownMs)).toEqual([0, 250, 500, 1_000, 2_000, 2_000]);
  });
});

describe('menus', () => {
  const menus = [
    { id: 'a', parentId: null },
    { id: 'c', parentId: 'b' },
    { id: 'b', parentId: 'a' },
    { id: 'd', parentId: null },
  ];

  it('have what is below them, in whatever order it comes', () => {
    expect([...withDescendants(menus, 'a')].sort()).toEqual(['a', 'b', 'c']);
    expect([...withDescendants(menus, 'd')]).toEqual(['d']);
  });

  it('have addresses of their type', () => {
    expect([1, 2, 3].map((type) => isUrlOfType('/x', type as 1 | 2 | 3))).toEqual([
      true,
      false,
      true,
    ]);
    expect([1, 2, 3].map((type) => isUrlOfType('http://x', type as 1 | 2 | 3))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('that permit something become no groups', () => {
    expect(mayHaveChildren({ permission: 'users.manage' })).toBe(false);
    expect(mayHaveChildren({ permission: null })).toBe(true);
  });
});
