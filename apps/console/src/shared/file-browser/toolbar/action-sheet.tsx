import { Drawer, Menu, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import styles from './tool-bar.module.css';

/** A menu as a sheet from below, whose rows a thumb can hit. */
export function ActionSheet({
  menu,
  onClose,
}: {
  menu: MenuProps;
  onClose: () => void;
}): ReactNode {
  return (
    <Drawer
      open
      placement="bottom"
      size="auto"
      closable={false}
      onClose={onClose}
      styles={{ body: { padding: '8px 0 16px' } }}
    >
      <Menu
        className={styles['sheet'] ?? ''}
        selectable={false}
        {...(menu.items ? { items: menu.items } : {})}
        onClick={(info) => {
          onClose();
          menu.onClick?.(info);
        }}
      />
    </Drawer>
  );
}
