import { Injectable } from '@nestjs/common';
import {
  isRefusalOf,
  runApplications,
  type AgentHello,
  type AgentHelloReply,
  type RunEnded,
  type RunOutput,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { TaskQueue } from '../../../../platform/tasks/task-queue.service.js';
import type { RunPolicy } from '../../runs/run-events.service.js';
import { ApplicationAnnouncer } from './application-announcer.service.js';
import type { RunReason } from './run-reasons.js';
import { RunOutputs } from './run-outputs.service.js';
import { RunRepository, type EndedRun } from './run.repository.js';

/** What becomes of the scripts of applications by what agents say of them. */
@Injectable()
export class ApplicationRuns implements RunPolicy {
  constructor(
    private readonly dataSource: DataSource,
    private readonly runs: RunRepository,
    private readonly outputs: RunOutputs,
    private readonly announcer: ApplicationAnnouncer,
    private readonly tasks: TaskQueue,
  ) {}

  output(nodeId: string, event: RunOutput): Promise<number | null> {
    return this.outputs.append(nodeId, event.jobId, event);
  }

  async ended(nodeId: string, event: RunEnded): Promise<void> {
    const isDone = event.reason === 'exited' && event.exitCode === 0;
    const ended = await this.dataSource.transaction(async (manager) => {
      const run = await this.runs.end(manager, nodeId, event.jobId, {
        state: isDone ? 'succeeded' : 'failed',
        reason: isDone ? '' : reasonOf(event),
        exitCode: event.exitCode,
      });
      const installed = run && versionAfter(run, isDone);
      if (run && installed !== undefined) {
        await this.runs.setInstalled(manager, run.application, nodeId, installed);
      }
      return run;
    });
    if (ended) {
      this.announcer.applicationChanged(ended.application);
      // The next run on this host can start.
      await this.tasks.add(runApplications, {});
    }
  }

  /** No script is ended half way: what nobody waits for any more is left to end by itself. */
  async reconcile(nodeId: string, listed: AgentHello['jobs']): Promise<AgentHelloReply['jobs']> {
    const known = await this.runs.outputBytes(
      nodeId,
      listed.map(({ jobId }) => jobId),
    );
    return listed.map(({ kind, jobId, attempt }) => ({
      ...{ kind, jobId, attempt },
      ...{ action: 'continue' as const, nextOffset: known.get(jobId) ?? 0 },
    }));
  }
}

const endReasons = {
  exited: 'SCRIPT_FAILED',
  stopped: 'SCRIPT_LOST',
  timeout: 'SCRIPT_TIMEOUT',
  lost: 'SCRIPT_LOST',
} as const satisfies Record<RunEnded['reason'], RunReason>;

function reasonOf({ reason, refusal }: RunEnded): RunReason {
  return refusal && isRefusalOf('application', refusal) ? refusal : endReasons[reason];
}

/** The version that is installed after a script has run; null: none for certain; undefined: as before. */
function versionAfter({ action, version }: EndedRun, isDone: boolean): string | null | undefined {
  if (action === 'uninstall') {
    // If it could not be removed, it counts as still installed.
    return isDone ? null : undefined;
  }
  return isDone ? version : null;
}
