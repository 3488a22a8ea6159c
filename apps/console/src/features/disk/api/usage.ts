import { endpoints, type DiskUsage } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** The caller's quota and what is used of it, kept up to date; undefined while it is not known. */
export const useUsage = (): DiskUsage | undefined =>
  useQuery(queryOptionsOf(endpoints.disk.usage, {})).data;
