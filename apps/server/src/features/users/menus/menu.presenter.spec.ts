import { expect, it } from '@jest/globals';
import { MenuEntity } from './menu.entity.js';
import { toMenuTree } from './menu.presenter.js';

const menu = (id: string, menuUrl: string, parentId: string | null = null): MenuEntity =>
  Object.assign(new MenuEntity(), {
    id,
    parentId,
    menuUrl,
    menuName: id,
    menuNameEn: id,
    menuIcon: null,
    menuType: 1,
    position: 0,
  });

it('keeps the order, and puts each menu below its parent', () => {
  const tree = toMenuTree([menu('b', '/b'), menu('a', '/a'), menu('a.1', '/1', 'a')]);
  expect(tree.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['b', '0'],
    ['a', '0'],
  ]);
  expect(tree[1]?.children.map(({ id, parentId }) => [id, parentId])).toEqual([['a.1', 'a']]);
});

it('lets a group lead only to a page that is granted', () => {
  const group = menu('group', '/nodes');
  const jobs = menu('jobs', '/jobs', 'group');
  const nodes = menu('nodes', '/nodes', 'group');
  expect(toMenuTree([group, jobs])[0]?.menuUrl).toBe('/jobs');
  expect(toMenuTree([group, jobs, nodes])[0]?.menuUrl).toBe('/nodes');
});

it('shows nothing whose parent is not granted', () => {
  expect(toMenuTree([menu('a.1', '/1', 'a')])).toEqual([]);
});
