// By itself, so that it is fetched by itself: menus are a tenth of a signed-in page's code, and none is open at first.
import { Dropdown, type DropdownProps } from 'antd';
import { useEffectEvent, useLayoutEffect, type ReactNode } from 'react';

interface MenuDropdownProps extends DropdownProps {
  /** Gives the focus to the button of the menu. */
  focusButton: () => void;
}

/** The menu of a button. What an item opens gives the focus back to where it was, so the button has it by then: the item is gone. */
export function MenuDropdown({ focusButton, menu, ...props }: MenuDropdownProps): ReactNode {
  // The button is drawn anew inside of its menu; whoever pressed it is still there.
  const keepFocus = useEffectEvent((): void => {
    if (document.activeElement === document.body) {
      focusButton();
    }
  });
  useLayoutEffect(() => keepFocus(), []);
  const onClick: NonNullable<typeof menu>['onClick'] = (item) => {
    focusButton();
    menu?.onClick?.(item);
  };
  return <Dropdown {...props} menu={{ ...menu, onClick }} trigger={['click']} />;
}
