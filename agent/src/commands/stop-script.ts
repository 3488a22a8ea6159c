import { type RunScript, stopScriptSchema } from '@clusterdesk/contracts';
import type { Runner } from '../runs/runner.js';
import type { Command } from './command.js';

/** Ends a job. Known means that its end will be reported; the request survives a crash of the agent. */
export const stopScriptCommand = (
  jobs: Runner<RunScript, unknown>,
): Command<'jobs.stop-script'> => ({
  schema: stopScriptSchema,
  summary: ({ jobId, attempt, reason }) => `job ${jobId}, attempt ${String(attempt)}: ${reason}`,
  invalid: { isKnown: false },
  handle: async ({ jobId: id, attempt, reason }) => ({
    isKnown: jobs.stop({ id, attempt }, reason),
  }),
});
