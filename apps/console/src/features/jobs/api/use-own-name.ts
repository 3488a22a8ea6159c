import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsOf } from '../../../shared/api/query.js';

/** The login name of the signed-in user, by which one's own jobs are told; undefined until it is known. */
export function useOwnName(): string | undefined {
  const { data } = useQuery({ ...queryOptionsOf(endpoints.account.detail, {}), staleTime: 60_000 });
  return data?.userName;
}
