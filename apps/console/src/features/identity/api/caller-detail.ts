import { endpoints, type UserDetail } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf, queryClient, reads } from '../../../shared/api/query.js';
import { refreshSession } from '../../../shared/api/session.js';

/** The signed-in user as the server knows it, undefined until known; keeps the documented session values in step. */
export function useCallerDetail(): UserDetail | undefined {
  const { data } = useQuery({ ...reads(endpoints.account.detail, {}), staleTime: 60_000 });
  useEffect(() => {
    if (data) {
      refreshSession(data.roleList[0]?.id ?? '', data.permission.enableDowloadUserData);
    }
  }, [data]);
  return data;
}

/** Asks again who the signed-in user is. */
export const callerChanged = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(endpoints.account.detail) });
