import type { MenuNode } from '@clusterdesk/contracts';

/** The path of a menu's URL, without its query. */
export const pathOf = (menuUrl: string): string => menuUrl.split(/[?#]/)[0] ?? '';

/** The node and everything below it. */
export const withDescendants = (node: MenuNode): MenuNode[] => [
  node,
  ...node.children.flatMap(withDescendants),
];

/** Menus that are opened themselves, not only unfolded. */
export const entriesOf = (tree: readonly MenuNode[]): MenuNode[] =>
  tree.flatMap(withDescendants).filter((node) => node.children.length === 0);

/** Those of them that are pages of this console. */
export const leavesOf = (tree: readonly MenuNode[]): MenuNode[] =>
  entriesOf(tree).filter((node) => node.menuType === 1 && node.menuUrl.startsWith('/'));

/** Whether a page has its own menu. Rights come from leaves: the URL of a group only says where the group leads. */
export const hasMenu = (tree: readonly MenuNode[], path: string): boolean =>
  leavesOf(tree).some(({ menuUrl }) => pathOf(menuUrl) === pathOf(path));
