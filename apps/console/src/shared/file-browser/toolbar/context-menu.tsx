import type { ReactNode } from 'react';
import { menuOf, type FileAction } from './file-action.js';
import { lazyComponent } from '../../ui/lazy-component.js';

const ActionSheet = lazyComponent(async () => (await import('./action-sheet.js')).ActionSheet);
const PointedMenu = lazyComponent(async () => (await import('./pointed-menu.js')).PointedMenu);

/** Where a menu was asked for, in pixels of the window, and for what. */
export interface MenuPlace {
  x: number;
  y: number;
  isOnItem: boolean;
  /** Asked for by a finger: a sheet from below, whose rows a thumb can hit. */
  isTouch?: boolean;
}

interface ContextMenuProps {
  place: MenuPlace | null;
  groups: readonly FileAction[][];
  onClose: () => void;
}

/** The menu of the right mouse button, of the menu key and of a row's own button. */
export function ContextMenu({ place, groups, onClose }: ContextMenuProps): ReactNode {
  if (!place) {
    return null;
  }
  const menu = menuOf(groups, place.isTouch);
  if (place.isTouch) {
    return <ActionSheet menu={menu} onClose={onClose} onMissing={onClose} />;
  }
  return <PointedMenu menu={menu} x={place.x} y={place.y} onClose={onClose} onMissing={onClose} />;
}
