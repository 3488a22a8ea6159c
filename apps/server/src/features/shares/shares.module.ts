import { Module } from '@nestjs/common';
import { CopiesModule } from '../copies/copies.module.js';
import { DiskModule } from '../disk/disk.module.js';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { ShareContents } from './content/share-contents.service.js';
import { ShareFilesController } from './content/share-files.controller.js';
import { ShareSaving } from './content/share-saving.service.js';
import { ShareLifecycleRepository } from './ending/share-lifecycle.repository.js';
import { ShareLifecycle } from './ending/share-lifecycle.service.js';
import { CodeGuesses } from './links/code-guesses.service.js';
import { ShareLinks } from './links/share-links.service.js';
import { MissingEntries } from './listing/missing-entries.service.js';
import { ShareListRepository } from './listing/share-list.repository.js';
import { ShareListService } from './listing/share-list.service.js';
import { ShareEventPublisher } from './share-event-publisher.service.js';
import { ShareController } from './share.controller.js';
import { ShareRepository } from './share.repository.js';
import { ShareLeavingService } from './sharing/share-leaving.service.js';
import { ShareReactions } from './shares.reactions.js';
import { SharingRepository } from './sharing/sharing.repository.js';
import { SharingService } from './sharing/sharing.service.js';
import { ShareObserver } from './space/share-observer.service.js';
import { ShareSpaceProvider } from './space/share-space-provider.service.js';
import { VisitorBoxes } from './visitors/visitor-boxes.service.js';
import { VisitorEntrance } from './visitors/visitor-entrance.service.js';
import { VisitorController } from './visitors/visitor.controller.js';
import { VisitorRepository } from './visitors/visitor.repository.js';
import { ShareVisitRepository } from './visits/share-visit.repository.js';
import { ShareVisits } from './visits/share-visits.service.js';

/** Entries of a disk that others may have: users, or whoever has a link and its code. */
@Module({
  imports: [SpacesModule, UploadsModule, DiskModule, DownloadsModule, CopiesModule],
  controllers: [ShareController, ShareFilesController, VisitorController],
  providers: [
    ShareRepository,
    ShareEventPublisher,
    SharingRepository,
    SharingService,
    ShareLeavingService,
    ShareListRepository,
    ShareListService,
    MissingEntries,
    CodeGuesses,
    ShareLinks,
    ShareLifecycleRepository,
    ShareLifecycle,
    ShareReactions,
    ShareSpaceProvider,
    ShareObserver,
    ShareContents,
    ShareSaving,
    VisitorRepository,
    VisitorBoxes,
    VisitorEntrance,
    ShareVisitRepository,
    ShareVisits,
  ],
})
export class SharesModule {}
