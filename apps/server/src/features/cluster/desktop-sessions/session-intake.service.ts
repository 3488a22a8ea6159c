import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { HostSession, SessionReport } from '@clusterdesk/contracts';
import { Timings } from '../../../platform/timings.js';
import type { AgentEventHandlers, ConnectedAgent } from '../agents/agent-events.js';
import { NodeEventPublisher } from '../presence/node-event-publisher.service.js';
import { DesktopSessionRepository } from './desktop-session.repository.js';
import { NodeSessionReports } from './node-session-reports.js';

/** Takes the reports of agents about the desktop sessions of their hosts. */
@Injectable()
export class SessionIntake implements OnApplicationShutdown {
  private readonly logger = new Logger('SessionIntake');
  /** Of nodes that reported a moment ago. */
  private readonly reports = new Map<string, NodeSessionReports>();

  readonly handlers: Pick<AgentEventHandlers, 'sessions.report'> = {
    'sessions.report': (agent, report) => this.take(agent, report),
  };

  constructor(
    private readonly repository: DesktopSessionRepository,
    private readonly news: NodeEventPublisher,
    private readonly timings: Timings,
  ) {}

  onApplicationShutdown(): void {
    this.reports.forEach((reports) => reports.stop());
  }

  /** Reports from compute nodes are ignored: only desktops have desktop sessions. */
  private async take(
    { nodeId, nodeKind }: ConnectedAgent,
    { sessions }: SessionReport,
  ): Promise<void> {
    if (nodeKind === 'desktop') {
      await this.reportsOf(nodeId).add(sessions);
    }
  }

  private reportsOf(nodeId: string): NodeSessionReports {
    const known = this.reports.get(nodeId);
    if (known) {
      return known;
    }
    const reports = new NodeSessionReports(
      (sessions) => this.store(nodeId, sessions),
      this.timings.nodes.sessionsRestMs,
      () => this.reports.delete(nodeId),
    );
    this.reports.set(nodeId, reports);
    return reports;
  }

  /** @returns how many rows changed */
  private async store(nodeId: string, sessions: readonly HostSession[]): Promise<number> {
    try {
      const changed = await this.repository.replace(nodeId, sessions);
      if (changed > 0) {
        this.logger.debug({ nodeId, sessions: sessions.length }, 'Desktop sessions changed');
        this.news.sessionsChanged(nodeId);
      }
      return changed;
    } catch (error) {
      this.logger.warn({ err: error, nodeId }, 'Desktop sessions could not be stored');
      throw error;
    }
  }
}
