import { Module } from '@nestjs/common';
import { SpacesModule } from '../spaces/spaces.module.js';
import { AccelLinks } from './sending/accel-links.service.js';
import { DownloadDelivery } from './sending/download-delivery.service.js';
import { DownloadReactions } from './downloads.reactions.js';
import { RunningDownloads } from './sending/running-downloads.service.js';
import { DownloadController } from './download.controller.js';
import { DownloadRepository } from './download.repository.js';
import { DownloadService } from './download.service.js';
import { DownloadSweeper } from './download-sweeper.service.js';
import { PackageRequests } from './packages/package-requests.repository.js';
import { PackageRights } from './packages/package-rights.service.js';
import { PackageService } from './packages/package.service.js';
import { PackageBuilder } from './packages/package-builder.service.js';
import { ThumbnailController } from './thumbnails/thumbnail.controller.js';
import { ThumbnailStore } from './thumbnails/thumbnail-store.service.js';
import { Thumbnails } from './thumbnails/thumbnails.service.js';

/** Download tickets, packages, thumbnails, and the sending of bytes, out of any space. */
@Module({
  imports: [SpacesModule],
  controllers: [DownloadController, ThumbnailController],
  providers: [
    DownloadRepository,
    DownloadService,
    DownloadDelivery,
    RunningDownloads,
    DownloadSweeper,
    DownloadReactions,
    AccelLinks,
    PackageRequests,
    PackageRights,
    PackageService,
    PackageBuilder,
    Thumbnails,
    ThumbnailStore,
  ],
  exports: [DownloadService],
})
export class DownloadsModule {}
