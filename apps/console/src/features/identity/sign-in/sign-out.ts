import { endpoints } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { queryClient } from '../../../shared/api/query.js';
import { clearSession } from '../../../shared/api/session.js';

/** Ends the session on the server and forgets it here; here it is forgotten even if the server is away. */
export async function signOut(): Promise<void> {
  try {
    await call(endpoints.sessions.logout, {});
  } catch {
    // The token dies by itself; the user asked to leave and leaves.
  } finally {
    clearSession();
    queryClient.clear();
  }
}
