import { endpoints } from '@clusterdesk/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../shared/api/call.js';
import { queryKeyOf } from '../../shared/api/query.js';

const pageSize = 20;

/** The user's notifications, newest first, as far back as was asked for. */
export const useNoticePages = () =>
  useInfiniteQuery({
    queryKey: [...queryKeyOf(endpoints.notifications.list), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.notifications.list, { pageNum: pageParam, size: pageSize }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ totalElements }, pages) =>
      pages.length * pageSize < totalElements ? pages.length : undefined,
  });
