import { Drawer, type DrawerProps } from 'antd';
import type { ReactNode } from 'react';
import { useFocusBack } from './dialog.js';

interface DetailDrawerProps extends Pick<DrawerProps, 'title' | 'extra' | 'footer' | 'children'> {
  /** How wide it is where there is room. */
  size: number;
  /** True where lines reach from side to side. */
  isFlush?: boolean;
  onClose: () => void;
}

/** What lies over a page from its side, all about one thing of it. Draw it only while it is open; the focus goes back after it. */
export function DetailDrawer({ isFlush, ...props }: DetailDrawerProps): ReactNode {
  useFocusBack(true);
  return (
    <Drawer
      open
      mask={{ blur: false }}
      // Its buttons end where the lines above them end.
      styles={{
        wrapper: { maxWidth: '100vw' },
        body: isFlush ? { padding: 0 } : {},
        footer: { padding: 'var(--space-2) var(--space-6)' },
      }}
      {...props}
    />
  );
}
