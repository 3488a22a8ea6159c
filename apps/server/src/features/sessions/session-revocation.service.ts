import { Injectable } from '@nestjs/common';
import type { LocalizedText } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import { AfterCommit } from '../../platform/database/after-commit.js';
import { Hooks } from '../../platform/hooks/hooks.service.js';
import type { SessionTarget } from '../../platform/http/access/principal.js';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { AccessRevocation, type EndedUser } from '../users/rights/access-revocation.js';
import { usersRightsChanged } from '../users/rights/rights.hooks.js';
import { SessionRepository } from './session.repository.js';

/** Ends sessions, with the sign-in codes that were drawn on them, the sockets, and what runs on them. */
@Injectable()
export class SessionRevocation extends AccessRevocation {
  constructor(
    private readonly repository: SessionRepository,
    private readonly afterCommit: AfterCommit,
    private readonly realtime: Realtime,
    private readonly hooks: Hooks,
  ) {
    super();
  }

  async deleteSessions(manager: EntityManager, userId: string): Promise<number> {
    return (await this.repository.delete(manager, userId)).length;
  }

  announce(user: EndedUser, reason: LocalizedText): void {
    this.realtime.broadcastToServers('accessEnded', {
      userId: user.id,
      reason: reason[user.language],
    });
    void this.hooks.notify(usersRightsChanged, { userIds: [user.id] });
  }

  async deleteTargetSessions(
    manager: EntityManager,
    target: Pick<SessionTarget, 'kind' | 'id'>,
  ): Promise<void> {
    const ended = await this.repository.deleteOfTarget(manager, target);
    this.afterCommit.run(manager, () => this.announceSessions(ended));
  }

  /** After the commit that ended them: their windows go to the login page and say why. Signing out needs no reason. */
  announceSessions(sessionIds: readonly string[], reason?: string): void {
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
    this.downloadsChanged(userIds);
    if (userIds.length > 0) {
      void this.hooks.notify(usersRightsChanged, { userIds });
    }
  }

  downloadsChanged(userIds: readonly string[]): void {
    if (userIds.length > 0) {
      this.realtime.broadcastToServers('rightsChanged', [...userIds]);
      this.menusChanged(userIds);
    }
  }
}
