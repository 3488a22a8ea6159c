import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { useWatch } from '../../shared/live/connection/live-provider.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';

/** What is on the screen of applications is asked for again when one of them is another. */
export const applicationLiveRules = [
  onEvent('applicationsChanged', (cache) => {
    cache.invalidate(queryKeyOf(endpoints.applications.list));
    cache.invalidate(queryKeyOf(endpoints.applications.nodes));
  }),
];

/** Hears of what is done with applications. */
export const useWatchApplications = (): void => useWatch({ topic: 'applications' });
