import { Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';

interface PointedMenuProps {
  menu: MenuProps;
  /** Pixels of the window. */
  x: number;
  y: number;
  onClose: () => void;
}

/** A menu at a place of the window. */
export function PointedMenu({ menu, x, y, onClose }: PointedMenuProps): ReactNode {
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
      <span key={`${x} ${y}`} style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
    </Dropdown>
  );
}
