import { Module, type OnModuleInit } from '@nestjs/common';
import { AgentGateway } from '../cluster/agent-gateway.service.js';
import { ClusterModule } from '../cluster/cluster.module.js';
import { DiskModule } from '../disk/disk.module.js';
import { ConsoleGateway } from '../sessions/console-gateway.service.js';
import { AgentJobsService } from './agent-jobs.service.js';
import { JobTasks } from './job.tasks.js';
import { JobAnnouncer } from './job-announcer.service.js';
import { JobController } from './job.controller.js';
import { JobRepository } from './job.repository.js';
import { JobService } from './job.service.js';
import { LocalNodeService } from './scheduling/local-node.service.js';
import { QueueRepository } from './scheduling/queue.repository.js';
import { ReconcileService } from './scheduling/reconcile.service.js';
import { SchedulerService } from './scheduling/scheduler.service.js';

/** Queues and script jobs. */
@Module({
  imports: [ClusterModule, DiskModule],
  controllers: [JobController],
  providers: [
    JobRepository,
    QueueRepository,
    JobAnnouncer,
    JobService,
    SchedulerService,
    AgentJobsService,
    ReconcileService,
    JobTasks,
    LocalNodeService,
  ],
})
export class JobsModule implements OnModuleInit {
  constructor(
    private readonly consoles: ConsoleGateway,
    private readonly agents: AgentGateway,
    private readonly agentJobs: AgentJobsService,
    private readonly jobs: JobService,
  ) {}

  onModuleInit(): void {
    this.agents.handleJobs(this.agentJobs);
    this.consoles.allowTopic('jobs', (caller) => caller.isSystemAdministrator);
    this.consoles.allowTopic('job', (caller, topic) =>
      topic.topic === 'job' ? this.jobs.mayWatch(caller, topic.jobId) : false,
    );
  }
}
