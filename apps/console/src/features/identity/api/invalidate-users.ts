import { endpoints } from '@clusterdesk/contracts';
import { queryKeyOf, queryClient } from '../../../shared/api/query.js';

/** Invalidates every query that shows users or their roles; resolves when the answers are there. */
export async function invalidateUsers(): Promise<void> {
  const shown = [
    endpoints.users.list,
    endpoints.users.get,
    endpoints.users.listAll,
    endpoints.roles.list,
    endpoints.roles.listUsers,
  ];
  await Promise.all(
    shown.map((endpoint) => queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint) })),
  );
}
