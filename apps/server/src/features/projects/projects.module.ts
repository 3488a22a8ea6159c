import { Module } from '@nestjs/common';
import { CopiesModule } from '../copies/copies.module.js';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ProjectAccessRepository } from './access/project-access.repository.js';
import { ProjectGate } from './access/project-gate.service.js';
import { CommentNotices } from './comments/comment-notices.service.js';
import { CommentRepository } from './comments/comment.repository.js';
import { CommentsController } from './comments/comments.controller.js';
import { EntryComments } from './comments/entry-comments.service.js';
import { ProjectCopiesController } from './files/project-copies.controller.js';
import { ProjectFacts } from './files/project-facts.service.js';
import { ProjectFilesController } from './files/project-files.controller.js';
import { ProjectItems } from './files/project-items.service.js';
import { ProjectTrashController } from './files/project-trash.controller.js';
import { ProjectViewRepository } from './jobs/project-view.repository.js';
import { ProjectViews } from './jobs/project-view.service.js';
import { ResultsFolders } from './jobs/results-folders.service.js';
import { JobMadeEntries } from './jobs/job-made-entries.service.js';
import { JobWorkRegistry } from './jobs/job-work-registry.service.js';
import { AwaitingDecisions } from './listing/awaiting-decisions.service.js';
import { ProjectChanges } from './listing/project-changes.repository.js';
import { ProjectListRepository } from './listing/project-list.repository.js';
import { ProjectListService } from './listing/project-list.service.js';
import { ProjectPeopleRepository } from './members/project-people.repository.js';
import { ProjectPeople } from './members/project-people.service.js';
import { MemberViews } from './permission/member-views.service.js';
import { PermissionSettings } from './permission/permission-settings.service.js';
import { ProjectEntriesRepository } from './permission/project-entries.repository.js';
import { ProjectPermissions } from './permission/project-permissions.service.js';
import { ProjectLifecycle } from './project-lifecycle.service.js';
import { ProjectEventPublisher } from './project-event-publisher.service.js';
import { ProjectController } from './project.controller.js';
import { ProjectRepository } from './settings/project.repository.js';
import { OwnershipTransfer } from './settings/ownership-transfer.service.js';
import { ProjectService } from './settings/project.service.js';
import { ProjectObserver } from './space/project-observer.service.js';
import { ProjectPaths } from './space/project-paths.service.js';
import { ProjectSpaceProvider } from './space/project-space-provider.service.js';
import { ProjectTrashProvider } from './space/project-trash-provider.service.js';
import { ProjectReactions } from './projects.reactions.js';
import { ProjectQuotas } from './settings/project-quota.service.js';

/** Projects: who is in them, the nine switches, and their files. */
@Module({
  imports: [SpacesModule, DownloadsModule, CopiesModule],
  controllers: [
    ProjectController,
    ProjectFilesController,
    ProjectCopiesController,
    ProjectTrashController,
    CommentsController,
  ],
  providers: [
    ProjectAccessRepository,
    ProjectGate,
    ProjectEventPublisher,
    ProjectLifecycle,
    ProjectRepository,
    ProjectService,
    OwnershipTransfer,
    ProjectListRepository,
    ProjectChanges,
    ProjectListService,
    AwaitingDecisions,
    ProjectPeopleRepository,
    ProjectPeople,
    ProjectEntriesRepository,
    ProjectPermissions,
    PermissionSettings,
    MemberViews,
    ProjectPaths,
    ProjectSpaceProvider,
    ProjectObserver,
    ProjectTrashProvider,
    ProjectReactions,
    ProjectItems,
    ProjectFacts,
    ProjectQuotas,
    CommentRepository,
    CommentNotices,
    EntryComments,
    ProjectViewRepository,
    ProjectViews,
    ResultsFolders,
    JobMadeEntries,
    JobWorkRegistry,
  ],
  exports: [
    ProjectSpaceProvider,
    ProjectPermissions,
    ProjectGate,
    ProjectLifecycle,
    ProjectEventPublisher,
    AwaitingDecisions,
    ProjectListService,
    ProjectFacts,
    ProjectViews,
    ResultsFolders,
    JobMadeEntries,
    JobWorkRegistry,
  ],
})
export class ProjectsModule {}
