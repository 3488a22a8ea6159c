import { Injectable } from '@nestjs/common';
import { runApplications, type ApplicationEnded } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { TaskQueue } from '../../../../platform/tasks/task-queue.service.js';
import type { AgentEventHandlers } from '../../agents/agent-events.js';
import { ApplicationAnnouncer } from './application-announcer.service.js';
import type { RunReason } from './run-reasons.js';
import { RunOutputs } from './run-outputs.service.js';
import { RunRepository, type EndedRun } from './run.repository.js';

type Handled = 'applications.output' | 'applications.ended';

/** What agents report about the scripts of applications. Reports may be repeated, and may concern runs that are over or unknown. */
@Injectable()
export class ApplicationRunEvents {
  readonly handlers: Pick<AgentEventHandlers, Handled> = {
    'applications.output': async ({ nodeId }, event) => {
      const nextOffset = await this.outputs.append(nodeId, event);
      // Nobody waits for the rest of an unknown run; its agent is to report the end.
      return { nextOffset: nextOffset ?? event.offset + event.data.byteLength };
    },
    'applications.ended': ({ nodeId }, event) => this.ended(nodeId, event),
  };

  constructor(
    private readonly dataSource: DataSource,
    private readonly runs: RunRepository,
    private readonly outputs: RunOutputs,
    private readonly announcer: ApplicationAnnouncer,
    private readonly tasks: TaskQueue,
  ) {}

  private async ended(nodeId: string, event: ApplicationEnded): Promise<void> {
    const isDone = event.reason === 'exited' && event.exitCode === 0;
    const ended = await this.dataSource.transaction(async (manager) => {
      const run = await this.runs.end(manager, nodeId, event, {
        state: isDone ? 'succeeded' : 'failed',
        reason: isDone ? '' : reasons[event.reason],
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
}

const reasons = {
  exited: 'SCRIPT_FAILED',
  timeout: 'SCRIPT_TIMEOUT',
  lost: 'SCRIPT_LOST',
} as const satisfies Record<ApplicationEnded['reason'], RunReason>;

/** The version that is installed after a script has run; null: none for certain; undefined: as before. */
function versionAfter({ action, version }: EndedRun, isDone: boolean): string | null | undefined {
  if (action === 'uninstall') {
    // If it could not be removed, it counts as still installed.
    return isDone ? null : undefined;
  }
  return isDone ? version : null;
}
