import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OperationLog } from '../spaces/operations/operation-log.service.js';
import { SpaceRegistry } from '../spaces/space.js';
import { TrashProviders } from '../spaces/trash/trash-providers.service.js';
import { QuotaAccounts } from '../spaces/usage/quota-accounts.service.js';
import { UserRemovalSteps } from '../users/leaving/user-removal-steps.service.js';
import { OwnershipTransfer } from './settings/ownership-transfer.service.js';
import { ProjectObserver } from './space/project-observer.service.js';
import { ProjectSpaceProvider } from './space/project-space-provider.service.js';
import { ProjectTrashProvider } from './space/project-trash-provider.service.js';
import { ProjectAccountEntity } from './usage/project-account.entity.js';

/** What projects give to features below them, and what they do when something happens there. */
@Injectable()
export class ProjectReactions implements OnModuleInit {
  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly operations: OperationLog,
    private readonly allTrashes: TrashProviders,
    private readonly books: QuotaAccounts,
    private readonly removalSteps: UserRemovalSteps,
    private readonly provider: ProjectSpaceProvider,
    private readonly observer: ProjectObserver,
    private readonly trashes: ProjectTrashProvider,
    private readonly succession: OwnershipTransfer,
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
  }
}
