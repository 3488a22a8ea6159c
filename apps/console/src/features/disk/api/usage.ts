import { endpoints, type DiskUsage } from '@clusterdesk/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keyOf, reads } from '../../../shared/api/query.js';
import { useLiveEvent } from '../../../shared/live/live-provider.js';
import { NewsKeeper } from './folder-news.js';

/** The caller's quota and what is used of it, kept up to date; undefined while it is not known. */
export function useUsage(): DiskUsage | undefined {
  const queryClient = useQueryClient();
  const [keeper] = useState(
    () =>
      new NewsKeeper(() =>
        queryClient.invalidateQueries({ queryKey: keyOf(endpoints.disk.usage) }),
      ),
  );
  useEffect(() => () => keeper.stop(), [keeper]);
  useLiveEvent('filesChanged', ({ space }) => space === 'disk' && keeper.note());
  useLiveEvent('trashChanged', ({ space }) => space === 'disk' && keeper.note());
  return useQuery(reads(endpoints.disk.usage, {})).data;
}
