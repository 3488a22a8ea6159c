import { Module } from '@nestjs/common';
import { CopiesModule } from '../copies/copies.module.js';
import { DiskModule } from '../disk/disk.module.js';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ShareNews } from './share-news.service.js';
import { ShareRepository } from './share.repository.js';

/** Entries of a disk that others may have: users, or whoever has a link and its code. */
@Module({
  imports: [SpacesModule, DiskModule, DownloadsModule, CopiesModule],
  controllers: [],
  providers: [ShareRepository, ShareNews],
})
export class SharesModule {}
