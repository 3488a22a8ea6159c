import type { Principal } from '../../platform/http/access/principal.js';

/** What decides who may do what with jobs. */
export type Rights = Pick<Principal, 'isSystemAdministrator' | 'permissions'>;

/** Whoever looks at a job. */
export type JobReader = Pick<Principal, 'userId' | 'isSystemAdministrator'>;

/** One's own jobs; a system administrator everyone's (contract: Queues and jobs). */
export function maySeeJob(caller: JobReader, job: { userId: string | null }): boolean {
  return caller.isSystemAdministrator || job.userId === caller.userId;
}

/** Whether the caller sees the jobs of all. */
export function maySeeAllJobs(caller: Pick<Principal, 'isSystemAdministrator'>): boolean {
  return caller.isSystemAdministrator;
}

/** Whoever manages queues sees and uses all of them. */
export function managesQueues(caller: Principal): boolean {
  return caller.isSystemAdministrator || caller.permissions.has('queues.manage');
}

/** Whether jobs run for this person: the same page that submitting needs. */
export function mayRunJobs(rights: Rights): boolean {
  return rights.isSystemAdministrator || rights.permissions.has('jobs.use');
}
