import { endpoints } from '@clusterdesk/contracts';
import { keyOf, queryClient } from '../../../shared/api/query.js';

/** Asks again for whatever shows menus: the tree, one's own, and the menus of the roles. */
export async function menusChanged(): Promise<void> {
  const shown = [
    endpoints.menus.tree,
    endpoints.menus.info,
    endpoints.menus.userMenuTree,
    endpoints.roles.list,
  ];
  await Promise.all(
    shown.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })),
  );
}
