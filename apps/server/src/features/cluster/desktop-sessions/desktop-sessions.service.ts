import { Injectable } from '@nestjs/common';
import {
  endpoints,
  type DesktopSession,
  type EndpointAnswer,
  type EndpointParams,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { groupBy } from '../../../platform/group-by.js';
import { isAllowed } from '../../../platform/http/access/access.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { AgentCommands } from '../agents/agent-commands.service.js';
import { NodeEventPublisher } from '../presence/node-event-publisher.service.js';
import {
  DesktopAgentAwayError,
  DesktopSessionNotFoundError,
  DesktopSessionsLeftError,
  DesktopSessionUnnamedError,
} from '../node.errors.js';
import {
  DesktopSessionRepository,
  type ListedSession,
  type SessionToEnd,
} from './desktop-session.repository.js';

/** One host's answer about the sessions it should end. */
interface Outcome {
  desktopName: string;
  ended: SessionToEnd[];
  state: 'ended' | 'left' | 'away';
}

/** At most this many offline desktops are named (contract: Cluster). */
const maxNamedAway = 20;
/** Sessions of one desktop that are shown at most. */
const maxOfDesktop = 50;

/** Lists and ends desktop sessions. */
@Injectable()
export class DesktopSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: DesktopSessionRepository,
    private readonly commands: AgentCommands,
    private readonly audit: AuditTrail,
    private readonly news: NodeEventPublisher,
    private readonly config: Config,
  ) {}

  async list({
    currentPage,
    pageSize,
    search,
  }: EndpointParams<typeof endpoints.desktopSessions.list>): Promise<{
    data: DesktopSession[];
    totalRow: number;
    away: string[];
  }> {
    const { sessions, total } = await this.repository.list({
      search: search ?? '',
      offset: (currentPage - 1) * pageSize,
      size: pageSize,
    });
    return {
      data: sessions.map((session) => this.present(session)),
      totalRow: total,
      away: await this.repository.findAway(maxNamedAway),
    };
  }

  /** The sessions of one desktop: who may end any sees them all, others their own. */
  async listOf(
    nodeId: string,
    caller: Principal,
  ): Promise<EndpointAnswer<typeof endpoints.desktopSessions.onHost>> {
    const userId = isAllowed(endpoints.desktopSessions.list.access, caller) ? null : caller.userId;
    const [sessions, count] = await Promise.all([
      this.repository.listOf(nodeId, userId, maxOfDesktop),
      this.repository.count(nodeId),
    ]);
    return { sessions: sessions.map((session) => this.present(session)), count };
  }

  private present(session: ListedSession): DesktopSession {
    const { timeZone } = this.config;
    return {
      ...session,
      since: wireTime(session.since, timeZone),
      idleSince: session.idleSince && wireTime(session.idleSince, timeZone),
    };
  }

  /**
   * Ends one session, or all sessions of a user, on all desktops at the same time. Resolves when the hosts have checked that the
   * sessions are gone.
   * @returns the number of ended sessions
   * @throws DesktopSessionUnnamedError, DesktopSessionNotFoundError; DesktopAgentAwayError and DesktopSessionsLeftError if that
   * failed on some hosts: sessions that ended elsewhere stay ended and are logged.
   */
  async close(of: EndpointParams<typeof endpoints.desktopSessions.close>): Promise<number> {
    const { userId, sessionId } = of;
    if (userId === undefined && sessionId === undefined) {
      throw new DesktopSessionUnnamedError();
    }
    const sessions = await this.repository.find({
      ...(userId !== undefined && { userId }),
      ...(sessionId !== undefined && { sessionId }),
    });
    if (sessions.length === 0) {
      throw new DesktopSessionNotFoundError();
    }
    const byNode = [...groupBy(sessions, ({ nodeId }) => nodeId)];
    const outcomes = await Promise.all(byNode.map((one) => this.closeOn(...one)));
    const ended = outcomes.flatMap((outcome) => outcome.ended);
    await this.note(ended);
    const namesOf = (state: Outcome['state']): string[] =>
      outcomes.filter((one) => one.state === state).map(({ desktopName }) => desktopName);
    if (namesOf('away').length > 0) {
      throw new DesktopAgentAwayError(namesOf('away'));
    }
    if (namesOf('left').length > 0) {
      throw new DesktopSessionsLeftError(namesOf('left'));
    }
    return ended.length;
  }

  /** Asks one host to end its sessions. */
  private async closeOn(nodeId: string, sessions: readonly SessionToEnd[]): Promise<Outcome> {
    const desktopName = sessions[0]?.desktopName ?? '';
    const keys = sessions.map(({ key }) => key);
    const asked = (await this.commands.canReach(nodeId))
      ? await this.commands.closeSessions(nodeId, { keys })
      : ({ state: 'silent' } as const);
    if (asked.state === 'silent') {
      return { desktopName, ended: [], state: 'away' };
    }
    const closed = new Set(asked.reply.closed);
    const ended = sessions.filter(({ key }) => closed.has(key));
    return { desktopName, ended, state: ended.length === sessions.length ? 'ended' : 'left' };
  }

  /** Removes ended sessions from the list and adds an audit entry for each. */
  private async note(ended: readonly SessionToEnd[]): Promise<void> {
    if (ended.length === 0) {
      return;
    }
    await this.dataSource.transaction(async (manager) => {
      await this.repository.remove(
        manager,
        ended.map(({ id }) => id),
      );
      for (const { id, hostUser, desktopName } of ended) {
        await this.audit.record(manager, {
          target: { type: 'desktop-session', id, name: hostUser },
          details: { desktop: desktopName },
        });
      }
    });
    new Set(ended.map(({ nodeId }) => nodeId)).forEach((id) => this.news.sessionsChanged(id));
  }
}
