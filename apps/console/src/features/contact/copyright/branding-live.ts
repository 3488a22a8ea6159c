import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../../shared/api/query.js';
import { onEvent } from '../../../shared/live/rules/live-rules.js';

/** Logo and copyright changed: what shows them asks again. */
export const brandingLiveRules = [
  onEvent('brandingChanged', (cache) =>
    cache.invalidate(queryKeyOf(endpoints.operations.publicConfigs)),
  ),
];
