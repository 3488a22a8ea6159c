import { Injectable, type OnModuleInit } from '@nestjs/common';
import { collectEntries, expireVersions, settleOperations } from '@clusterdesk/contracts';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';
import { EntryCollection } from './entries/entry-collection.service.js';
import { FavouriteObserver } from './favourites/favourite-observer.service.js';
import { OperationLog } from './operations/operation-log.service.js';
import { RecentFiles } from './recent/recent-files.service.js';
import { SpaceAccess } from './space-access.service.js';
import { spaceKeyText } from './space-key.js';
import { FileVersionRepository } from './versions/file-version.repository.js';
import { VersionKeeping } from './versions/version-keeping.service.js';

/** What spaces give to features below them, and what they do when something happens to spaces. */
@Injectable()
export class SpaceReactions implements OnModuleInit {
  constructor(
    private readonly gateway: ConsoleGateway,
    private readonly realtime: Realtime,
    private readonly dueWork: DueWork,
    private readonly access: SpaceAccess,
    private readonly operations: OperationLog,
    private readonly collection: EntryCollection,
    private readonly recent: RecentFiles,
    private readonly favourites: FavouriteObserver,
    private readonly versions: FileVersionRepository,
    private readonly keeping: VersionKeeping,
  ) {}

  onModuleInit(): void {
    this.gateway.allowTopic('folder', (caller, topic) => this.access.mayWatch(caller, topic));
    // Of all users: a permission may also have let somebody in.
    this.realtime.console.on('spaceAccessChanged', (spaceKeys) => {
      const changed = new Set(spaceKeys);
      void this.gateway.recheckSafely(({ data }) =>
        [...data.topics.values()].some(
          (topic) => topic.topic === 'folder' && changed.has(spaceKeyText(topic)),
        ),
      );
    });
    this.operations.observe('disk', this.recent);
    this.operations.observe('disk', this.favourites);
    this.operations.observe('project', this.favourites);
    this.operations.observe('disk', this.keeping);
    this.operations.observe('project', this.keeping);
    this.dueWork.watch(settleOperations, this.operations.unsettledCondition);
    this.dueWork.watch(collectEntries, this.collection.neededCondition);
    this.dueWork.watch(expireVersions, this.versions.orphanCondition);
  }
}
