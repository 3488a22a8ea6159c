import type { MenuProps } from 'antd';
import { createElement, type ReactNode } from 'react';

/** One thing that can be done on the page; toolbar, menus and keys offer the same ones. */
export interface FileAction {
  id: string;
  label: string;
  icon: ReactNode;
  /** The keys that do the same, for people. */
  keys?: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** It is being done just now: shown, and not to be done again meanwhile. */
  isBusy?: boolean;
  /** The action is a choice of these. */
  choices?: readonly FileAction[];
  run: () => void;
}

/** The actions that are done, each choice of a group of them by itself. */
const doneOf = (action: FileAction): readonly FileAction[] => action.choices ?? [action];

/** Groups of actions as an antd menu, a line between them; fingers have no keys to be told of. */
export function menuOf(
  groups: readonly (readonly FileAction[])[],
  isTouch = false,
): NonNullable<MenuProps> {
  const filled = groups.map((group) => group.flatMap(doneOf)).filter((group) => group.length > 0);
  const items = filled.flatMap((group, index) => [
    ...(index > 0 ? [{ type: 'divider' as const, key: `line-${index}` }] : []),
    ...group.map((action) => ({
      key: action.id,
      label: action.label,
      // Or the English name of the icon would begin the name of the item.
      icon: createElement('span', { 'aria-hidden': true }, action.icon),
      extra: isTouch ? undefined : action.keys,
      danger: action.isDangerous ?? false,
      disabled: (action.isDisabled || action.isBusy) ?? false,
    })),
  ]);
  const run = new Map(filled.flat().map((action) => [action.id, action.run]));
  return { items, onClick: ({ key }) => run.get(key)?.() };
}
