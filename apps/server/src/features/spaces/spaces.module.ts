import { Module } from '@nestjs/common';
import { QuotaReservations } from './quota/quota-reservations.service.js';
import { DiskItems } from './listing/disk-items.service.js';
import { SpaceReading } from './listing/space-reading.service.js';
import { EntryCollection } from './entries/entry-collection.service.js';
import { EntryTree } from './entries/entry-tree.js';
import { OperationLog } from './operations/operation-log.service.js';
import { SpaceOperations } from './operations/space-operations.service.js';
import { WriteAhead } from './operations/write-ahead.service.js';
import { RecentFileRepository } from './recent/recent-file.repository.js';
import { RecentFiles } from './recent/recent-files.service.js';
import { FavouriteObserver } from './favourites/favourite-observer.service.js';
import { FavouriteRepository } from './favourites/favourite.repository.js';
import { Favourites } from './favourites/favourites.service.js';
import { SpaceEventPublisher } from './space-event-publisher.service.js';
import { SpaceAccess } from './space-access.service.js';
import { SpaceRegistry } from './space.js';
import { SpaceReactions } from './spaces.reactions.js';
import { ReservedSpaceFile } from './storage/reserved-space-file.service.js';
import { FreeSpaceGuard } from './storage/free-space-guard.service.js';
import { Staging } from './storage/staging.js';
import { RunningTransfers } from './tasks/running-transfers.service.js';
import { SpaceDetails } from './details/space-details.service.js';
import { NewNames } from './editing/new-names.service.js';
import { SpaceEditing } from './editing/space-editing.service.js';
import { SpaceTrash } from './trash/space-trash.service.js';
import { TrashExpiry } from './trash/trash-expiry.service.js';
import { TrashEventPublisher } from './trash/trash-event-publisher.service.js';
import { TrashPurge } from './trash/trash-purge.service.js';
import { SpaceAccounts } from './usage/space-accounts.repository.js';
import { SpaceMeasuring } from './usage/space-measuring.service.js';
import { SpaceUsages } from './usage/space-usages.service.js';
import { FileVersionRepository } from './versions/file-version.repository.js';
import { SpaceVersions } from './versions/space-versions.service.js';
import { VersionExpiry } from './versions/version-expiry.service.js';
import { VersionKeeping } from './versions/version-keeping.service.js';

/** What uploads, downloads and copies know of the features that have files: the port, quotas, and the staging folder. */
@Module({
  providers: [
    SpaceRegistry,
    SpaceAccess,
    SpaceEventPublisher,
    SpaceReactions,
    QuotaReservations,
    Staging,
    FreeSpaceGuard,
    ReservedSpaceFile,
    EntryTree,
    EntryCollection,
    OperationLog,
    WriteAhead,
    SpaceOperations,
    RecentFileRepository,
    RecentFiles,
    FavouriteRepository,
    Favourites,
    FavouriteObserver,
    DiskItems,
    SpaceReading,
    NewNames,
    SpaceEditing,
    SpaceDetails,
    TrashEventPublisher,
    TrashPurge,
    TrashExpiry,
    SpaceTrash,
    SpaceAccounts,
    SpaceMeasuring,
    SpaceUsages,
    FileVersionRepository,
    VersionKeeping,
    VersionExpiry,
    SpaceVersions,
    RunningTransfers,
  ],
  exports: [
    SpaceRegistry,
    SpaceAccess,
    SpaceEventPublisher,
    QuotaReservations,
    Staging,
    FreeSpaceGuard,
    EntryTree,
    OperationLog,
    SpaceOperations,
    RecentFiles,
    Favourites,
    DiskItems,
    SpaceReading,
    NewNames,
    SpaceEditing,
    SpaceDetails,
    TrashEventPublisher,
    TrashPurge,
    SpaceTrash,
    SpaceUsages,
    SpaceVersions,
    RunningTransfers,
  ],
})
export class SpacesModule {}
