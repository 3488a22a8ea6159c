import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsOf } from '../api/query.js';

/** Whether the signed-in user is a system administrator; false until it is known. */
export function useIsAdministrator(): boolean {
  const { data } = useQuery({ ...queryOptionsOf(endpoints.account.detail, {}), staleTime: 60_000 });
  return data?.isSystemAdministrator === true;
}
