import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { HostSession, SessionReport } from '@clusterdesk/contracts';
import { Timings } from '../../../platform/timings.js';
import type { AgentEventHandlers, ConnectedAgent } from '../agents/agent-events.js';
import { NodeEventPublisher } from '../presence/node-event-publisher.service.js';
import { ReportsTogether } from '../reports-together.js';
import { DesktopSessionRepository } from './desktop-session.repository.js';

/**
 * Takes agents' reports about the desktop sessions on their hosts. A node's first report after a quiet time is stored at once,
 * and of those within an interval the latest, so that a host with constant changes writes a bounded number of rows.
 */
@Injectable()
export class SessionIntake implements OnApplicationShutdown {
  private readonly logger = new Logger('SessionIntake');
  private readonly reports: ReportsTogether<readonly HostSession[]>;

  readonly handlers: Pick<AgentEventHandlers, 'sessions.report'> = {
    'sessions.report': (agent, report) => this.take(agent, report),
  };

  constructor(
    private readonly repository: DesktopSessionRepository,
    private readonly news: NodeEventPublisher,
    { nodes }: Timings,
  ) {
    this.reports = new ReportsTogether(
      'Desktop sessions',
      nodes.sessionsRestMs,
      (reports, nodeId) => this.store(nodeId, reports.at(-1) ?? []),
      { leading: true },
    );
  }

  onApplicationShutdown(): void {
    this.reports.close();
  }

  /** Reports from compute nodes are ignored: only desktops have desktop sessions. */
  private async take(
    { nodeId, nodeKind }: ConnectedAgent,
    { sessions }: SessionReport,
  ): Promise<void> {
    if (nodeKind === 'desktop') {
      await this.reports.add(nodeId, sessions);
    }
  }

  private async store(nodeId: string, sessions: readonly HostSession[]): Promise<void> {
    if ((await this.repository.replace(nodeId, sessions)) > 0) {
      this.logger.debug({ nodeId, sessions: sessions.length }, 'Desktop sessions changed');
      this.news.sessionsChanged(nodeId);
    }
  }
}
