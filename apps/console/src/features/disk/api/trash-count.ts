import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** How many entries the caller's trash holds, kept up to date; undefined while it is not known. */
export const useTrashCount = (): number | undefined =>
  useQuery(queryOptionsOf(endpoints.trash.list, { pageNum: 0, size: 1 })).data?.total;
