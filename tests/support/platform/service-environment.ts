import { environmentSchema } from '../../../apps/server/src/config/environment.js';
import { allocator, serverFlags } from '../../../apps/standalone/src/processes/process-roles.js';

/** What server and worker read of the environment. */
export const environmentNames: readonly string[] = Object.keys(environmentSchema.shape);

/** How `npm start` starts them: who starts them otherwise should do the same. */
export const launched = { flags: serverFlags, allocator };
