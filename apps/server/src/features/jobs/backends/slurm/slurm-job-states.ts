import type { JobStatus } from '@clusterdesk/contracts';
import type { JobEnd } from '../../life/job-end.js';
import type { JobReason } from '../../life/job-reasons.js';
import type { SlurmReason } from '../../life/slurm-reasons.js';
import type { SlurmJob, SlurmUsage } from './slurm-answers.js';

/** What Slurm's state of a job means here; `lost`: with its node, so that it may run once more. */
export type SlurmPhase = 'waiting' | 'running' | 'ended' | 'lost';

/** Slurm's states (squeue(1), JOB STATE CODES). A state that is not here is one of a job between start and end. */
const phases: Readonly<Record<string, SlurmPhase>> = {
  PENDING: 'waiting',
  CONFIGURING: 'waiting',
  REQUEUED: 'waiting',
  REQUEUE_HOLD: 'waiting',
  REQUEUE_FED: 'waiting',
  SPECIAL_EXIT: 'waiting',
  RESV_DEL_HOLD: 'waiting',
  COMPLETED: 'ended',
  FAILED: 'ended',
  CANCELLED: 'ended',
  TIMEOUT: 'ended',
  DEADLINE: 'ended',
  OUT_OF_MEMORY: 'ended',
  REVOKED: 'ended',
  NODE_FAIL: 'lost',
  BOOT_FAIL: 'lost',
  PREEMPTED: 'lost',
};

export function phaseOf({ state }: Pick<SlurmJob, 'state'>): SlurmPhase {
  return phases[state] ?? 'running';
}

/** Why Slurm lets a job wait, in the platform's words. */
const waitReasons: readonly (readonly [RegExp, SlurmReason])[] = [
  [/^(None|BeginTime|Cleaning|Prolog)?$/, 'SLURM_SOON'],
  [/^Resources$/, 'SLURM_RESOURCES'],
  [/^Priority$/, 'SLURM_OTHERS_FIRST'],
  [/^JobHeld|^Reservation.*Deleted/, 'SLURM_HELD'],
  [/^Partition(Down|Inactive)/, 'SLURM_PARTITION_CLOSED'],
  [/^(ReqNodeNotAvail|NodeDown|Nodes.required)/, 'SLURM_NODES_AWAY'],
  [/^(QOS|Assoc|Max|AccountNotAllowed|InvalidAccount|InvalidQOS|JobArrayTaskLimit)/, 'SLURM_LIMIT'],
  [/^(Partition|BadConstraints|AccountingPolicy|Node.?Config)/, 'SLURM_TOO_LARGE'],
];

export function waitReasonOf({ reason }: Pick<SlurmJob, 'reason'>): SlurmReason {
  return waitReasons.find(([words]) => words.test(reason))?.[1] ?? 'SLURM_WAITS';
}

/** How a job ended that Slurm says is over. @param isStopped somebody asked the platform to stop it */
export function endOf(job: SlurmJob, isStopped: boolean, usage?: SlurmUsage): JobEnd {
  const { exitCode, signal } = exitOf(job);
  return {
    ...wordsOf(job, isStopped),
    exitCode,
    signal,
    ...(job.endedAt && { endedAt: job.endedAt }),
    ...usage,
  };
}

/** Null for a job whose script never ran. */
function exitOf(job: SlurmJob): { exitCode: number | null; signal: number | null } {
  if (job.nodeName === '' || isLaunchFailure(job)) {
    return { exitCode: null, signal: null };
  }
  const signal = job.waitStatus & 0x7f;
  return signal === 0
    ? { exitCode: (job.waitStatus >> 8) & 0xff, signal: null }
    : { exitCode: 128 + signal, signal };
}

function wordsOf(job: SlurmJob, isStopped: boolean): { status: JobStatus; reason: JobReason | '' } {
  switch (job.state) {
    case 'COMPLETED':
      return { status: 'COMPLETED', reason: '' };
    case 'CANCELLED':
    case 'REVOKED':
      return { status: 'CANCELLED', reason: isStopped ? '' : 'SLURM_CANCELLED' };
    case 'TIMEOUT':
    case 'DEADLINE':
      return { status: 'TIMEOUT', reason: '' };
    case 'OUT_OF_MEMORY':
      return { status: 'FAILED', reason: 'OUT_OF_MEMORY' };
    default:
      return { status: 'FAILED', reason: failureOf(job) };
  }
}

function failureOf(job: SlurmJob): JobReason | '' {
  if (isLaunchFailure(job)) {
    return 'SLURM_LAUNCH_FAILED';
  }
  return job.nodeName === '' ? 'SLURM_REFUSED' : '';
}

/** A script that died by a signal has this reason as well; of one that never began Slurm puts an error of its own (4020 and others) in the place of the status. */
function isLaunchFailure({ reason, waitStatus }: SlurmJob): boolean {
  return reason === 'JobLaunchFailure' && (waitStatus === 0 || waitStatus > 0xff);
}
