import { Injectable } from '@nestjs/common';
import {
  isRefusalOf,
  refusalReasons,
  type AgentHello,
  type AgentHelloReply,
  type JobStatus,
  type RunEndCause,
  type RunEnded,
  type RunOutput,
  type RunStarted,
} from '@clusterdesk/contracts';
import type { RunPolicy } from '../../../cluster/runs/run-events.service.js';
import type { JobEnd } from '../../life/job-end.js';
import { JobStateMachine } from '../../life/job-state-machine.service.js';
import type { JobReason } from '../../life/job-reasons.js';
import type { JobRef } from '../../life/job-ref.js';
import { JobRepository } from '../../job.repository.js';
import { JobOutputs } from '../../output/job-outputs.service.js';
import { DispatchRequests } from '../../scheduling/dispatch-requests.service.js';
import { AgentBackend, agentRef } from './agent-backend.service.js';
import { agentBackendName, AgentJobRepository } from './agent-job.repository.js';

/** What agents report about jobs, passed to `JobStateMachine`. An agent that reports about an attempt that is over is told to end it. */
@Injectable()
export class AgentJobEvents implements RunPolicy {
  constructor(
    private readonly repository: AgentJobRepository,
    private readonly jobs: JobRepository,
    private readonly life: JobStateMachine,
    private readonly outputs: JobOutputs,
    private readonly agents: AgentBackend,
    private readonly requests: DispatchRequests,
  ) {}

  async started(nodeId: string, event: RunStarted): Promise<void> {
    const ref = agentRef(event.jobId, event.attempt, nodeId);
    this.endUnless(await this.life.started(ref, new Date(event.startedAt)), ref);
  }

  async output(nodeId: string, event: RunOutput): Promise<number | null> {
    const ref = agentRef(event.jobId, event.attempt, nodeId);
    const nextOffset = await this.outputs.append(ref, event);
    this.endUnless(nextOffset !== null, ref);
    if (nextOffset !== null && event.isScriptEnded && (await this.repository.freeCpus(ref))) {
      this.dispatchWaiting();
    }
    return nextOffset;
  }

  async ended(nodeId: string, event: RunEnded): Promise<void> {
    const ref = agentRef(event.jobId, event.attempt, nodeId);
    const { refusal } = event;
    if (refusal && isRefusalOf('job', refusal)) {
      await (refusalReasons[refusal].fault === 'node'
        ? this.life.released(ref, { reason: refusal, isNodeFault: true })
        : this.life.failed(ref, refusal));
    } else if (event.reason === 'lost') {
      await this.life.lost(ref, 'NODE_LOST_JOB');
    } else {
      await this.life.ended(ref, endOf(event));
    }
  }

  /** An agent connects with the jobs in its spool. Jobs that it took and no longer has are lost. */
  async reconcile(nodeId: string, listed: AgentHello['jobs']): Promise<AgentHelloReply['jobs']> {
    const known = new Map((await this.repository.listOnNode(nodeId)).map((job) => [job.id, job]));
    const replies: AgentHelloReply['jobs'] = [];
    for (const { jobId, attempt } of listed) {
      const job = known.get(jobId);
      const isCurrent = job?.attempt === attempt;
      if (isCurrent) {
        known.delete(jobId);
        if (!job.isAccepted) {
          // Its answer to the command was lost.
          await this.life.accepted(agentRef(jobId, attempt, nodeId));
        }
      }
      replies.push({
        jobId,
        attempt,
        action: isCurrent ? 'continue' : 'forget',
        nextOffset: isCurrent ? Number(job.outputBytes) : 0,
      });
    }
    for (const job of known.values()) {
      if (job.isAccepted) {
        await this.life.lost(agentRef(job.id, job.attempt, nodeId), 'NODE_LOST_JOB');
      }
    }
    return replies;
  }

  /** The node's fault may have been repaired: it may be given again what it refused. */
  async changed(nodeId: string): Promise<void> {
    await this.jobs.transaction((manager) => this.life.clearNode(manager, nodeId));
  }

  /** Repeats the stops that the node may have missed while it was away, and starts what may have waited for it. */
  async arrived(nodeId: string): Promise<void> {
    for (const job of await this.repository.listStopping(nodeId)) {
      this.agents.cancel({ ...job, nodeId });
    }
    this.dispatchWaiting();
  }

  /** Starts what may have waited for a node. */
  dispatchWaiting(): void {
    this.requests.request(agentBackendName);
  }

  private endUnless(isCurrent: boolean, ref: JobRef): void {
    if (!isCurrent) {
      this.agents.cancel({ id: ref.jobId, attempt: ref.attempt, nodeId: ref.nodeId ?? null });
    }
  }
}

/** The reasons shown to the owner for causes that agents report. */
const causeReasons = { memory: 'OUT_OF_MEMORY', disk: 'FILLED_DISK' } as const satisfies Record<
  RunEndCause,
  JobReason
>;

function endOf(event: RunEnded): JobEnd {
  return {
    status: statusOf(event),
    exitCode: event.exitCode,
    signal: event.signal ?? null,
    endedAt: new Date(event.endedAt),
    reason: event.cause === undefined ? '' : causeReasons[event.cause],
    cpuSeconds: event.cpuSeconds ?? null,
    maxRssBytes: event.maxRssBytes ?? null,
  };
}

/** Slurm's word for how a script ended. */
function statusOf(event: RunEnded): JobStatus {
  switch (event.reason) {
    case 'stopped':
      return 'CANCELLED';
    case 'timeout':
      return 'TIMEOUT';
    case 'lost':
      return 'NODE_FAIL';
    case 'exited':
      return event.exitCode === 0 ? 'COMPLETED' : 'FAILED';
  }
}
