import type { MenuDropdown } from './dropdown.js';

type MenuCode = typeof MenuDropdown;

let code: MenuCode | null = null;

/** The code of menus, if it is here. */
export const menuCode = (): MenuCode | null => code;

/** Fetches the code of menus, once. @throws Error when it cannot be had; the next call tries again */
export async function fetchMenuCode(): Promise<MenuCode> {
  code ??= (await import('./dropdown.js')).MenuDropdown;
  return code;
}

/** Fetches it for somebody who is about to ask for a menu; what fails now is said when he asks. */
export const prepareMenus = (): void => void fetchMenuCode().catch(() => undefined);
