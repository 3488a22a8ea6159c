import { type DropdownProps } from 'antd';
import {
  cloneElement,
  useLayoutEffect,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { fetchMenuCode, menuCode, prepareMenus } from './menu-code.js';
import { useMessages } from '../messages/messages.js';

interface MenuButtonProps extends Pick<DropdownProps, 'menu' | 'placement' | 'autoFocus'> {
  /** The button that opens the menu. */
  children: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
}

/**
 * A button with a menu, whose code is fetched when the button is pointed at, focused or pressed: no press is lost. Where the
 * code cannot be had, a message says so, and the next press tries again.
 */
export function MenuButton({ children, ...menu }: MenuButtonProps): ReactNode {
  const { t } = useTranslation('common');
  const { message } = useMessages();
  const [Dropdown, setDropdown] = useState(menuCode);
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);

  // The button is drawn anew inside of its menu; whoever pressed it is still there.
  const focusButton = (): void =>
    frame.current?.querySelector('button')?.focus({ preventScroll: true });
  useLayoutEffect(() => {
    if (Dropdown && hadFocus.current) {
      hadFocus.current = false;
      focusButton();
    }
  }, [Dropdown]);

  const open = async (): Promise<void> => {
    try {
      const fetched = await fetchMenuCode();
      hadFocus.current = frame.current?.contains(document.activeElement) === true;
      setDropdown(() => fetched);
      setIsOpen(true);
    } catch {
      void message.error(t('codeUnavailable'));
    }
  };
  return (
    <span ref={frame} style={{ display: 'contents' }}>
      {Dropdown ? (
        <Dropdown {...menu} focusButton={focusButton} open={isOpen} onOpenChange={setIsOpen}>
          {children}
        </Dropdown>
      ) : (
        cloneElement(children, {
          onClick: () => void open(),
          onPointerEnter: prepareMenus,
          onFocus: prepareMenus,
        })
      )}
    </span>
  );
}
