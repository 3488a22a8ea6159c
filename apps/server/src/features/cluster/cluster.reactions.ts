import { Injectable, type OnModuleInit } from '@nestjs/common';
import { endpoints } from '@clusterdesk/contracts';
import { isAllowed } from '../../platform/http/access/access.js';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';
import { RedirectAllowlist } from '../sessions/sign-in/redirect-allowlist.service.js';
import { ApplicationRuns } from './applications/runs/application-runs.service.js';
import { Applications } from './applications/applications.service.js';
import { maySeeHosts } from './cluster.policy.js';
import { Desktops } from './nodes/desktops.service.js';
import { RunEvents } from './runs/run-events.service.js';

/** What nodes give to features below them: lists that pages may watch, and where users may be led. */
@Injectable()
export class ClusterReactions implements OnModuleInit {
  constructor(
    private readonly gateway: ConsoleGateway,
    private readonly redirectAllowlist: RedirectAllowlist,
    private readonly desktops: Desktops,
    private readonly applications: Applications,
    private readonly runs: RunEvents,
    private readonly applicationRuns: ApplicationRuns,
  ) {}

  /** Users who may request a list may watch it. */
  onModuleInit(): void {
    this.runs.register('application', this.applicationRuns);
    this.gateway.allowTopic('hosts', maySeeHosts);
    this.gateway.allowTopic('monitoring', maySeeHosts);
    this.gateway.allowTopic('host', maySeeHosts);
    const lists = { desktop: endpoints.desktops.list, compute: endpoints.calculations.list };
    this.gateway.allowTopic(
      'nodes',
      (caller, topic) => topic.topic === 'nodes' && isAllowed(lists[topic.kind].access, caller),
    );
    this.gateway.allowTopic('desktop-sessions', (caller) =>
      isAllowed(endpoints.desktopSessions.list.access, caller),
    );
    const { access } = endpoints.applications.list;
    this.gateway.allowTopic('applications', (caller) => isAllowed(access, caller));
    this.gateway.allowTopic('application-run', (caller, topic) =>
      topic.topic === 'application-run' && isAllowed(access, caller)
        ? this.applications.isRun(topic.runId)
        : false,
    );
    this.redirectAllowlist.register((caller) => this.desktops.listTargets(caller));
  }
}
