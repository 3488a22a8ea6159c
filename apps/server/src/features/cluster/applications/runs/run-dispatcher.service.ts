import { Injectable, Logger } from '@nestjs/common';
import {
  applicationRefusals,
  isApplicationRefusal,
  runApplications,
  type RunApplicationReply,
} from '@clusterdesk/contracts';
import { Semaphore } from '../../../../platform/concurrency.js';
import { TaskQueue } from '../../../../platform/tasks/task-queue.service.js';
import { AgentCommands } from '../../agents/agent-commands.service.js';
import { ApplicationAnnouncer } from './application-announcer.service.js';
import type { RunReason } from './run-reasons.js';
import { RunRepository, type DueRun } from './run.repository.js';

/** Nodes that are asked at once by one task; one that does not answer takes some seconds. */
const atOnce = 8;
/** Runs of one turn; the next turn takes what is left. */
const perTurn = 32;

/** Sends scripts to the nodes that wait for them. Doing it twice does no harm: an agent knows a run by its id. */
@Injectable()
export class RunDispatcher {
  private readonly logger = new Logger('RunDispatcher');

  constructor(
    private readonly runs: RunRepository,
    private readonly agents: AgentCommands,
    private readonly announcer: ApplicationAnnouncer,
    private readonly tasks: TaskQueue,
  ) {}

  async run(): Promise<void> {
    for (const name of await this.runs.expire()) {
      this.announcer.applicationChanged(name);
    }
    const due = await this.runs.takeDue(perTurn);
    const places = new Semaphore(atOnce);
    await Promise.all(due.map((run) => places.run(() => this.send(run))));
    if (due.length === perTurn) {
      await this.tasks.add(runApplications, {});
    }
  }

  /** One node that cannot be asked holds up nobody else. */
  private async send(due: DueRun): Promise<void> {
    const { nodeId, ...command } = due;
    try {
      const asked = await this.agents.runApplication(nodeId, command);
      if (asked.state === 'answered' && (await this.heed(due, asked.reply))) {
        this.announcer.applicationChanged(due.name);
      }
    } catch (error) {
      this.logger.warn(
        { err: error, nodeId, runId: due.runId },
        'A node could not be asked to run a script; it is asked again',
      );
    }
  }

  private heed({ runId }: DueRun, reply: RunApplicationReply): Promise<boolean> {
    if (reply.isAccepted) {
      return this.runs.accepted(runId);
    }
    const code = reply.reason?.split(':')[0] ?? '';
    if (!isApplicationRefusal(code)) {
      return this.refuse(runId, 'AGENT_REFUSED');
    }
    return applicationRefusals[code].when === 'later'
      ? this.runs.putOff(runId, code)
      : this.refuse(runId, code);
  }

  /** What waited behind it on this host goes on. */
  private async refuse(runId: string, reason: RunReason): Promise<boolean> {
    const isNew = await this.runs.refused(runId, reason);
    if (isNew) {
      await this.tasks.add(runApplications, {});
    }
    return isNew;
  }
}
