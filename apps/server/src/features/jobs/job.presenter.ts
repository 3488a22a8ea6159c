import type { WireJobDetail, WireJobRow, Language } from '@clusterdesk/contracts';
import { wireTime } from '../../platform/http/time/wire-time.js';
import { slurmBackendName } from './backends/slurm/slurm-job.repository.js';
import { isHeldByPeople, reasonSentence } from './life/job-reasons.js';
import type { ListedJob } from './listing/job-search.repository.js';
import type { ScriptJobEntity } from './script-job.entity.js';

const two = (value: number): string => String(value).padStart(2, '0');

/** Elapsed time as `hh:mm:ss`. */
export function toWorkTime(startedAt: Date | null, endedAt: Date | null, now: Date): string {
  if (!startedAt) {
    return '00:00:00';
  }
  const seconds = Math.max(
    0,
    Math.floor(((endedAt ?? now).getTime() - startedAt.getTime()) / 1000),
  );
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

export function toJobRow(job: ListedJob, timeZone: string): WireJobRow {
  return {
    jobId: job.id,
    queueName: job.queueName,
    scriptName: job.jobName,
    loginNane: job.userName,
    workTime: toWorkTime(job.startedAt, job.endedAt, new Date()),
    status: job.status,
    isHeld: isHeldByPeople(job.heldReason),
    exitCode: job.exitCode,
    nodeName: job.nodeName,
    cpus: job.cpus,
    createTime: wireTime(job.createdAt, timeZone),
    startTime: job.startedAt && wireTime(job.startedAt, timeZone),
    endTime: job.endedAt && wireTime(job.endedAt, timeZone),
    array: job.arrayText === null ? null : { text: job.arrayText, counts: job.arrayCounts ?? {} },
    arrayId: job.arrayId,
    arrayIndex: job.arrayIndex,
    startedAt: job.startedAt?.getTime() ?? null,
    cpuSeconds: job.cpuSeconds,
    maxRssBytes: job.maxRssBytes === null ? null : Number(job.maxRssBytes),
  };
}

export function toJobDetail(
  job: ScriptJobEntity,
  script: string,
  timeZone: string,
  language: Language,
): Omit<WireJobDetail, 'waiting' | 'after' | 'graph' | 'spaceName'> {
  return {
    ...toJobRow(job, timeZone),
    scriptContent: script,
    space: job.space,
    spaceId: job.spaceId ?? '',
    workDir: job.resultsDir ?? job.workDir,
    isSealed: job.isSealed,
    inputs: job.inputs,
    logPath: job.logPath,
    variables: job.variables,
    memoryMb: job.memoryMb,
    maxMinutes: job.maxMinutes,
    // Slurm's nodes are not confined by the platform.
    network: job.backend === slurmBackendName ? null : job.network,
    // Why it waits is computed, not stored.
    reason: job.status === 'PENDING' ? '' : job.reason && reasonSentence(job.reason)[language],
    signal: job.signal,
    outputBytes: Number(job.outputBytes),
    isOutputRemoved: job.outputRemovedAt !== null,
  };
}
