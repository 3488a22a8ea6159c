import type { WireJobDetail, WireJobRow, Language, QueueOption } from '@clusterdesk/contracts';
import { wireTime } from '../../platform/http/time/wire-time.js';
import { nodeFaultSentence } from '../cluster/draining/node-faults.js';
import { reasonSentence } from './life/job-reasons.js';
import type { ListedJob } from './listing/job-search.repository.js';
import type { QueueWithNodes } from './scheduling/queue.repository.js';
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
    exitCode: job.exitCode,
    nodeName: job.nodeName,
    cpus: job.cpus,
    createTime: wireTime(job.createdAt, timeZone),
    startTime: job.startedAt && wireTime(job.startedAt, timeZone),
    endTime: job.endedAt && wireTime(job.endedAt, timeZone),
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
): Omit<WireJobDetail, 'waiting'> {
  return {
    ...toJobRow(job, timeZone),
    scriptContent: script,
    workDir: job.workDir,
    memoryMb: job.memoryMb,
    maxMinutes: job.maxMinutes,
    network: job.network,
    // Why it waits is computed, not stored.
    reason: job.status === 'PENDING' ? '' : job.reason && reasonSentence(job.reason)[language],
    signal: job.signal,
    outputBytes: Number(job.outputBytes),
    isOutputRemoved: job.outputRemovedAt !== null,
  };
}

export function toQueueOption(
  { backend: _, calculations, ...queue }: QueueWithNodes,
  language: Language,
): QueueOption {
  return {
    ...queue,
    state: 1,
    calculations: calculations.map(({ networks, drainedReason, ...node }) => ({
      ...node,
      drainedReason: drainedReason && nodeFaultSentence(drainedReason)[language],
      givesNetwork: networks.includes(queue.network),
    })),
  };
}
