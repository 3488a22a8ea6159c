import { credentialsSchema, type Credentials } from '../credentials.js';
import type { Command } from './command.js';

/** The node's own credentials. Unanswered when they cannot be stored: the server keeps the token valid. */
export const enrolledCommand = (
  completeEnrolment: (credentials: Credentials) => void,
): Command<'node.enrolled'> => ({
  schema: credentialsSchema,
  handle: async (credentials) => completeEnrolment(credentials),
});
