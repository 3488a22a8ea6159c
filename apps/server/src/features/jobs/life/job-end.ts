import type { JobStatus } from '@clusterdesk/contracts';
import type { ScriptJobEntity } from '../script-job.entity.js';
import type { JobReason } from './job-reasons.js';

/** How a job ended. */
export interface JobEnd {
  status: JobStatus;
  reason: JobReason | '';
  exitCode?: number | null;
  signal?: number | null;
  cpuSeconds?: number | null;
  maxRssBytes?: number | null;
  endedAt?: Date;
}

/** How several jobs ended together that did not all succeed: the first of these that one of them has. */
const failures = ['FAILED', 'TIMEOUT', 'NODE_FAIL', 'CANCELLED'] as const satisfies JobStatus[];

/** How several jobs ended together, by how many have each status. */
export function endStatusOf(counts: Partial<Record<JobStatus, number>>): JobStatus {
  return failures.find((one) => (counts[one] ?? 0) > 0) ?? 'COMPLETED';
}

/** Writes its end into a job. A job that was to be stopped says why that was. */
export function endJob(job: ScriptJobEntity, end: JobEnd): void {
  job.status = end.status;
  job.heldReason = null;
  job.exitCode = end.exitCode ?? null;
  job.signal = end.signal ?? null;
  job.cpuSeconds = end.cpuSeconds ?? null;
  job.maxRssBytes = end.maxRssBytes?.toFixed() ?? null;
  job.endedAt = withinAttempt(job, end.endedAt ?? new Date());
  job.startedAt ??= job.isAccepted ? job.placedAt : null;
  // An array never runs itself.
  job.resultsDueAt = job.startedAt && job.arrayText === null ? new Date() : null;
  const stopReason = job.stopReason === 'stopped' ? '' : (job.stopReason ?? '');
  job.reason = end.status === 'CANCELLED' && !end.reason ? stopReason : end.reason;
}

/** A time that a backend reports, but not before the attempt had its place, and not in the future. */
export function withinAttempt(job: ScriptJobEntity, moment: Date): Date {
  const earliest = (job.startedAt ?? job.placedAt ?? job.createdAt).getTime();
  return new Date(Math.max(earliest, Math.min(moment.getTime(), Date.now())));
}
