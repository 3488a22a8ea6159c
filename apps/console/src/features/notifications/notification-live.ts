import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';

/** What changes with the user's notifications: their list and the count on the bell. */
export const notificationLiveRules = [
  onEvent('notificationAdded', (cache) =>
    cache.invalidate(queryKeyOf(endpoints.notifications.list)),
  ),
];
