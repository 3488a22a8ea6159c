import { endpoints } from '@clusterdesk/contracts';

/** What shows users or their roles; whoever changes one invalidates these. */
export const queriesOfUsers = [
  endpoints.users.list,
  endpoints.users.get,
  endpoints.users.listAll,
  endpoints.roles.list,
  endpoints.roles.listUsers,
] as const;

/** What shows menus: the tree, one's own, and the menus of the roles. */
export const queriesOfMenus = [
  endpoints.menus.tree,
  endpoints.menus.info,
  endpoints.menus.userMenuTree,
  endpoints.roles.list,
] as const;

/** What shows the signed-in user. */
export const queriesOfCaller = [endpoints.account.detail] as const;
