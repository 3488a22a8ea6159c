import { Injectable } from '@nestjs/common';
import type { DiskUsage } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import type { SpaceKey } from '../../spaces/space-key.js';
import { SpaceUsages } from '../../spaces/usage/space-usages.service.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { ProjectNotFoundError } from '../project.errors.js';
import { projectTarget } from '../project-target.js';

/** How much projects may keep: set by whoever manages users, as the quotas of disks are. */
@Injectable()
export class ProjectQuotas {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectAccessRepository,
    private readonly usages: SpaceUsages,
    private readonly audit: AuditTrail,
  ) {}

  /** Null lifts the limit. What is there stays, whatever the limit. @throws ProjectNotFoundError */
  async set(projectId: string, quotaBytes: number | null): Promise<DiskUsage> {
    const key: SpaceKey = { space: 'project', spaceId: projectId };
    await this.dataSource.transaction(async (manager) => {
      const project = await this.projects.find(projectId, null, manager, 'decide');
      if (!project || project.isDeleted) {
        throw new ProjectNotFoundError();
      }
      const before = await this.usages.setQuota(manager, key, quotaBytes);
      await this.audit.record(manager, {
        target: projectTarget(project),
        details: { before: { quotaBytes: before }, after: { quotaBytes } },
      });
    });
    return this.usages.get(key);
  }
}
