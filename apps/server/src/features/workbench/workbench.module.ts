import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { ClusterModule } from '../cluster/cluster.module.js';
import { DiskModule } from '../disk/disk.module.js';
import { JobsModule } from '../jobs/job.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { WorkbenchController } from './workbench.controller.js';

/** Figures of several features for the page that leads to all of them. */
@Module({
  imports: [ClusterModule, DiskModule, JobsModule, ProjectsModule, ApprovalsModule],
  controllers: [WorkbenchController],
})
export class WorkbenchModule {}
