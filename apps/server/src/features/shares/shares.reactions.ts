import { Injectable, type OnModuleInit } from '@nestjs/common';
import { tellEndedShares } from '@clusterdesk/contracts';
import { Hooks } from '../../platform/hooks/hooks.service.js';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { OperationLog } from '../spaces/operations/operation-log.service.js';
import { SpaceEventPublisher } from '../spaces/space-event-publisher.service.js';
import { SpaceRegistry } from '../spaces/space.js';
import { UserRemovalSteps } from '../users/leaving/user-removal-steps.service.js';
import { usersRightsChanged } from '../users/rights/rights.hooks.js';
import { ShareLifecycle } from './ending/share-lifecycle.service.js';
import { ShareFolderEventPublisher } from './space/share-folder-event-publisher.service.js';
import { ShareObserver } from './space/share-observer.service.js';
import { ShareSpaceProvider } from './space/share-space-provider.service.js';

/** What shares give to features below them, and what they do when something happens there. */
@Injectable()
export class ShareReactions implements OnModuleInit {
  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly operations: OperationLog,
    private readonly spaceNews: SpaceEventPublisher,
    private readonly hooks: Hooks,
    private readonly removalSteps: UserRemovalSteps,
    private readonly dueWork: DueWork,
    private readonly provider: ShareSpaceProvider,
    private readonly observer: ShareObserver,
    private readonly folderNews: ShareFolderEventPublisher,
    private readonly endings: ShareLifecycle,
  ) {}

  onModuleInit(): void {
    this.spaces.register('share', this.provider);
    this.operations.observe('disk', this.observer);
    this.spaceNews.onFolderChanged((key, dir) => this.folderNews.note(key, dir));
    this.hooks.on(usersRightsChanged, ({ userIds }) => this.endings.tellOwnersChanged(userIds));
    this.removalSteps.beforeDeletion((manager, userId) =>
      this.endings.noteDeletion(manager, userId),
    );
    this.dueWork.watch(tellEndedShares, this.endings.endedCondition);
  }
}
