import { endpoints, type CallerDetail } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { refreshSession } from '../../../shared/api/session.js';

/** The signed-in user as the server knows it, undefined until known; keeps the documented session values in step. */
export function useCallerDetail(): CallerDetail | undefined {
  const { data } = useQuery({ ...queryOptionsOf(endpoints.account.detail, {}), staleTime: 60_000 });
  useEffect(() => {
    if (data) {
      refreshSession(data.roleList[0]?.id ?? '', data.permission.enableDowloadUserData);
    }
  }, [data]);
  return data;
}
