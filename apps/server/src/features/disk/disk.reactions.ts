import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntryTree } from '../spaces/entries/entry-tree.js';
import { SpaceRegistry } from '../spaces/space.js';
import { TrashProviders } from '../spaces/trash/trash-providers.service.js';
import { QuotaAccounts } from '../spaces/usage/quota-accounts.service.js';
import { HomeKeys } from '../users/leaving/home-keys.service.js';
import { UserRemovalSteps } from '../users/leaving/user-removal-steps.service.js';
import { DiskOwners } from './disk-owner.repository.js';
import { DiskPaths } from './disk-paths.service.js';
import { DiskSpaceProvider } from './disk-space-provider.service.js';
import { DiskTrashProvider } from './trash/disk-trash-provider.service.js';
import { DiskAccountEntity } from './usage/disk-account.entity.js';

/** What disks register with other features, and how they react to changes there. */
@Injectable()
export class DiskReactions implements OnModuleInit {
  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly allTrashes: TrashProviders,
    private readonly books: QuotaAccounts,
    private readonly provider: DiskSpaceProvider,
    private readonly trashes: DiskTrashProvider,
    private readonly owners: DiskOwners,
    private readonly folders: DiskPaths,
    homeKeys: HomeKeys,
    removalSteps: UserRemovalSteps,
    tree: EntryTree,
  ) {
    // In the constructor: users are created and removed while the server starts.
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
    this.allTrashes.register(this.trashes);
    this.books.register({
      space: 'disk',
      entity: DiskAccountEntity,
      table: 'disk_account',
      idColumn: 'user_id',
      foldersOf: async (userId) => {
        const homeKey = await this.owners.findHomeKey(userId);
        return homeKey === null ? null : this.folders.of(homeKey);
      },
    });
  }
}
