import { noticeChoicesPath, type MenuNode } from '@clusterdesk/contracts';
import { describe, expect, it } from '@jest/globals';
import { shellRoutes } from '../features.js';
import { entriesOf, leavesOf } from '../../shared/menus/menu-leaves.js';
import { dockMenus, isAllowed, settingsMenu, targetOf, topMenuOf } from './menu-tree.js';

const menu = (id: string, menuUrl: string, children: MenuNode[] = []): MenuNode => ({
  id,
  menuName: id,
  menuNameEn: '',
  menuUrl,
  menuIcon: null,
  menuType: 1,
  parentId: '',
  children,
});
const settings = menu('settings', '/roleManagement', [menu('logs', '/logManagement')]);
const resources = menu('resources', '/desktopDot', [menu('jobs', '/taskManangement')]);
const projects = menu('projects', '/managementProject', [
  menu('managed', '/managementProject?type=1'),
  menu('joined', '/joinProject?type=2'),
]);
const files = menu('files', '/myDoc', [menu('mine', '/myDoc')]);
const tree = [settings, resources, projects, files];

describe('isAllowed', () => {
  it('lets through the leaves, whatever their query', () => {
    expect(
      ['/myDoc', '/logManagement', '/managementProject'].every((path) => isAllowed(tree, path)),
    ).toBe(true);
  });
  it('gives no right by the URL of a group', () => {
    expect(isAllowed(tree, '/desktopDot')).toBe(false);
    expect(isAllowed(tree, '/roleManagement')).toBe(false);
  });
  it('lets detail pages follow their list page', () => {
    expect(isAllowed(tree, '/editTask')).toBe(true);
    expect(isAllowed([projects], '/projectMembers')).toBe(true);
    expect(isAllowed(tree, '/editQueue')).toBe(false);
    expect(isAllowed(tree, '/userEdit')).toBe(false);
  });
  it("lets everybody open their own pages, and nobody what isn't there", () => {
    expect(isAllowed([], '/userCenter')).toBe(true);
    expect(isAllowed([], '/contactPage')).toBe(true);
    expect(isAllowed([], '/myDoc')).toBe(false);
    expect(isAllowed(tree, '/nowhere')).toBe(false);
  });
});

describe('menus', () => {
  it('puts the areas into the order of the specification and the settings aside', () => {
    expect(dockMenus(tree)).toEqual([files, projects, resources]);
    expect(settingsMenu(tree)).toBe(settings);
    expect(settingsMenu([files])).toBeUndefined();
    expect(settingsMenu([menu('settings', '/roleManagement', [menu('c', '/contactPage')])])).toBe(
      undefined,
    );
  });
  it('knows an area by its id when its URL is that of a leaf', () => {
    const mine = menu('desktopDot', '/taskManangement', [menu('jobs', '/taskManangement')]);
    expect(dockMenus([mine, settings])).toEqual([mine]);
    expect(settingsMenu([mine, settings])).toBe(settings);
    expect(settingsMenu([mine])).toBeUndefined();
  });
  it('leads a group to its first leaf', () => {
    expect(targetOf(resources)).toBe('/taskManangement');
    expect(leavesOf(tree).map(({ id }) => id)).toEqual([
      'logs',
      'jobs',
      'managed',
      'joined',
      'mine',
    ]);
  });
  it('offers what opens elsewhere, and gives no right to a page by it', () => {
    const elsewhere = { ...menu('wiki', 'https://wiki.example'), menuType: 2 as const };
    const forward = { ...menu('grafana', '/userList'), menuType: 3 as const };
    const more = [menu('more', '/more', [elsewhere, forward])];
    expect(entriesOf(more)).toEqual([elsewhere, forward]);
    expect(leavesOf(more)).toEqual([]);
    expect(isAllowed(more, '/userList')).toBe(false);
  });
  it('finds the area of a detail page', () => {
    expect(topMenuOf(tree, '/editTask')).toBe(resources);
    expect(topMenuOf(tree, '/projectSettings')).toBe(projects);
    expect(topMenuOf(tree, '/userCenter')).toBeUndefined();
  });
});

it('has every page of the specification once, each list page that is followed among them', () => {
  const paths = shellRoutes.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  // Ours beside the documented ones.
  const added = [
    ...['/myDoc/trash', '/managementProjectDetail/trash', '/myDesktops'],
    ...['/jobGraphs', '/newJobGraph', '/backups', '/platformHealth'],
    noticeChoicesPath,
  ];
  expect(paths).toEqual(expect.arrayContaining(added));
  expect(paths).toHaveLength(44 + added.length);
  expect(
    shellRoutes.flatMap(({ follows = [] }) => follows).every((path) => paths.includes(path)),
  ).toBe(true);
});
