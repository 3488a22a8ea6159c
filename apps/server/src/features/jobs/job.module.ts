import { Module, type OnModuleInit } from '@nestjs/common';
import { endpoints, recheckJobOwner } from '@clusterdesk/contracts';
import { Hooks } from '../../platform/hooks/hooks.service.js';
import { isAllowed } from '../../platform/http/access/access.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { nodesBack } from '../cluster/cluster.hooks.js';
import { NodeUsageRegistry } from '../cluster/nodes/node-usage-registry.service.js';
import { ClusterModule } from '../cluster/cluster.module.js';
import { DiskModule } from '../disk/disk.module.js';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';
import { usersRightsChanged } from '../users/rights/rights.hooks.js';
import { UserRemovalSteps } from '../users/leaving/user-removal-steps.service.js';
import { AgentBackend } from './backends/agent/agent-backend.service.js';
import { AgentJobEvents } from './backends/agent/agent-job-events.service.js';
import { AgentJobRepository } from './backends/agent/agent-job.repository.js';
import { CommandLines } from './backends/command-lines.service.js';
import type { ComputeBackend } from './backends/compute-backend.js';
import { ComputeBackends } from './backends/compute-backends.js';
import { JobEnvironment } from './backends/job-environment.service.js';
import { JobTasks } from './job.tasks.js';
import { JobController } from './job.controller.js';
import { JobRepository } from './job.repository.js';
import { JobSearchRepository } from './listing/job-search.repository.js';
import { JobSearch } from './listing/job-search.service.js';
import { JobService } from './job.service.js';
import { JobAnnouncer } from './life/job-announcer.service.js';
import { JobEnding } from './life/job-ending.service.js';
import { JobStateMachine } from './life/job-state-machine.service.js';
import { JobNotices } from './life/job-notices.service.js';
import { JobsOfUser } from './life/jobs-of-user.service.js';
import { JobLogController } from './output/job-log.controller.js';
import { JobLogDownload } from './output/job-log-download.service.js';
import { JobOutputs } from './output/job-outputs.service.js';
import { JobRetention } from './output/job-retention.service.js';
import { DispatchRequests } from './scheduling/dispatch-requests.service.js';
import { JobDispatcher } from './scheduling/job-dispatcher.service.js';
import { LocalNodeService } from './scheduling/local-node.service.js';
import { PlanRepository } from './scheduling/plan.repository.js';
import { QueueRepository } from './scheduling/queue.repository.js';
import { QueueService } from './scheduling/queue.service.js';
import { QueueLoads } from './scheduling/queue-loads.service.js';
import { ReconcileService } from './scheduling/reconcile.service.js';
import { SchedulerService } from './scheduling/scheduler.service.js';

/** When the rights of more people than this change at once, the owners of all open jobs are looked at: these are fewer. */
const askedOneByOne = 10;

/** Queues and script jobs. */
@Module({
  imports: [ClusterModule, DiskModule],
  controllers: [JobController, JobLogController],
  providers: [
    JobRepository,
    JobService,
    JobSearch,
    JobSearchRepository,
    JobTasks,
    JobAnnouncer,
    JobEnding,
    JobStateMachine,
    JobNotices,
    JobsOfUser,
    JobOutputs,
    JobLogDownload,
    JobRetention,
    JobEnvironment,
    CommandLines,
    AgentBackend,
    {
      provide: ComputeBackends,
      inject: [AgentBackend],
      useFactory: (...all: ComputeBackend[]) => new ComputeBackends(all),
    },
    AgentJobEvents,
    AgentJobRepository,
    QueueRepository,
    PlanRepository,
    QueueLoads,
    QueueService,
    DispatchRequests,
    SchedulerService,
    JobDispatcher,
    ReconcileService,
    LocalNodeService,
  ],
  exports: [JobsOfUser],
})
export class JobsModule implements OnModuleInit {
  constructor(
    private readonly consoles: ConsoleGateway,
    private readonly tasks: TaskQueue,
    private readonly jobs: JobService,
    private readonly jobsOfUser: JobsOfUser,
    private readonly removalSteps: UserRemovalSteps,
    private readonly hooks: Hooks,
    private readonly agentJobs: AgentJobEvents,
    private readonly nodeUses: NodeUsageRegistry,
    private readonly queues: QueueRepository,
  ) {}

  onModuleInit(): void {
    this.consoles.allowTopic('jobs', (caller) => caller.isSystemAdministrator);
    this.consoles.allowTopic('job', (caller, topic) =>
      topic.topic === 'job' ? this.jobs.mayWatch(caller, topic.jobId) : false,
    );
    this.consoles.allowTopic('queues', (caller) =>
      isAllowed(endpoints.jobs.queueList.access, caller),
    );
    this.nodeUses.register({
      namesOf: (nodeIds) => this.queues.namesByNode(nodeIds),
      isBusy: (manager, nodeId) => this.queues.isNodeBusy(manager, nodeId),
    });
    this.hooks.on(nodesBack, () => this.agentJobs.dispatchWaiting());
    this.removalSteps.register({
      name: 'jobs.end',
      phase: 'stop',
      run: async ({ userId }) => {
        const left = await this.jobsOfUser.endAll(userId, 'OWNER_MAY_NOT_RUN');
        if (left > 0) {
          throw new Error(`${left} jobs of the user have not ended yet.`);
        }
      },
    });
    this.hooks.on(usersRightsChanged, ({ userIds }) => {
      if (userIds.length > askedOneByOne) {
        this.recheck();
      } else {
        userIds.forEach((userId) => this.recheck(userId));
      }
    });
  }

  private recheck(userId?: string): void {
    void this.tasks.add(recheckJobOwner, { userId });
  }
}
