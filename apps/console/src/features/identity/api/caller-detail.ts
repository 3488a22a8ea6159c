import { endpoints, type CallerDetail } from '@clusterdesk/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { refreshSession } from '../../../shared/api/session.js';

/** The signed-in user as the server knows it; keeps the documented session values in step. */
export function useCallerQuery(): UseQueryResult<CallerDetail> {
  const query = useQuery({ ...queryOptionsOf(endpoints.account.detail, {}), staleTime: 60_000 });
  const { data } = query;
  useEffect(() => {
    if (data) {
      refreshSession(data.roleList[0]?.id ?? '', data.permission.enableDowloadUserData);
    }
  }, [data]);
  return query;
}

/** The same for parts that do without until it is known. */
export const useCallerDetail = (): CallerDetail | undefined => useCallerQuery().data;
