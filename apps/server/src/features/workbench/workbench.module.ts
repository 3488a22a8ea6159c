import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { BackupsModule } from '../backups/backups.module.js';
import { ClusterModule } from '../cluster/cluster.module.js';
import { DiskModule } from '../disk/disk.module.js';
import { JobsModule } from '../jobs/job.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SetupProgress } from './setup-progress.service.js';
import { WorkbenchController } from './workbench.controller.js';
import { WorkbenchFacts } from './workbench-facts.service.js';

/** Figures of several features for the page that leads to all of them. */
@Module({
  imports: [ClusterModule, DiskModule, JobsModule, ProjectsModule, ApprovalsModule, BackupsModule],
  controllers: [WorkbenchController],
  providers: [SetupProgress, WorkbenchFacts],
})
export class WorkbenchModule {}
