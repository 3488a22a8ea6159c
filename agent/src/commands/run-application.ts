import { runApplicationSchema } from '@clusterdesk/contracts';
import { ApplicationRefusedError } from '../applications/application-refused-error.js';
import { describe, type ApplicationRunner } from '../applications/application-runner.js';
import { log, messageOf } from '../log.js';
import type { Command } from './command.js';

/** Runs a script of an application. Accepted means stored: a crash of the agent cannot lose it any more. */
export const runApplicationCommand = (runner: ApplicationRunner): Command<'applications.run'> => ({
  schema: runApplicationSchema,
  summary: describe,
  invalid: new ApplicationRefusedError(
    'AGENT_APPLICATION_INVALID',
    'the command does not follow the agent protocol.',
  ).toReply(),
  handle: async (command) => {
    try {
      runner.run(command);
      return { isAccepted: true };
    } catch (error) {
      log(`${describe(command)} is refused: ${messageOf(error)}`);
      if (error instanceof ApplicationRefusedError) {
        return error.toReply();
      }
      throw error;
    }
  },
});
