import { endpoints } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { leaveForGood } from '../../../shared/api/session.js';
import { translate } from '../../../shared/i18n/i18n.js';

/** Ends the session on the server and opens the login page; here it ends even if the server is away. */
export async function signOut(): Promise<void> {
  try {
    await call(endpoints.sessions.logout, {});
  } catch {
    // The token dies by itself; the user asked to leave and leaves.
  } finally {
    leaveForGood(translate('shell:signedOut'));
  }
}
