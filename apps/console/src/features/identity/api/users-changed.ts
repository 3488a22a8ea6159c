import { endpoints } from '@clusterdesk/contracts';
import { keyOf, queryClient } from '../../../shared/api/query.js';

/** Asks again for whatever shows users or their roles; resolves when the answers are there. */
export async function usersChanged(): Promise<void> {
  const shown = [
    endpoints.users.list,
    endpoints.users.get,
    endpoints.users.listAll,
    endpoints.roles.list,
    endpoints.roles.listUsers,
  ];
  await Promise.all(
    shown.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })),
  );
}
