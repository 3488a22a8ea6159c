import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf, queryClient } from '../../../shared/api/query.js';

/** Invalidates every query that shows menus: the tree, one's own, and the menus of the roles. */
export async function invalidateMenus(): Promise<void> {
  const shown = [
    endpoints.menus.tree,
    endpoints.menus.info,
    endpoints.menus.userMenuTree,
    endpoints.roles.list,
  ];
  await Promise.all(
    shown.map((endpoint) => queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint) })),
  );
}
