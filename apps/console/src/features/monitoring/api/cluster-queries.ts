import { endpoints, type HostHistory } from '@clusterdesk/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/call.js';
import { queryKeyOf, queryOptionsOf } from '../../../shared/api/query.js';
import { serverClock } from '../../../shared/lib/time/server-clock.js';
import { refetchOnReconnect } from '../../../shared/live/cache/refetch-on-reconnect.js';
import { ranges, type RangeName } from './monitor-data.js';

/** Jobs and sessions of other users come and go without an event for all who see hosts. */
const workEveryMs = 10_000;

/** A host tells them once a minute. */
const figuresEveryMs = 30_000;

const badReachEveryMs = 60_000;

/** Load, network and disks of a host over a range that ends now. */
export const hostHistoryQuery = (nodeId: string, range: RangeName) =>
  queryOptions<HostHistory>({
    queryKey: queryKeyOf(endpoints.cluster.hostHistory, { nodeId, range }),
    queryFn: ({ signal }) =>
      call(
        endpoints.cluster.hostHistory,
        { nodeId, from: serverClock.now() - ranges[range] },
        signal,
      ),
    meta: refetchOnReconnect,
    refetchInterval: figuresEveryMs,
  });

/** When alerts begin, as the settings say it. */
export const alertRulesQuery = () => queryOptionsOf(endpoints.cluster.alertRules, {});

/** Hosts that reach the server badly; asked for again while the page is open, since no event tells it. */
export const badReachQuery = () => ({
  ...queryOptionsOf(endpoints.cluster.badReach, {}),
  meta: refetchOnReconnect,
  refetchInterval: badReachEveryMs,
});

/** How many jobs and sessions there are on all hosts; asked for again while the page is open. */
export const clusterWorkQuery = () => ({
  ...queryOptionsOf(endpoints.cluster.work, {}),
  meta: refetchOnReconnect,
  refetchInterval: workEveryMs,
});
