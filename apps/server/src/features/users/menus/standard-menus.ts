import type { MenuEntity } from './menu.entity.js';
import { builtInPermission } from './menu.policy.js';
import { menuSeed, type SeedMenu } from './menu-seed.js';

/** A menu as the first start makes it. */
export type StandardMenu = MenuEntity & {
  /** Whether the role *user* has it. */
  isForUsers: boolean;
};

/** Every menu of the first start, a group before what is in it. */
export function standardMenus(): StandardMenu[] {
  return flatten(menuSeed, null);
}

function flatten(menus: readonly SeedMenu[], parentId: string | null): StandardMenu[] {
  return menus.flatMap((menu, position) => [
    {
      id: menu.id,
      parentId,
      menuName: menu.cn,
      menuNameEn: menu.en,
      menuUrl: menu.url,
      menuIcon: null,
      menuType: 1 as const,
      allowFiles: false,
      permission: builtInPermission(menu.id),
      position,
      isForUsers: menu.isForUsers === true,
    },
    ...flatten(menu.children ?? [], menu.id),
  ]);
}
