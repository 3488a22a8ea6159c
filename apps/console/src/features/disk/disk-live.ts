import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../../shared/api/query.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';

/** What changes beside the files of the user's own disk is asked for again wherever it is shown. */
export const diskLiveRules = [
  onEvent('filesChanged', (cache, { space }) => {
    if (space === 'disk') {
      cache.invalidate(queryKeyOf(endpoints.disk.usage));
    }
  }),
  onEvent('jobUpdated', (cache, { endTime }) => {
    // It may have written, and nobody else says how much.
    if (endTime !== null) {
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
