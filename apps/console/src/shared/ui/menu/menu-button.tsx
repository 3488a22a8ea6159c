import type { DropdownProps } from 'antd';
import {
  cloneElement,
  useRef,
  type ButtonHTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useOnDemand } from '../../lib/code/use-on-demand.js';

interface MenuButtonProps extends Pick<DropdownProps, 'menu' | 'placement' | 'autoFocus'> {
  /** The button that opens the menu. */
  children: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
}

/** A button with a menu, whose code is fetched when the button is pointed at, focused or pressed: no press is lost. */
export function MenuButton({ children, ...menu }: MenuButtonProps): ReactNode {
  const { code, isOpen, prepare, open, close } = useOnDemand(() => import('./dropdown.js'));
  const frame = useRef<HTMLSpanElement>(null);
  return (
    <span ref={frame} style={{ display: 'contents' }}>
      {code ? (
        <code.MenuDropdown
          {...menu}
          open={isOpen}
          onOpenChange={(isWanted) => (isWanted ? void open() : close())}
          focusButton={() => frame.current?.querySelector('button')?.focus({ preventScroll: true })}
        >
          {children}
        </code.MenuDropdown>
      ) : (
        cloneElement(children, {
          onClick: () => void open(),
          onPointerEnter: prepare,
          onFocus: prepare,
        })
      )}
    </span>
  );
}
