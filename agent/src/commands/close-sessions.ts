import { closeSessionsSchema } from '@clusterdesk/contracts';
import type { SessionCloser } from '../sessions/session-closer.js';
import type { SessionReporter } from '../sessions/session-reporter.js';
import type { Command } from './command.js';

/** Ends desktop sessions. A host whose `AGENT_ALLOW` leaves sessions out ends none, whatever the server says. */
export const closeSessionsCommand = (
  closer: SessionCloser | null,
  reporter: SessionReporter,
): Command<'sessions.close'> => ({
  schema: closeSessionsSchema,
  summary: ({ keys }) => keys.join(' '),
  handle: async ({ keys }) => {
    if (closer === null) {
      return { closed: [], left: keys };
    }
    const reply = await closer.close(keys);
    void reporter.reportNow();
    return reply;
  },
});
