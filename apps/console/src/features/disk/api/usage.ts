import { endpoints, type DiskUsage } from '@clusterdesk/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** The caller's quota and what is used of it, kept up to date. */
export const useUsage = (): UseQueryResult<DiskUsage> =>
  useQuery(queryOptionsOf(endpoints.disk.usage, {}));
