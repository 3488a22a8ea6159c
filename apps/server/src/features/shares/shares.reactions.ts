import { Injectable, type OnModuleInit } from '@nestjs/common';
import { tellEndedShares } from '@clusterdesk/contracts';
import { Hooks } from '../../platform/hooks/hooks.service.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { RunningWork } from '../../platform/running-work/running-work.service.js';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { OperationLog } from '../spaces/operations/operation-log.service.js';
import { SpaceEventPublisher } from '../spaces/space-event-publisher.service.js';
import { SpaceRegistry } from '../spaces/space.js';
import { UploadTickets } from '../uploads/upload-caller.js';
import { UserRemovalSteps } from '../users/leaving/user-removal-steps.service.js';
import { usersRightsChanged } from '../users/rights/rights.hooks.js';
import { ShareLifecycleRepository } from './ending/share-lifecycle.repository.js';
import { ShareLifecycle } from './ending/share-lifecycle.service.js';
import { ShareEventPublisher } from './share-event-publisher.service.js';
import { ShareObserver } from './space/share-observer.service.js';
import { VisitorBoxes } from './visitors/visitor-boxes.service.js';
import { visitorDropBoxes } from './visitors/visitor.settings.js';
import { ShareSpaceProvider } from './space/share-space-provider.service.js';

/** What shares contribute to lower features, and how they react to events there. */
@Injectable()
export class ShareReactions implements OnModuleInit {
  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly operations: OperationLog,
    private readonly spaceNews: SpaceEventPublisher,
    private readonly hooks: Hooks,
    private readonly removalSteps: UserRemovalSteps,
    private readonly dueWork: DueWork,
    private readonly realtime: Realtime,
    private readonly running: RunningWork,
    private readonly tickets: UploadTickets,
    private readonly boxes: VisitorBoxes,
    private readonly provider: ShareSpaceProvider,
    private readonly observer: ShareObserver,
    private readonly news: ShareEventPublisher,
    private readonly endings: ShareLifecycle,
    private readonly lifecycle: ShareLifecycleRepository,
  ) {}

  onModuleInit(): void {
    this.spaces.register('share', this.provider);
    this.tickets.readWith((ticket) => this.boxes.readTicket(ticket));
    // What visitors are adding ends when the platform lets none in.
    this.realtime.console.on('settingChanged', (key) => {
      if (key === visitorDropBoxes.key) {
        void this.running.recheck();
      }
    });
    this.operations.observe('disk', this.observer);
    this.spaceNews.onFoldersChanged((key, dirs) => void this.news.foldersChanged(key, dirs));
    this.hooks.on(usersRightsChanged, ({ userIds }) => this.endings.tellOwnersChanged(userIds));
    this.removalSteps.beforeDeletion((manager, userId) =>
      this.endings.noteDeletion(manager, userId),
    );
    this.dueWork.watch(tellEndedShares, this.lifecycle.endedCondition);
  }
}
