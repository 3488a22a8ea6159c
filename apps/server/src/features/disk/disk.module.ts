import { Module } from '@nestjs/common';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ClientToolsController } from './client-tools/client-tools.controller.js';
import { ClientTools } from './client-tools/client-tools.service.js';
import { DiskOwners } from './disk-owner.repository.js';
import { DiskPaths } from './disk-paths.service.js';
import { DiskSpaceProvider } from './disk-space-provider.service.js';
import { DiskUsageController } from './usage/disk-usage.controller.js';
import { DiskUsageService } from './usage/disk-usage.service.js';
import { DiskReactions } from './disk.reactions.js';
import { DiskController } from './disk.controller.js';
import { FavouritesController } from './favourites/favourites.controller.js';
import { HiddenEntriesController } from './hidden/hidden-entries.controller.js';
import { DiskTrashProvider } from './trash/disk-trash-provider.service.js';
import { TrashController } from './trash/trash.controller.js';
import { VersionsController } from './versions/versions.controller.js';

/** Users' personal disks. */
@Module({
  imports: [SpacesModule, DownloadsModule],
  controllers: [
    DiskController,
    DiskUsageController,
    HiddenEntriesController,
    FavouritesController,
    TrashController,
    VersionsController,
    ClientToolsController,
  ],
  providers: [
    DiskPaths,
    DiskOwners,
    DiskSpaceProvider,
    DiskReactions,
    DiskUsageService,
    DiskTrashProvider,
    ClientTools,
  ],
  exports: [DiskSpaceProvider, DiskUsageService],
})
export class DiskModule {}
