import { Controller } from '@nestjs/common';
import { endpoints, type EndpointParams, type WorkbenchFigures } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { CurrentPrincipal, Input, Route } from '../../platform/http/endpoint.decorator.js';
import { UndeclaredProxy } from '../../platform/http/serving/undeclared-proxy.service.js';
import { ApplicationListService } from '../approvals/listing/application-list.service.js';
import { MonitoringService } from '../cluster/monitoring/monitoring.service.js';
import { DiskUsageService } from '../disk/usage/disk-usage.service.js';
import { JobService } from '../jobs/job.service.js';
import { Notifications } from '../notifications/notification.service.js';
import { SetupProgress } from '../users/bootstrap/setup-progress.service.js';
import { ProjectListService } from '../projects/listing/project-list.service.js';

/** The first page after sign-in: the main figures of each tile's page. Each feature decides which callers may know its figures. */
@Controller()
export class WorkbenchController {
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
  @Route(endpoints.workbench.facts)
  async facts(
    @Input() _: EndpointParams<typeof endpoints.workbench.facts>,
    @CurrentPrincipal() caller: Principal,
  ): Promise<WorkbenchFigures> {
    const [jobs, hosts, disk, projects, approvals, unreadNotifications, setup] = await Promise.all([
      this.jobs.countOpen(caller),
      this.monitoring.countHosts(caller),
      this.usages.glance(caller),
      this.projects.count(caller),
      this.applications.countOpen(caller),
      this.notifications.countUnread(caller.userId),
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
      unreadNotifications,
      setup,
      undeclaredProxyAt,
    };
  }
}
