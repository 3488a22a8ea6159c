import { Injectable } from '@nestjs/common';
import { shareReceivedNotice, type WorkbenchFigures } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { UndeclaredProxy } from '../../platform/http/serving/undeclared-proxy.service.js';
import { ApplicationListService } from '../approvals/listing/application-list.service.js';
import { MonitoringService } from '../cluster/monitoring/monitoring.service.js';
import { DiskUsageService } from '../disk/usage/disk-usage.service.js';
import { JobService } from '../jobs/job.service.js';
import { Notifications } from '../notifications/notification.service.js';
import { ProjectListService } from '../projects/listing/project-list.service.js';
import { mayReceive } from '../shares/share.policy.js';
import { SetupProgress } from './setup-progress.service.js';

/** What the first page after sign-in says of all the others. Each feature decides which callers may know its figures. */
@Injectable()
export class WorkbenchFacts {
  constructor(
    private readonly jobs: JobService,
    private readonly monitoring: MonitoringService,
    private readonly usages: DiskUsageService,
    private readonly projects: ProjectListService,
    private readonly applications: ApplicationListService,
    private readonly notifications: Notifications,
    private readonly setups: SetupProgress,
    private readonly proxy: UndeclaredProxy,
  ) {}

  /** Only queries over indexes: every user sees the workbench first. */
  async of(caller: Principal): Promise<WorkbenchFigures> {
    const { userId } = caller;
    const [jobs, hosts, disk, projects, approvals, newShares, unreadNotifications, setup] =
      await Promise.all([
        this.jobs.countOpen(caller),
        this.monitoring.countHosts(caller),
        this.usages.glance(caller),
        this.projects.count(caller),
        this.applications.countOpen(caller),
        mayReceive(caller) ? this.notifications.countUnreadOf(userId, shareReceivedNotice) : null,
        this.notifications.countUnread(userId),
        this.setups.of(caller),
      ]);
    const undeclaredProxyAt = caller.isSystemAdministrator
      ? (this.proxy.seenAt?.getTime() ?? null)
      : null;
    return {
      jobs,
      hosts,
      disk,
      projects,
      approvals,
      newShares,
      unreadNotifications,
      setup,
      undeclaredProxyAt,
    };
  }
}
