import type { MenuNode } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { messageOf } from '../../shared/api/api-error.js';
import { openOutside } from '../../shared/menus/open-outside.js';
import { useMessages } from '../../shared/ui/messages/messages.js';

interface MenuLinkProps {
  menu: MenuNode;
  className?: string | undefined;
  isHere?: boolean;
  children: ReactNode;
}

/** Leads to a menu: type 1 here, types 2 and 3 in a new window (spec part 1 §3, Menu entry). */
export function MenuLink({ menu, className, isHere, children }: MenuLinkProps): ReactNode {
  const { message } = useMessages();
  if (menu.menuType === 1) {
    return (
      <Link to={menu.menuUrl} className={className} aria-current={isHere ? 'page' : undefined}>
        {children}
      </Link>
    );
  }
  return (
    <a
      href={menu.menuUrl}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      onClick={(event) => {
        event.preventDefault();
        openOutside(menu).catch((error: unknown) => message.error(messageOf(error)));
      }}
    >
      {children}
    </a>
  );
}
