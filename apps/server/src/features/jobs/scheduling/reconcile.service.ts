import { Injectable } from '@nestjs/common';
import { dispatchQueue } from '@clusterdesk/contracts';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { AgentCommands } from '../../cluster/agent-commands.service.js';
import { AgentJobsService } from '../agent-jobs.service.js';
import { JobRepository } from '../job.repository.js';
import { QueueRepository } from './queue.repository.js';
import { SchedulerService } from './scheduler.service.js';

/** Finds what got lost with a process: signals, commands, nodes. Runs on a schedule; doing it twice does no harm. */
@Injectable()
export class ReconcileService {
  constructor(
    private readonly jobs: JobRepository,
    private readonly queues: QueueRepository,
    private readonly tasks: TaskQueue,
    private readonly agents: AgentCommands,
    private readonly agentJobs: AgentJobsService,
    private readonly scheduler: SchedulerService,
  ) {}

  async run(): Promise<void> {
    await this.jobs.releaseFromSilentNodes();
    const [unsent, toStop, gone, waiting] = await Promise.all([
      this.jobs.listUnsent(),
      this.jobs.listToStop(),
      this.jobs.listOnGoneNodes(),
      this.queues.listQueuesWithWaiting(),
    ]);
    for (const job of gone) {
      await this.agentJobs.end(job.id, (locked) => locked.attempt === job.attempt, 'NODE_FAIL', {
        reason: 'NODE_GONE',
      });
    }
    await Promise.all([
      ...unsent.map((job) => this.scheduler.send(job.id)),
      ...toStop.map((job) =>
        this.agents.stopScript(job.nodeId, {
          jobId: job.id,
          attempt: job.attempt,
          reason: 'stopped',
        }),
      ),
      ...waiting.map((queueId) => this.tasks.add(dispatchQueue, { queueId })),
    ]);
  }
}
