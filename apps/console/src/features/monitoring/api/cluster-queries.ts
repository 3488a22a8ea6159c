import { endpoints } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { refetchOnReconnect } from '../../../shared/live/cache/refetch-on-reconnect.js';

/** Jobs and sessions of other users come and go without an event for all who see hosts. */
const workEveryMs = 10_000;

/** When alerts begin, as the settings say it. */
export const alertRulesQuery = () => queryOptionsOf(endpoints.cluster.alertRules, {});

/** How many jobs and sessions there are on all hosts; asked for again while the page is open. */
export const clusterWorkQuery = () => ({
  ...queryOptionsOf(endpoints.cluster.work, {}),
  meta: refetchOnReconnect,
  refetchInterval: workEveryMs,
});
