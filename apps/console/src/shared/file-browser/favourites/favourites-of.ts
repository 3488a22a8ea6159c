import { endpoints, type SpaceRef } from '@clusterdesk/contracts';
import { call } from '../../api/call.js';
import { queryKeyOf } from '../../api/query.js';
import type { FileSpaceFavourites } from '../file-space.js';

/** The user's favourites in a space. */
export const favouritesOf = (space: SpaceRef): FileSpaceFavourites => ({
  queryKey: queryKeyOf(endpoints.favourites.paths, { space }),
  paths: (signal) => call(endpoints.favourites.paths, { space }, signal),
  change: async (paths, isFavourite) => {
    await call(endpoints.favourites.mark, { space, paths, isFavourite });
  },
});
