import { Injectable, type OnModuleInit } from '@nestjs/common';
import { tellExpiredApprovals } from '@clusterdesk/contracts';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { AwaitingDecisions } from '../projects/listing/awaiting-decisions.service.js';
import { ProjectLifecycle } from '../projects/project-lifecycle.service.js';
import { OperationLog } from '../spaces/operations/operation-log.service.js';
import { SpaceRegistry } from '../spaces/space.js';
import { UserRemovalSteps } from '../users/leaving/user-removal-steps.service.js';
import { ApplicationRepository } from './application.repository.js';
import { ApplicationLifecycle } from './deciding/application-lifecycle.service.js';
import { ApplicationListRepository } from './listing/application-list.repository.js';
import { ApprovalObserver } from './space/approval-observer.service.js';
import { ApprovalSpaceProvider } from './space/approval-space-provider.service.js';

/** What approvals contribute to lower features, and how they react to events there. */
@Injectable()
export class ApprovalReactions implements OnModuleInit {
  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly operations: OperationLog,
    private readonly projectEndings: ProjectLifecycle,
    private readonly awaiting: AwaitingDecisions,
    private readonly removalSteps: UserRemovalSteps,
    private readonly dueWork: DueWork,
    private readonly provider: ApprovalSpaceProvider,
    private readonly observer: ApprovalObserver,
    private readonly endings: ApplicationLifecycle,
    private readonly lists: ApplicationListRepository,
    private readonly applications: ApplicationRepository,
  ) {}

  onModuleInit(): void {
    this.spaces.register('approval', this.provider);
    this.operations.observe('project', this.observer);
    this.projectEndings.onLeft((manager, projectId, userId) =>
      this.endings.endAll(manager, projectId, userId, 'left'),
    );
    this.projectEndings.onDeleted((manager, projectId) =>
      this.endings.endAll(manager, projectId, null, 'projectDeleted'),
    );
    this.awaiting.register((userId, ids) => this.lists.countAwaiting(userId, ids));
    this.removalSteps.beforeDeletion((manager, userId) =>
      this.endings.noteDeletion(manager, userId),
    );
    this.dueWork.watch(tellExpiredApprovals, this.applications.expiredCondition);
  }
}
