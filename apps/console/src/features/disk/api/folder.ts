import { endpoints, type DiskItem } from '@clusterdesk/contracts';
import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callWithMessage, type Answer } from '../../../shared/api/call.js';
import { keyOf } from '../../../shared/api/query.js';
import { useLiveEvent } from '../../../shared/live/live-provider.js';

const quietMs = 250;

/** The entries of a folder, or the hits of a search below it, with the server's word about them. */
export function useFolder(dir: string, key: string): UseQueryResult<Answer<DiskItem[]>> {
  return useQuery(
    queryOptions({
      queryKey: key
        ? keyOf(endpoints.disk.find, { path: dir, key })
        : keyOf(endpoints.disk.list, { path: dir }),
      queryFn: ({ signal }) =>
        key
          ? callWithMessage(endpoints.disk.find, { path: dir, key }, signal)
          : callWithMessage(endpoints.disk.list, { path: dir }, signal),
    }),
  );
}

/** Asks a folder again, quietly, when somebody changed it; many changes in a row are one. */
export function useFolderNews(dir: string, isSearch: boolean): void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current) {
        clearTimeout(timer.current);
        timer.current = null;
      }
    },
    [dir],
  );
  useLiveEvent('filesChanged', (event) => {
    if (event.space !== 'disk' || (event.dir !== dir && !isSearch)) {
      return;
    }
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queryClient.invalidateQueries({
        queryKey: isSearch ? keyOf(endpoints.disk.find) : keyOf(endpoints.disk.list, { path: dir }),
      });
    }, quietMs);
  });
}
