import { endpoints, type DiskUsage } from '@clusterdesk/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKeyOf, queryOptionsOf } from '../../../shared/api/query.js';
import { useLiveEvent } from '../../../shared/live/live-provider.js';
import { ThrottledInvalidation } from '../file-browser/api/folder-updates.js';

/** The caller's quota and what is used of it, kept up to date; undefined while it is not known. */
export function useUsage(): DiskUsage | undefined {
  const queryClient = useQueryClient();
  const [keeper] = useState(
    () =>
      new ThrottledInvalidation(() =>
        queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoints.disk.usage) }),
      ),
  );
  useEffect(() => () => keeper.stop(), [keeper]);
  useLiveEvent('filesChanged', ({ space }) => space === 'disk' && keeper.schedule());
  useLiveEvent('trashChanged', ({ space }) => space === 'disk' && keeper.schedule());
  return useQuery(queryOptionsOf(endpoints.disk.usage, {})).data;
}
