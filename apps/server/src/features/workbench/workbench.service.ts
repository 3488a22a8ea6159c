import { Injectable } from '@nestjs/common';
import type { WorkbenchFacts } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { UndeclaredProxy } from '../../platform/http/serving/undeclared-proxy.service.js';
import { ApplicationListService } from '../approvals/listing/application-list.service.js';
import { MonitoringService } from '../cluster/monitoring/monitoring.service.js';
import { DiskUsageService } from '../disk/usage/disk-usage.service.js';
import { JobService } from '../jobs/job.service.js';
import { Notifications } from '../notifications/notification.service.js';
import { ProjectListService } from '../projects/listing/project-list.service.js';

/** What each tile's page would show first. Every feature decides by itself who may know its figures. */
@Injectable()
export class WorkbenchService {
  constructor(
    private readonly jobs: JobService,
    private readonly monitoring: MonitoringService,
    private readonly usages: DiskUsageService,
    private readonly projects: ProjectListService,
    private readonly applications: ApplicationListService,
    private readonly notifications: Notifications,
    private readonly proxy: UndeclaredProxy,
  ) {}

  /** Waits for nothing but queries over indexes: the workbench is what everybody sees first. */
  async getFacts(caller: Principal): Promise<WorkbenchFacts> {
    const [jobs, hosts, disk, projects, approvals, unreadNotifications] = await Promise.all([
      this.jobs.countOpen(caller),
      this.monitoring.countHosts(caller),
      this.usages.glance(caller),
      this.projects.count(caller),
      this.applications.countOpen(caller),
      this.notifications.countUnread(caller.userId),
    ]);
    const undeclaredProxyAt = caller.isSystemAdministrator
      ? (this.proxy.seenAt?.getTime() ?? null)
      : null;
    return { jobs, hosts, disk, projects, approvals, unreadNotifications, undeclaredProxyAt };
  }
}
