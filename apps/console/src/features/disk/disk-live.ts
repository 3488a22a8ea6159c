import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { onEvent, type LiveRule } from '../../shared/live/live-rules.js';

/** What changed in the user's own disk is asked for again wherever it is shown. */
export const diskLiveRules: LiveRule[] = [
  onEvent('filesChanged', (cache, { space, dir }) => {
    if (space === 'disk') {
      cache.invalidate(queryKeyOf(endpoints.disk.list, { path: dir }));
      cache.invalidate(queryKeyOf(endpoints.disk.summary, { path: dir }));
      // A search goes below its folder, so any change may concern it.
      cache.invalidate(queryKeyOf(endpoints.disk.find));
      cache.invalidate(queryKeyOf(endpoints.disk.usage));
    }
  }),
  onEvent('trashChanged', (cache, { space }) => {
    if (space === 'disk') {
      cache.invalidate(queryKeyOf(endpoints.trash.list));
      cache.invalidate(queryKeyOf(endpoints.disk.usage));
    }
  }),
];
