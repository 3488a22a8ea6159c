import { Module } from '@nestjs/common';
import { SpacesModule } from '../spaces/spaces.module.js';
import { ProjectAccessRepository } from './access/project-access.repository.js';
import { ProjectEntriesRepository } from './permission/project-entries.repository.js';
import { ProjectPermissions } from './permission/project-permissions.service.js';
import { ProjectObserver } from './space/project-observer.service.js';
import { ProjectPaths } from './space/project-paths.service.js';
import { ProjectTrashes } from './space/project-trashes.service.js';
import { ProjectSpaceProvider } from './space/project-space-provider.service.js';

/** Projects: who is in them, the nine switches, and their files. */
@Module({
  imports: [SpacesModule],
  providers: [
    ProjectAccessRepository,
    ProjectEntriesRepository,
    ProjectPermissions,
    ProjectPaths,
    ProjectSpaceProvider,
    ProjectObserver,
    ProjectTrashes,
  ],
  exports: [ProjectSpaceProvider, ProjectPermissions],
})
export class ProjectsModule {}
