import type { MenuNode } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { isMenuUrl, menusBelow, possibleParents, rowsOf } from './menu-rows.js';

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
const data = menu('data', [menu('files', [menu('old')]), menu('shares')]);
const tree = [data, menu('users')];

describe('the menu tree as a table', () => {
  it('comes top down with its depth, without what is folded away', () => {
    const shown = (folded: string[]) =>
      rowsOf(tree, new Set(folded)).map((row) => `${row.depth} ${row.menu.id}`);
    expect(shown([])).toEqual(['0 data', '1 files', '2 old', '1 shares', '0 users']);
    expect(shown(['files'])).toEqual(['0 data', '1 files', '1 shares', '0 users']);
    expect(shown(['data', 'files'])).toEqual(['0 data', '0 users']);
  });
  it('names what a deletion takes along', () => {
    expect(menusBelow(data)).toHaveLength(3);
    expect(menusBelow(menu('a', [menu('b', [menu('c')])])).map(({ id }) => id)).toEqual(['b', 'c']);
    expect(menusBelow(menu('users'))).toEqual([]);
  });
  it('hangs no menu below itself', () => {
    const ids = (id: string | null) =>
      rowsOf(possibleParents(tree, id), new Set()).map((row) => row.menu.id);
    expect(ids('files')).toEqual(['data', 'shares', 'users']);
    expect(ids(null)).toHaveLength(5);
  });
});

it.each([
  ['/userList', 1, true],
  ['//evil.example', 1, false],
  ['/\\evil.example', 1, false],
  ['https://a.example', 1, false],
  ['https://a.example/x?y=1', 2, true],
  ['/grafana', 2, false],
  ['javascript:alert(1)', 2, false],
  ['/grafana', 3, true],
  ['HTTP://a.example', 3, true],
  ['grafana', 3, false],
])('%s as the URL of type %i: %s', (url, menuType, isFine) => {
  expect(isMenuUrl(url, menuType)).toBe(isFine);
});
