import { Module } from '@nestjs/common';
import { CopiesModule } from '../copies/copies.module.js';
import { DiskModule } from '../disk/disk.module.js';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ShareEndings } from './ending/share-endings.service.js';
import { ShareEndingsRepository } from './ending/share-endings.repository.js';
import { ShareTasks } from './ending/share.tasks.js';
import { CodeGuesses } from './links/code-guesses.service.js';
import { LinkReceivers } from './links/link-receivers.service.js';
import { ShareLinks } from './links/share-links.service.js';
import { MissingEntries } from './listing/missing-entries.service.js';
import { ShareListRepository } from './listing/share-list.repository.js';
import { ShareListService } from './listing/share-list.service.js';
import { ShareController } from './share.controller.js';
import { ShareNews } from './share-news.service.js';
import { ShareRepository } from './share.repository.js';
import { ShareEditService } from './sharing/share-edit.service.js';
import { ShareLeavingService } from './sharing/share-leaving.service.js';
import { ShareUsers } from './sharing/share-users.service.js';
import { SharingRepository } from './sharing/sharing.repository.js';
import { SharingService } from './sharing/sharing.service.js';

/** Entries of a disk that others may have: users, or whoever has a link and its code. */
@Module({
  imports: [SpacesModule, DiskModule, DownloadsModule, CopiesModule],
  controllers: [ShareController],
  providers: [
    ShareRepository,
    ShareNews,
    SharingRepository,
    ShareUsers,
    SharingService,
    ShareEditService,
    ShareLeavingService,
    ShareListRepository,
    ShareListService,
    MissingEntries,
    CodeGuesses,
    LinkReceivers,
    ShareLinks,
    ShareEndingsRepository,
    ShareEndings,
    ShareTasks,
  ],
})
export class SharesModule {}
