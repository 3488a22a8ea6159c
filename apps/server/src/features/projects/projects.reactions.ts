import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';
import { spaceKeyText } from '../spaces/space-key.js';
import { EntryComments } from './comments/entry-comments.service.js';
import { projectRef } from './space/project-ref.js';
import { OperationLog } from '../spaces/operations/operation-log.service.js';
import { SpaceRegistry } from '../spaces/space.js';
import { UserRemovalSteps } from '../users/leaving/user-removal-steps.service.js';
import { OwnershipTransfer } from './settings/ownership-transfer.service.js';
import { ProjectObserver } from './space/project-observer.service.js';
import { ProjectSpaceProvider } from './space/project-space-provider.service.js';

/** What projects give to features below them, and what they do when something happens there. */
@Injectable()
export class ProjectReactions implements OnModuleInit {
  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly operations: OperationLog,
    private readonly removalSteps: UserRemovalSteps,
    private readonly provider: ProjectSpaceProvider,
    private readonly observer: ProjectObserver,
    private readonly comments: EntryComments,
    private readonly gateway: ConsoleGateway,
    private readonly realtime: Realtime,
    private readonly succession: OwnershipTransfer,
  ) {}

  onModuleInit(): void {
    this.spaces.register('project', this.provider);
    this.operations.observe('project', this.observer);
    this.gateway.allowTopic('comments', (caller, topic) => this.comments.mayWatch(caller, topic));
    this.realtime.console.on('spaceAccessChanged', (spaceKeys) => {
      const changed = new Set(spaceKeys);
      void this.gateway.recheckSafely(({ data }) =>
        [...data.topics.values()].some(
          (topic) =>
            topic.topic === 'comments' && changed.has(spaceKeyText(projectRef(topic.projectId))),
        ),
      );
    });
    this.removalSteps.beforeDeletion((manager, userId) =>
      this.succession.handOver(manager, userId),
    );
  }
}
