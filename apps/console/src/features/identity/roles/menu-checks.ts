import type { MenuNode } from '@clusterdesk/contracts';

/** Key of the synthetic root, which stands for all menus and is no menu itself. */
export const rootKey = '0';

/** What the tree shows as checked: granted menus without children. Boxes of their parents follow from them, full or half. */
export function checkedLeaves(tree: readonly MenuNode[], granted: ReadonlySet<string>): string[] {
  return tree.flatMap((node) =>
    node.children.length > 0
      ? checkedLeaves(node.children, granted)
      : granted.has(node.id)
        ? [node.id]
        : [],
  );
}

/** What is saved: the checked menus and, half-checked or not, everything above them; never the synthetic root (spec part 2 §6). */
export function grantedIds(tree: readonly MenuNode[], checked: ReadonlySet<string>): string[] {
  return tree.flatMap((node) => {
    const below = grantedIds(node.children, checked);
    const isLeafChecked = node.children.length === 0 && checked.has(node.id);
    return isLeafChecked || below.length > 0 ? [node.id, ...below] : [];
  });
}

/** Whether two sets hold the same ids. */
export const isSame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));

/** What is checked now, with what somebody ticked and unticked since `before`. */
export const mergedChecks = (
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  now: ReadonlySet<string>,
): Set<string> =>
  new Set([
    ...[...now].filter((id) => !before.has(id) || after.has(id)),
    ...[...after].filter((id) => !before.has(id)),
  ]);
