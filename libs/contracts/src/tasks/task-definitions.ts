import { buildPackages, runCopies, measureUsage, purgeTrash } from './space-tasks.js';
import { dispatchJobs, recheckJobOwner, runApplications } from './cluster-tasks.js';
import { runBackups } from './backup-tasks.js';
import { removeUser, sendVerificationCode } from './people-tasks.js';

/** Every task of the platform; a worker refuses to start unless each has exactly one handler. */
export const taskDefinitions = [
  buildPackages,
  runCopies,
  purgeTrash,
  measureUsage,
  dispatchJobs,
  recheckJobOwner,
  runApplications,
  sendVerificationCode,
  removeUser,
  runBackups,
] as const;
