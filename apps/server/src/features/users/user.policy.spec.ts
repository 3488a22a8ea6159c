import { describe, expect, it } from '@jest/globals';
import { isUrlOfType, mayHaveChildren, withDescendants } from './menus/menu.policy.js';
import { slowDownMs } from '../sessions/sign-in-limits.js';
import { hasPasswordLength, isReservedName, isUsablePeriod } from './user.policy.js';

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

  it('reserve one name, in any letters', () => {
    expect(['develop', 'DEVELOP', 'developer'].map(isReservedName)).toEqual([true, true, false]);
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

  it('that administration needs become no groups', () => {
    expect(['userList', 'settings.roles', 'settings', 'myDoc'].map(mayHaveChildren)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
