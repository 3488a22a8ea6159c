import { Injectable } from '@nestjs/common';
import type { Language, LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { AfterCommit } from '../../platform/database/after-commit.js';
import { Hooks } from '../../platform/hooks/hooks.service.js';
import type { SessionTarget } from '../../platform/http/access/principal.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { AccessRevocation, type EndedUser } from '../users/rights/access-revocation.js';
import { usersRightsChanged } from '../users/rights/rights.hooks.js';
import { SessionEntity } from './session.entity.js';
import { SessionRepository } from './session.repository.js';

/** Ends sessions, with the sign-in codes that were drawn on them, the sockets, and what runs on them. */
@Injectable()
export class SessionRevocation extends AccessRevocation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SessionRepository,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
    private readonly hooks: Hooks,
  ) {
    super();
  }

  async deleteSessions(manager: EntityManager, userId: string): Promise<number> {
    const { affected } = await manager.delete(SessionEntity, { userId });
    return affected ?? 0;
  }

  announce(user: EndedUser, reason: LocalizedText): void {
    this.realtime.broadcastToServers('accessEnded', {
      userId: user.id,
      reason: reason[user.language],
    });
    void this.hooks.notify(usersRightsChanged, { userIds: [user.id] });
  }

  /** Ends one session, its sockets included. Without a reason the page knows by itself (sign-out). */
  async endSession(
    session: { userId: string; sessionId: string },
    reason?: { sentence: LocalizedText; language: Language },
  ): Promise<void> {
    const ended = await this.repository.delete(this.dataSource.manager, [session.sessionId]);
    for (const sessionId of new Set([session.sessionId, ...ended])) {
      this.realtime.broadcastToServers('accessEnded', {
        sessionId,
        reason: reason?.sentence[reason.language],
      });
    }
  }

  async deleteTargetSessions(
    manager: EntityManager,
    target: Pick<SessionTarget, 'kind' | 'id'>,
  ): Promise<void> {
    const ended = await this.repository.deleteOfTarget(manager, target);
    this.afterCommit.run(manager, () => {
      for (const sessionId of ended) {
        this.realtime.broadcastToServers('accessEnded', { sessionId });
      }
    });
  }

  /** After the commit that ended them: their windows go to the login page and say why. */
  announceSessions(sessionIds: readonly string[], reason: string): void {
    for (const sessionId of sessionIds) {
      this.realtime.broadcastToServers('accessEnded', { sessionId, reason });
    }
  }

  menusChanged(userIds: readonly string[]): void {
    if (userIds.length > 0) {
      this.realtime.publish('menusChanged', userIds.map(audience.user));
    }
  }

  rightsChanged(userIds: readonly string[]): void {
    if (userIds.length === 0) {
      return;
    }
    this.realtime.broadcastToServers('rightsChanged', [...userIds]);
    this.menusChanged(userIds);
    void this.hooks.notify(usersRightsChanged, { userIds });
  }
}
