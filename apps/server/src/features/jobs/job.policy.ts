import type { Principal } from '../../platform/http/access/principal.js';

/** The rights that decisions about jobs depend on. */
export type Rights = Pick<Principal, 'isSystemAdministrator' | 'permissions'>;

/** The reader of a job. */
export type JobReader = Pick<Principal, 'userId' | 'isSystemAdministrator'>;

/** Users see their own jobs, system administrators everyone's (contract: Queues and jobs). */
export function maySeeJob(caller: JobReader, job: { userId: string | null }): boolean {
  return caller.isSystemAdministrator || job.userId === caller.userId;
}

/** Whether the caller sees everyone's jobs. */
export function maySeeAllJobs(caller: Pick<Principal, 'isSystemAdministrator'>): boolean {
  return caller.isSystemAdministrator;
}

/** Users who manage queues see and use all of them. */
export function managesQueues(caller: Principal): boolean {
  return caller.isSystemAdministrator || caller.permissions.has('queues.manage');
}

/** Whether jobs run for this user: it takes the same page as submitting. */
export function mayRunJobs(rights: Rights): boolean {
  return rights.isSystemAdministrator || rights.permissions.has('jobs.use');
}
