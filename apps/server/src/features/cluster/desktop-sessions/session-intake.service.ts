import { Injectable, Logger } from '@nestjs/common';
import type { SessionReport } from '@clusterdesk/contracts';
import type { AgentEventHandlers, ConnectedAgent } from '../agents/agent-events.js';
import { NodeNews } from '../presence/node-news.service.js';
import { DesktopSessionRepository } from './desktop-session.repository.js';

/** Takes the reports of agents about the desktop sessions of their hosts. */
@Injectable()
export class SessionIntake {
  private readonly logger = new Logger('SessionIntake');

  readonly handlers: Pick<AgentEventHandlers, 'sessions.report'> = {
    'sessions.report': (agent, report) => this.take(agent, report),
  };

  constructor(
    private readonly repository: DesktopSessionRepository,
    private readonly news: NodeNews,
  ) {}

  /** Of a compute node nobody's desktop sessions are asked for: what it says of them is passed over. */
  private async take(
    { nodeId, nodeKind }: ConnectedAgent,
    { sessions }: SessionReport,
  ): Promise<void> {
    if (nodeKind === 'desktop' && (await this.repository.replace(nodeId, sessions))) {
      this.logger.debug({ nodeId, sessions: sessions.length }, 'Desktop sessions changed');
      this.news.sessionsChanged(nodeId);
    }
  }
}
