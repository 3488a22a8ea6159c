import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { onEvent, type LiveRule } from '../../shared/live/live-rules.js';

/** What a change of the user's own rights means for what is shown. */
export const identityLiveRules: LiveRule[] = [
  onEvent('menusChanged', (cache) => {
    cache.invalidate(queryKeyOf(endpoints.menus.userMenuTree));
    cache.invalidate(queryKeyOf(endpoints.account.detail));
  }),
];
