import type { MenuNode } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { checkedLeaves, grantedIds, isSame, mergedChecks } from './menu-checks.js';

const menu = (id: string, children: MenuNode[] = []): MenuNode => ({
  id,
  menuName: id,
  menuNameEn: '',
  menuUrl: `/${id}`,
  menuIcon: null,
  menuType: 1,
  parentId: '0',
  children,
});
const tree = [
  menu('data', [menu('files'), menu('shares')]),
  menu('users'),
  menu('settings', [menu('more', [menu('log')]), menu('theme')]),
];

describe('the boxes of a menu tree', () => {
  it('checks granted leaves only, so that a half-granted parent is not shown as full', () => {
    expect(checkedLeaves(tree, new Set(['data', 'files', 'users']))).toEqual(['files', 'users']);
    expect(checkedLeaves(tree, new Set(['data', 'settings', 'gone']))).toEqual([]);
  });

  it('saves checked and half-checked menus, ancestors before what is below them', () => {
    expect(grantedIds(tree, new Set(['files', 'log']))).toEqual([
      'data',
      'files',
      'settings',
      'more',
      'log',
    ]);
    expect(grantedIds(tree, new Set())).toEqual([]);
  });

  it('never saves the synthetic root, nor a parent without a checked child', () => {
    expect(grantedIds(tree, new Set(['0', 'data', 'users']))).toEqual(['users']);
  });

  it('keeps what was granted when nothing is changed', () => {
    const granted = ['data', 'files', 'shares', 'settings', 'theme'];
    expect(grantedIds(tree, new Set(checkedLeaves(tree, new Set(granted))))).toEqual(granted);
  });

  it('tells changed from unchanged', () => {
    expect(isSame(new Set(['a', 'b']), new Set(['b', 'a']))).toBe(true);
    expect(isSame(new Set(['a']), new Set(['b']))).toBe(false);
    expect(isSame(new Set(['a']), new Set(['a', 'b']))).toBe(false);
  });
});

it('puts ticks on top of what a colleague saved meanwhile', () => {
  const merged = mergedChecks(new Set(['a', 'b']), new Set(['b', 'c']), new Set(['a', 'd']));
  expect([...merged].sort()).toEqual(['c', 'd']);
});
