import { runScriptSchema } from '@clusterdesk/contracts';
import { JobRefusedError } from '../jobs/job-refused-error.js';
import type { JobRunner } from '../jobs/runner.js';
import { log, messageOf } from '../log.js';
import type { Command } from './command.js';

/** Runs a script. Accepted means stored: a crash of the agent cannot lose it any more. */
export const runScriptCommand = (runner: JobRunner): Command<'jobs.run-script'> => ({
  schema: runScriptSchema,
  summary: ({ jobId, attempt, userName }) =>
    `job ${jobId}, attempt ${String(attempt)}, of ${userName}`,
  invalid: new JobRefusedError(
    'AGENT_JOB_INVALID',
    'the command does not follow the agent protocol.',
  ).toReply(),
  handle: async (command) => {
    try {
      await runner.run(command);
      return { isAccepted: true };
    } catch (error) {
      log(`job ${command.jobId} is refused: ${messageOf(error)}`);
      if (error instanceof JobRefusedError) {
        return error.toReply();
      }
      throw error;
    }
  },
});
