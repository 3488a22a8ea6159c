import { Injectable, type OnModuleInit } from '@nestjs/common';
import { reviewPutters } from '@clusterdesk/contracts';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { OperationLog } from '../spaces/operations/operation-log.service.js';
import { SpaceRegistry } from '../spaces/space.js';
import { Trashes } from '../spaces/trash/trashes.service.js';
import { AccountBooks } from '../spaces/usage/account-books.service.js';
import { UserRemovalSteps } from '../users/leaving/user-removal-steps.service.js';
import { PutterReview } from './permission/putter-review.service.js';
import { ProjectSuccession } from './settings/project-succession.service.js';
import { ProjectObserver } from './space/project-observer.service.js';
import { ProjectSpaceProvider } from './space/project-space-provider.service.js';
import { ProjectTrashes } from './space/project-trashes.service.js';
import { ProjectAccountEntity } from './usage/project-account.entity.js';

/** What projects give to features below them, and what they do when something happens there. */
@Injectable()
export class ProjectReactions implements OnModuleInit {
  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly operations: OperationLog,
    private readonly allTrashes: Trashes,
    private readonly books: AccountBooks,
    private readonly removalSteps: UserRemovalSteps,
    private readonly dueWork: DueWork,
    private readonly provider: ProjectSpaceProvider,
    private readonly observer: ProjectObserver,
    private readonly trashes: ProjectTrashes,
    private readonly succession: ProjectSuccession,
    private readonly putters: PutterReview,
  ) {}

  onModuleInit(): void {
    this.spaces.register('project', this.provider);
    this.operations.observe('project', this.observer);
    this.allTrashes.register(this.trashes);
    this.books.register({
      space: 'project',
      entity: ProjectAccountEntity,
      table: 'project_account',
      idColumn: 'project_id',
      foldersOf: (id) => this.trashes.foldersOf(id),
    });
    this.removalSteps.beforeDeletion((manager, userId) =>
      this.succession.handOver(manager, userId),
    );
    this.dueWork.watch(reviewPutters, this.putters.neededCondition);
  }
}
