import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOptionsOf } from '../api/query.js';
import { readCanDownload } from '../api/session.js';

/**
 * Whether the signed-in user may download now, by the platform's switch and the user's own right; what the sign-in said until it is
 * known. `menusChanged` asks for it again, so that what depends on it comes and goes while it is shown.
 */
export function useCanDownload(): boolean {
  const { data } = useQuery({ ...queryOptionsOf(endpoints.account.detail, {}), staleTime: 60_000 });
  return data?.permission.enableDowloadUserData ?? readCanDownload();
}
