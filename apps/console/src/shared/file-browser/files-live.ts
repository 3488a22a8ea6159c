import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf } from '../api/query.js';
import { onEvent } from '../live/rules/live-rules.js';
import { fileKeys } from './file-space.js';

/** What changed in a space is asked for again wherever it is shown. */
export const fileLiveRules = [
  onEvent('filesChanged', (cache, { dir, ...ref }) => {
    cache.invalidate(fileKeys.list(ref, dir));
    cache.invalidate(fileKeys.summary(ref, dir));
    cache.invalidate(fileKeys.hidden(ref, dir));
    cache.invalidate(fileKeys.versions(ref, dir));
    // A search goes below its folder, so any change may concern it.
    cache.invalidate(fileKeys.find(ref));
    cache.invalidate(queryKeyOf(endpoints.favourites.list));
  }),
  onEvent('favouritesChanged', (cache) => {
    cache.invalidate(queryKeyOf(endpoints.favourites.paths));
    cache.invalidate(queryKeyOf(endpoints.favourites.list));
  }),
];
