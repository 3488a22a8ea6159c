import {
  type RunApplication,
  runApplicationSchema,
  type RunReply,
  type RunScript,
  runScriptSchema,
} from '@clusterdesk/contracts';
import { describe } from '../applications/application-kind.js';
import { log, messageOf } from '../log.js';
import { RunRefusedError } from '../runs/run-refused-error.js';
import type { Runner } from '../runs/runner.js';
import type { Command } from './command.js';

/** Runs the script of a job. */
export const runScriptCommand = (jobs: Runner<RunScript, unknown>): Command<'jobs.run-script'> => ({
  ...runBy(jobs, ({ jobId }) => `job ${jobId}`),
  schema: runScriptSchema,
  summary: ({ jobId, attempt, userName }) =>
    `job ${jobId}, attempt ${String(attempt)}, of ${userName}`,
});

/** Runs a script of an application. */
export const runApplicationCommand = (
  applications: Runner<RunApplication, unknown>,
): Command<'applications.run'> => ({
  ...runBy(applications, describe),
  schema: runApplicationSchema,
  summary: describe,
});

/** Accepted means stored: a crash of the agent cannot lose the run any more. */
function runBy<Payload>(
  runner: Runner<Payload, unknown>,
  name: (command: Payload) => string,
): { invalid: RunReply; handle(command: Payload): Promise<RunReply> } {
  return {
    invalid: new RunRefusedError(
      'AGENT_JOB_INVALID',
      'the command does not follow the agent protocol.',
    ).toReply(),
    handle: async (command) => {
      try {
        await runner.run(command);
        return { isAccepted: true };
      } catch (error) {
        log(`${name(command)} is refused: ${messageOf(error)}`);
        if (error instanceof RunRefusedError) {
          return error.toReply();
        }
        throw error;
      }
    },
  };
}
