import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntryTree } from '../spaces/entries/entry-tree.js';
import { SpaceRegistry } from '../spaces/space.js';
import { HomeKeys } from '../users/leaving/home-keys.service.js';
import { NewUserSteps } from '../users/edit/new-user-steps.service.js';
import { UserRemovalSteps } from '../users/leaving/user-removal-steps.service.js';
import { DiskSpaceProvider } from './disk-space-provider.service.js';
import { DiskUsageService } from './usage/disk-usage.service.js';

/** What disks register with other features, and how they react to changes there. */
@Injectable()
export class DiskReactions implements OnModuleInit {
  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly provider: DiskSpaceProvider,
    usages: DiskUsageService,
    homeKeys: HomeKeys,
    newUserSteps: NewUserSteps,
    removalSteps: UserRemovalSteps,
    tree: EntryTree,
  ) {
    // In the constructor: users are created and removed while the server starts.
    newUserSteps.register((manager, userId) => usages.giveDefaultQuota(manager, userId));
    homeKeys.avoid((homeKey) => provider.exists(homeKey));
    removalSteps.register({
      name: 'disk.archive-home',
      phase: 'archive',
      run: ({ homeKey }) => provider.archive(homeKey),
    });
    removalSteps.register({
      name: 'disk.forget-entries',
      phase: 'archive',
      run: ({ userId }) => tree.forget({ space: 'disk', spaceId: userId }),
    });
  }

  onModuleInit(): void {
    this.spaces.register('disk', this.provider);
  }
}
