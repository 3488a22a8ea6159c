import { endpoints } from '@clusterdesk/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { invalidate } from '../../api/invalidate.js';
import { useMessages } from '../../ui/messages/messages.js';
import type { FileEntry, FileSpace } from '../file-space.js';
import type { Selection } from '../selection/use-selection.js';

/** The user's favourites in a space, and how they are changed. */
export interface Favourites {
  query: UseQueryResult<string[]>;
  paths: ReadonlySet<string>;
  /** Makes favourites of entries, or no longer; says how it went. */
  change: (items: readonly FileEntry[], isFavourite: boolean) => void;
}

/** Null where the space has none. */
export function useFavourites({ favourites }: FileSpace): Favourites | null {
  const { t } = useTranslation('files');
  const { message } = useMessages();
  const query = useQuery({
    queryKey: favourites?.queryKey ?? ['noFavourites'],
    queryFn: ({ signal }) => favourites?.paths(signal) ?? Promise.resolve([]),
    enabled: favourites !== undefined,
  });
  const paths = useMemo(() => new Set(query.data), [query.data]);
  const change: Favourites['change'] = (items, isFavourite) => {
    const chosen = items.map(({ path }) => path);
    const said = t(isFavourite ? 'favouriteAdded' : 'favouriteRemoved', { count: items.length });
    void favourites
      ?.change(chosen, isFavourite)
      .then(
        () => message.success(said),
        (error: unknown) => message.error(messageOf(error)),
      )
      .finally(() => void invalidate([endpoints.favourites.paths, endpoints.favourites.list]));
  };
  return favourites ? { query, paths, change } : null;
}

/** Whether all that is selected are favourites: then the action makes them none. */
export function areFavourites({ paths }: Favourites, { state, count }: Selection): boolean {
  return (
    !state.isInverted && count > 0 && [...state.marked.keys()].every((path) => paths.has(path))
  );
}
