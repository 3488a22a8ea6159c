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
import { ProjectsModule } from '../projects/projects.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ProjectJobAccess } from './projects/project-job-access.service.js';
import { ProjectJobRepository } from './projects/project-job.repository.js';
import { ProjectJobs } from './projects/project-jobs.service.js';
import { SealedOutput } from './projects/sealed-output.service.js';
import { SavedScriptRepository } from './saved/saved-script.repository.js';
import { SavedScripts } from './saved/saved-scripts.service.js';
import { SavedScriptsController } from './saved/saved-scripts.controller.js';
import { WorkDirs } from './saved/work-dirs.service.js';
import { JobChainRepository } from './chains/job-chain.repository.js';
import { JobChains } from './chains/job-chains.service.js';
import { JobSubmission } from './submitting/job-submission.service.js';
import { SlurmAccounts } from './backends/slurm/slurm-accounts.service.js';
import { SlurmBackend } from './backends/slurm/slurm-backend.service.js';
import { SlurmCluster } from './backends/slurm/slurm-cluster.service.js';
import { SlurmCommands } from './backends/slurm/slurm-commands.service.js';
import { SlurmJobRepository } from './backends/slurm/slurm-job.repository.js';
import { SlurmPoll } from './backends/slurm/slurm-poll.service.js';
import { SlurmSpool } from './backends/slurm/slurm-spool.service.js';
import { SlurmSubmission } from './backends/slurm/slurm-submission.service.js';
import { JobGraphController } from './graphs/job-graph.controller.js';
import { JobGraphRepository } from './graphs/job-graph.repository.js';
import { JobGraphs } from './graphs/job-graphs.service.js';
import { StepVariables } from './graphs/step-variables.service.js';
import { JobController } from './job.controller.js';
import { JobRepository } from './job.repository.js';
import { JobReactions } from './jobs.reactions.js';
import { JobSearchRepository } from './listing/job-search.repository.js';
import { JobSearch } from './listing/job-search.service.js';
import { JobService } from './job.service.js';
import { JobAnnouncer } from './life/job-announcer.service.js';
import { JobEnding } from './life/job-ending.service.js';
import { JobHolding } from './life/job-holding.service.js';
import { JobStateMachine } from './life/job-state-machine.service.js';
import { JobLogDownload } from './output/job-log-download.service.js';
import { JobOutputs } from './output/job-outputs.service.js';
import { JobRetention } from './output/job-retention.service.js';
import { JobFileRepository } from './results/job-file.repository.js';
import { JobFiles } from './results/job-files.service.js';
import { JobFilesController } from './results/job-files.controller.js';
import { JobInputs } from './results/job-inputs.service.js';
import { JobResultsRepository } from './results/job-results.repository.js';
import { LogFiles } from './results/log-files.service.js';
import { MadeFilesFinder } from './results/made-files.service.js';
import { ResultCollection } from './results/result-collection.service.js';
import { QueueAccessRepository } from './queues/queue-access.repository.js';
import { QueueAccess } from './queues/queue-access.service.js';
import { QueueChangesRepository } from './queues/queue-changes.repository.js';
import { QueueChanges } from './queues/queue-changes.service.js';
import { QueueLoads } from './queues/queue-loads.service.js';
import { QueueController } from './queues/queue.controller.js';
import { QueueRepository } from './queues/queue.repository.js';
import { QueueService } from './queues/queue.service.js';
import { DispatchRequests } from './scheduling/dispatch-requests.service.js';
import { JobDispatcher } from './scheduling/job-dispatcher.service.js';
import { LocalNodeService } from './scheduling/local-node.service.js';
import { PlanRepository } from './scheduling/plan.repository.js';
import { Forecasts } from './waiting/forecasts.service.js';
import { JobWaiting } from './waiting/job-waiting.service.js';
import { RunHistoryRepository } from './waiting/run-history.repository.js';
import { SchedulerService } from './scheduling/scheduler.service.js';

/** What may run jobs: a new backend is one more class here. */
const computeBackends = [AgentBackend, SlurmBackend] as const;

/** Queues and script jobs. */
@Module({
  imports: [ClusterModule, DiskModule, ProjectsModule, SpacesModule],
  controllers: [
    JobController,
    JobFilesController,
    JobGraphController,
    QueueController,
    SavedScriptsController,
  ],
  providers: [
    JobRepository,
    JobService,
    JobSubmission,
    JobChains,
    JobChainRepository,
    JobGraphs,
    JobGraphRepository,
    StepVariables,
    JobReactions,
    JobSearch,
    JobSearchRepository,
    JobAnnouncer,
    JobEnding,
    JobHolding,
    JobStateMachine,
    JobOutputs,
    JobLogDownload,
    JobRetention,
    JobFileRepository,
    JobFiles,
    JobInputs,
    JobResultsRepository,
    LogFiles,
    MadeFilesFinder,
    ResultCollection,
    JobEnvironment,
    CommandLines,
    ...computeBackends,
    {
      provide: ComputeBackends,
      inject: [...computeBackends],
      useFactory: (...all: ComputeBackend[]) => new ComputeBackends(all),
    },
    AgentJobEvents,
    AgentJobRepository,
    SlurmAccounts,
    SlurmCluster,
    SlurmCommands,
    SlurmJobRepository,
    SlurmPoll,
    SlurmSpool,
    SlurmSubmission,
    QueueRepository,
    Forecasts,
    JobWaiting,
    RunHistoryRepository,
    QueueService,
    QueueLoads,
    QueueAccess,
    QueueAccessRepository,
    QueueChanges,
    QueueChangesRepository,
    PlanRepository,
    DispatchRequests,
    SavedScripts,
    SavedScriptRepository,
    WorkDirs,
    SchedulerService,
    JobDispatcher,
    LocalNodeService,
    ProjectJobs,
    ProjectJobAccess,
    ProjectJobRepository,
    SealedOutput,
  ],
  exports: [JobService, QueueService],
})
export class JobsModule {}
