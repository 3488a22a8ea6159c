import { endpoints, type MenuNode } from '@clusterdesk/contracts';
import { queryClient, queryKeyOf } from '../api/query.js';

/** Gives the user of a test these pages of the menus; without, links to lists lead to the workbench. */
export function giveMenus(...menuUrls: string[]): void {
  const menus = menuUrls.map((menuUrl): MenuNode => ({
    id: menuUrl,
    menuName: menuUrl,
    menuNameEn: '',
    menuUrl,
    menuIcon: null,
    menuType: 1,
    parentId: '0',
    children: [],
  }));
  queryClient.setQueryData(queryKeyOf(endpoints.menus.userMenuTree, {}), menus);
}
