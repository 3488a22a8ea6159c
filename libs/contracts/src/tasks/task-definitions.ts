import {
  buildPackages,
  makeThumbnail,
  runCopies,
  measureUsage,
  purgeTrash,
} from './space-tasks.js';
import { dispatchJobs, recheckJobOwner, runApplications } from './cluster-tasks.js';
import { mailFeedback, removeUser, sendVerificationCode } from './people-tasks.js';
import { runBackups, runRestorings } from './backup-tasks.js';

/** Every task of the platform; a worker refuses to start unless each has exactly one handler. */
export const taskDefinitions = [
  buildPackages,
  runCopies,
  makeThumbnail,
  purgeTrash,
  measureUsage,
  dispatchJobs,
  recheckJobOwner,
  runApplications,
  sendVerificationCode,
  removeUser,
  mailFeedback,
  runBackups,
  runRestorings,
] as const;
