import type { Language, MenuNode } from '@clusterdesk/contracts';
import { hasMenu, leavesOf, pathOf } from '../../shared/menus/menu-leaves.js';
import { pagePaths } from '../../shared/paths.js';
import { shellRoutes } from '../features.js';

/** Top-level menus of the footer navigation, in the specification's order (part 1 §2, Shell). */
export const dockUrls: readonly string[] = [
  pagePaths.myFiles,
  pagePaths.managedProjects,
  pagePaths.users,
  pagePaths.desktops,
  pagePaths.monitoring,
  pagePaths.applications,
];

/** The menu's name in a language; the other one where it has none. */
export const menuLabel = (node: MenuNode, language: Language): string =>
  (language === 'en' && node.menuNameEn) || node.menuName;

/** Where a menu leads: its first leaf. */
export const targetOf = (node: MenuNode): string => leavesOf([node])[0]?.menuUrl ?? node.menuUrl;

/** The list page that stands for `path` in the menus: the page itself, or the list that a detail page follows. */
export function listPathOf(tree: readonly MenuNode[], path: string): string {
  const candidates = [path, ...(shellRoutes.find((route) => route.path === path)?.follows ?? [])];
  return candidates.find((candidate) => hasMenu(tree, candidate)) ?? path;
}

/** The top-level menu that the page belongs to. */
export const topMenuOf = (tree: readonly MenuNode[], path: string): MenuNode | undefined =>
  tree.find((node) => hasMenu([node], listPathOf(tree, path)));

/** Whether a top-level menu is this area: by its stable id, since a group's URL follows what the user may open. */
const isArea = (node: MenuNode, url: string): boolean =>
  node.id === url.slice(1) || pathOf(node.menuUrl) === url;

/** The top-level menus of the footer navigation. */
export const dockMenus = (tree: readonly MenuNode[]): MenuNode[] =>
  dockUrls.flatMap((url) => tree.filter((node) => isArea(node, url)));

const isOwnPage = (path: string): boolean =>
  shellRoutes.some((route) => route.path === path && route.isOwn === true);

/** The settings menu: the top-level one that is not in the footer navigation and holds more than everybody's own pages. */
export const settingsMenu = (tree: readonly MenuNode[]): MenuNode | undefined =>
  tree.find(
    (node) =>
      !dockUrls.some((url) => isArea(node, url)) &&
      leavesOf([node]).some((leaf) => !isOwnPage(pathOf(leaf.menuUrl))),
  );

/** Whether a user with these menus may open `path`: its own menu, the list page it follows, or everybody's own pages. */
export function isAllowed(tree: readonly MenuNode[], path: string): boolean {
  const route = shellRoutes.find((candidate) => candidate.path === path);
  const paths = [path, ...(route?.follows ?? [])];
  return route?.isOwn === true || paths.some((candidate) => hasMenu(tree, candidate));
}
