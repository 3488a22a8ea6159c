import { expect, it } from '@jest/globals';
import { matching, type PaletteEntry } from './palette-entry.js';

const entry = (label: string, also?: string): PaletteEntry => ({
  id: label,
  label,
  ...(also ? { also } : {}),
  act: () => {},
});
const entries = [
  entry('角色管理', '角色管理 Roles'),
  entry('用户管理', '用户管理 Users'),
  entry('管理的项目'),
];
const found = (key: string): string[] => matching(entries, key).map(({ label }) => label);

it('finds by any part of a name, in either language and whatever the case', () => {
  expect(found('用户')).toEqual(['用户管理']);
  expect(found('ROLE')).toEqual(['角色管理']);
  expect(found('nothing')).toEqual([]);
});

it('wants every word, and offers everything for an empty key', () => {
  expect(found('管理 users')).toEqual(['用户管理']);
  expect(found(' ')).toHaveLength(3);
});

it('puts what begins with the key first', () => {
  expect(found('管理')).toEqual(['管理的项目', '角色管理', '用户管理']);
});
