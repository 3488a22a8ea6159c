import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import type { LiveCache } from '../../shared/live/cache/live-cache.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';

const staleList = (cache: LiveCache): void =>
  cache.invalidate(queryKeyOf(endpoints.notifications.list));

/** What changes with the user's notifications: their list and the count on the bell. */
export const notificationLiveRules = [
  onEvent('notificationAdded', staleList),
  onEvent('notificationsRead', staleList),
  onEvent('noticePreferenceChanged', (cache) => {
    cache.invalidate(queryKeyOf(endpoints.noticePreferences.get));
    // Whether browsers may show what is in it may be otherwise now.
    staleList(cache);
  }),
];
