import { Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { menuOf, type FileAction } from './file-action.js';

/** Where a menu was asked for, in pixels of the window, and for what. */
export interface MenuPlace {
  x: number;
  y: number;
  isOnItem: boolean;
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
  const menu = menuOf(groups);
  return (
    <Dropdown
      open
      autoFocus
      destroyOnHidden
      placement="bottomLeft"
      trigger={['click']}
      menu={{
        ...menu,
        onClick: (info) => {
          onClose();
          menu.onClick?.(info);
        },
      }}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <span
        key={`${place.x} ${place.y}`}
        style={{ position: 'fixed', left: place.x, top: place.y, width: 1, height: 1 }}
      />
    </Dropdown>
  );
}
