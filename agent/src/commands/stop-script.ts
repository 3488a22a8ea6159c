import { stopScriptSchema } from '@clusterdesk/contracts';
import type { JobRunner } from '../jobs/runner.js';
import type { Command } from './command.js';

/** Ends a job. Known means that its end will be reported; the request survives a crash of the agent. */
export const stopScriptCommand = (runner: JobRunner): Command<'jobs.stop-script'> => ({
  schema: stopScriptSchema,
  summary: ({ jobId, attempt, reason }) => `job ${jobId}, attempt ${String(attempt)}: ${reason}`,
  invalid: { isKnown: false },
  handle: async (command) => ({ isKnown: runner.stop(command) }),
});
