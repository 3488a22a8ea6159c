import { endpoints, type AccountList, type Endpoint } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { useWatch } from '../../shared/live/connection/live-provider.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';

/** What shows each list, or names out of it: users with their roles, roles with their users and menus. */
const shownIn: Record<AccountList, readonly Endpoint[]> = {
  users: [
    endpoints.users.list,
    endpoints.users.get,
    endpoints.users.listAll,
    endpoints.roles.listUsers,
  ],
  roles: [
    endpoints.roles.list,
    endpoints.roles.listUsers,
    endpoints.users.list,
    endpoints.users.get,
  ],
  menus: [endpoints.menus.tree, endpoints.menus.info, endpoints.roles.list],
  downloads: [endpoints.downloadPermission.detail],
};

/** What a change of the user's own rights, and of the administration's lists, means for what is shown. */
export const identityLiveRules = [
  onEvent('menusChanged', (cache) => {
    cache.invalidate(queryKeyOf(endpoints.menus.userMenuTree));
    cache.invalidate(queryKeyOf(endpoints.account.detail));
  }),
  onEvent('accountsChanged', (cache, { what }) =>
    shownIn[what].forEach((endpoint) => cache.invalidate(queryKeyOf(endpoint))),
  ),
];

/** Hears, while the component is mounted, when a list of the administration changes, whoever changed it. */
export const useWatchAccounts = (what: AccountList): void => useWatch({ topic: 'accounts', what });
