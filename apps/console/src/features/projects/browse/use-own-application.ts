import {
  applicationStatuses,
  endpoints,
  limits,
  type ApplicationRow,
} from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { isWithin } from '../../../shared/file-browser/file-names.js';

/**
 * The caller's latest application for an entry, or for a folder above it, that waits or can still be taken; null: there is none
 * among his latest in the project, or nothing is asked for (`path` null).
 */
export function useOwnApplication(projectId: string, path: string | null) {
  const query = useQuery({
    ...queryOptionsOf(endpoints.approvals.list, {
      me: '1',
      projectId,
      pageNum: 0,
      pageSize: limits.maxPageSize,
    }),
    enabled: path !== null,
  });
  const isOpen = ({ status, canDownload }: ApplicationRow): boolean =>
    status === applicationStatuses.pending || canDownload;
  const isFor = ({ paths }: ApplicationRow): boolean =>
    path !== null && paths.some((applied) => isWithin(path, applied));
  return { query, applied: query.data?.data.find((row) => isOpen(row) && isFor(row)) ?? null };
}
