import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  collectJobResults,
  endpoints,
  recheckJobOwner,
  reconcileJobs,
} from '@clusterdesk/contracts';
import { AfterRestoring } from '../../platform/hooks/after-restoring.js';
import { Hooks } from '../../platform/hooks/hooks.service.js';
import { isAllowed } from '../../platform/http/access/access.js';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { nodesBack } from '../cluster/cluster.hooks.js';
import { RunEvents } from '../cluster/runs/run-events.service.js';
import { NodeUsageRegistry } from '../cluster/nodes/node-usage-registry.service.js';
import { projectAccessChanged } from '../projects/access/access.hooks.js';
import { JobWorkRegistry } from '../projects/jobs/job-work-registry.service.js';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';
import { OperationLog } from '../spaces/operations/operation-log.service.js';
import { UserRemovalSteps } from '../users/leaving/user-removal-steps.service.js';
import { usersRightsChanged } from '../users/rights/rights.hooks.js';
import { AgentJobEvents } from './backends/agent/agent-job-events.service.js';
import { maySeeAllJobs } from './job.policy.js';
import { JobRepository } from './job.repository.js';
import { JobService } from './job.service.js';
import { JobEnding } from './life/job-ending.service.js';
import { JobStateMachine } from './life/job-state-machine.service.js';
import { ProjectJobAccess } from './projects/project-job-access.service.js';
import { QueueAccess } from './queues/queue-access.service.js';
import { QueueRepository } from './queues/queue.repository.js';
import { JobFileRepository } from './results/job-file.repository.js';
import { JobResultsRepository } from './results/job-results.repository.js';
import { SavedScriptRepository } from './saved/saved-script.repository.js';

/** When the rights of more users than this change at once, the owners of all open jobs are checked: these are fewer. */
const checkedOneByOne = 10;

/** What jobs give to features below them, and what they do when something happens there. */
@Injectable()
export class JobReactions implements OnModuleInit {
  constructor(
    private readonly consoles: ConsoleGateway,
    private readonly nodeUses: NodeUsageRegistry,
    private readonly runs: RunEvents,
    private readonly hooks: Hooks,
    private readonly removalSteps: UserRemovalSteps,
    private readonly dueWork: DueWork,
    private readonly tasks: TaskQueue,
    private readonly jobs: JobService,
    private readonly repository: JobRepository,
    private readonly queues: QueueRepository,
    private readonly access: QueueAccess,
    private readonly ending: JobEnding,
    private readonly agentJobs: AgentJobEvents,
    private readonly savedScripts: SavedScriptRepository,
    private readonly operations: OperationLog,
    private readonly projectJobs: ProjectJobAccess,
    private readonly projectWork: JobWorkRegistry,
    private readonly results: JobResultsRepository,
    private readonly files: JobFileRepository,
    private readonly restored: AfterRestoring,
    private readonly life: JobStateMachine,
  ) {}

  onModuleInit(): void {
    this.consoles.allowTopic('jobs', maySeeAllJobs);
    this.consoles.allowTopic('job', (caller, topic) =>
      topic.topic === 'job' ? this.jobs.mayWatch(caller, topic.jobId) : false,
    );
    this.consoles.allowTopic('queues', (caller) =>
      isAllowed(endpoints.jobs.queueList.access, caller),
    );
    this.runs.register('job', this.agentJobs);
    this.nodeUses.register({
      namesOf: (nodeIds) => this.queues.namesByNode(nodeIds),
      isBusy: (manager, nodeId) => this.queues.isNodeBusy(manager, nodeId),
      countJobs: () => this.queues.countJobs(),
    });
    this.hooks.on(nodesBack, () => this.agentJobs.dispatchWaiting());
    this.hooks.on(usersRightsChanged, ({ userIds }) => {
      const checked = userIds.length > checkedOneByOne ? [undefined] : userIds;
      checked.forEach((userId) => void this.tasks.add(recheckJobOwner, { userId }));
    });
    this.hooks.on(projectAccessChanged, ({ projectId }) => this.access.projectChanged(projectId));
    this.hooks.on(projectAccessChanged, ({ projectId }) =>
      this.projectJobs.projectChanged(projectId),
    );
    this.operations.observe('project', this.projectJobs);
    this.removalSteps.register({
      name: 'jobs.end',
      phase: 'stop',
      run: async ({ userId }, signal) => {
        const left = await this.ending.endAllOf(userId);
        if (left > 0) {
          throw new Error(`${left} jobs of the user have not ended yet.`);
        }
        await this.savedScripts.removeUnsharedOf(userId);
        await this.files.removeOfDisk(userId, signal);
      },
    });
    this.projectWork.register((manager, projectId) => this.results.isWorkedIn(manager, projectId));
    this.restored.register((manager) => this.life.endRestored(manager));
    this.dueWork.watch(collectJobResults, this.results.dueCondition);
    this.dueWork.watch(reconcileJobs, this.repository.openCondition);
  }
}
