import { endpoints } from '@clusterdesk/contracts';
import { fileKeys } from '../../shared/file-browser/file-space.js';
import { queryKeyOf } from '../../shared/api/query.js';
import { onEvent } from '../../shared/live/rules/live-rules.js';

/**
 * A share that is new, changed, was used or is over is asked for again wherever it is shown: in the lists and in its details,
 * for its owner with who used it, for a receiver with its files.
 */
export const shareLiveRules = [
  onEvent('sharesChanged', (cache, { list, shareId }) => {
    cache.invalidate(queryKeyOf(endpoints.shares.page));
    cache.invalidate(queryKeyOf(endpoints.shares.list));
    // Several at once have no id in the event.
    cache.invalidate(
      shareId === null
        ? queryKeyOf(endpoints.shares.detail)
        : queryKeyOf(endpoints.shares.detail, { id: shareId }),
    );
    if (list === 'mine') {
      cache.invalidate(queryKeyOf(endpoints.shares.containing));
      cache.invalidate(queryKeyOf(endpoints.shares.visits));
    } else {
      cache.invalidate(
        shareId === null ? ['files'] : fileKeys.all({ space: 'share', spaceId: shareId }),
      );
      cache.invalidate(queryKeyOf(endpoints.shares.files));
      cache.invalidate(queryKeyOf(endpoints.shares.filesSummary));
    }
  }),
];
