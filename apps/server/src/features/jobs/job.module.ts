import { Module } from '@nestjs/common';
import { ClusterModule } from '../cluster/cluster.module.js';
import { DiskModule } from '../disk/disk.module.js';
import { AgentBackend } from './backends/agent/agent-backend.service.js';
import { AgentJobEvents } from './backends/agent/agent-job-events.service.js';
import { AgentJobRepository } from './backends/agent/agent-job.repository.js';
import { CommandLines } from './backends/command-lines.service.js';
import type { ComputeBackend } from './backends/compute-backend.js';
import { ComputeBackends } from './backends/compute-backends.js';
import { JobEnvironment } from './backends/job-environment.service.js';
import { JobController } from './job.controller.js';
import { JobRepository } from './job.repository.js';
import { JobReactions } from './jobs.reactions.js';
import { JobSearchRepository } from './listing/job-search.repository.js';
import { JobSearch } from './listing/job-search.service.js';
import { JobService } from './job.service.js';
import { JobAnnouncer } from './life/job-announcer.service.js';
import { JobEnding } from './life/job-ending.service.js';
import { JobStateMachine } from './life/job-state-machine.service.js';
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
import { Forecasts } from './waiting/forecasts.service.js';
import { JobWaiting } from './waiting/job-waiting.service.js';
import { RunHistoryRepository } from './waiting/run-history.repository.js';
import { SchedulerService } from './scheduling/scheduler.service.js';

/** Queues and script jobs. */
@Module({
  imports: [ClusterModule, DiskModule],
  controllers: [JobController],
  providers: [
    JobRepository,
    JobService,
    JobReactions,
    JobSearch,
    JobSearchRepository,
    JobAnnouncer,
    JobEnding,
    JobStateMachine,
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
    Forecasts,
    JobWaiting,
    RunHistoryRepository,
    QueueService,
    DispatchRequests,
    SchedulerService,
    JobDispatcher,
    LocalNodeService,
  ],
  exports: [JobService],
})
export class JobsModule {}
