import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import {
  findApplicationRuns,
  readRefusal,
  runApplications,
  type RunReply,
} from '@clusterdesk/contracts';
import { Semaphore } from '../../../../platform/concurrency.js';
import { DueWork } from '../../../../platform/tasks/due-work.service.js';
import { OnDue } from '../../../../platform/tasks/on-due.decorator.js';
import { OnTask } from '../../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../../platform/tasks/task-queue.service.js';
import { AgentCommands } from '../../agents/agent-commands.service.js';
import { ApplicationAnnouncer } from './application-announcer.service.js';
import { RunRepository, type DueRun } from './run.repository.js';

/** How many nodes one task asks at once; one that does not answer takes some seconds. */
const atOnce = 8;
/** How many runs one task takes; the next task takes the rest. */
const perTurn = 32;

/** Sends scripts to the nodes that they are for. Repeating it does no harm: an agent knows a run by its id. */
@Injectable()
export class RunDispatcher implements OnModuleInit {
  private readonly logger = new Logger('RunDispatcher');

  constructor(
    private readonly runs: RunRepository,
    private readonly agents: AgentCommands,
    private readonly announcer: ApplicationAnnouncer,
    private readonly tasks: TaskQueue,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.watch(findApplicationRuns, this.runs.openCondition);
  }

  @OnDue(findApplicationRuns)
  async find(): Promise<void> {
    await this.tasks.add(runApplications, {});
  }

  @OnTask(runApplications)
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

  /** A node that cannot be asked does not hold up the others. */
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

  private async heed({ runId }: DueRun, reply: RunReply): Promise<boolean> {
    if (reply.isAccepted) {
      return this.runs.answered(runId, 'running', '');
    }
    const { code, fault } = readRefusal('application', reply);
    if (fault === 'node') {
      return this.runs.answered(runId, 'waiting', code);
    }
    const isNew = await this.runs.answered(runId, 'failed', code);
    if (isNew) {
      // The next run on this host can start.
      await this.tasks.add(runApplications, {});
    }
    return isNew;
  }
}
