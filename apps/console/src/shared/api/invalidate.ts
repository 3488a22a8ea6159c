import type { Endpoint } from '@clusterdesk/contracts';
import { queryClient, queryKeyOf } from './query.js';

/** Invalidates every query of these endpoints; resolves when what is on the screen has been fetched anew. */
export async function invalidate(endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(
    endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint) })),
  );
}
