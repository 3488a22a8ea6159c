import type { Caller } from '../../platform/http/caller.js';

/** One's own jobs; a system administrator everyone's (contract: Queues and jobs). */
export function maySeeJob(caller: Caller, job: { userId: string | null }): boolean {
  return caller.isSystemAdministrator || job.userId === caller.userId;
}

/** Whoever manages queues sees and uses all of them. */
export function managesQueues(caller: Caller): boolean {
  return caller.isSystemAdministrator || caller.menuUrls.has('/queueManangement');
}
