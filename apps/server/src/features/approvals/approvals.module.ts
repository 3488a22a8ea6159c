import { Module } from '@nestjs/common';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ApplicationContents } from './requesting/application-contents.service.js';
import { ApplicationPartsRepository } from './space/application-parts.repository.js';
import { ApplicationRetention } from './application-retention.service.js';
import { ApplicationRepository } from './application.repository.js';
import { DownloadRequests } from './requesting/download-requests.service.js';
import { ApprovalController } from './approval.controller.js';
import { ApprovalEventPublisher } from './approval-event-publisher.service.js';
import { ApprovalReactions } from './approvals.reactions.js';
import { ApplicationLifecycle } from './deciding/application-lifecycle.service.js';
import { ApplicationReview } from './deciding/application-review.service.js';
import { ApplicationListRepository } from './listing/application-list.repository.js';
import { ApplicationListService } from './listing/application-list.service.js';
import { ApplicationVisibility } from './listing/application-visibility.service.js';
import { ApprovalObserver } from './space/approval-observer.service.js';
import { ApprovalSpaceProvider } from './space/approval-space-provider.service.js';

/** Applications to download from projects: requested, decided once, and downloaded as approved. */
@Module({
  imports: [SpacesModule, DownloadsModule, ProjectsModule],
  controllers: [ApprovalController],
  providers: [
    ApplicationRepository,
    ApplicationPartsRepository,
    ApplicationContents,
    ApplicationListRepository,
    ApplicationListService,
    ApplicationVisibility,
    ApprovalEventPublisher,
    DownloadRequests,
    ApplicationReview,
    ApplicationLifecycle,
    ApprovalSpaceProvider,
    ApprovalObserver,
    ApprovalReactions,
    ApplicationRetention,
  ],
  exports: [ApplicationListService],
})
export class ApprovalsModule {}
