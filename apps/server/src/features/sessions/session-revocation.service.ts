import { Injectable } from '@nestjs/common';
import type { Language, LocalizedText } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { SessionEntity } from './session.entity.js';

/** Whom to tell, and in which language. */
export interface EndedUser {
  id: string;
  language: Language;
}

/** Ends people's right to be here, at once: for the next call and for the sockets that are open. */
@Injectable()
export class SessionRevocation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly realtime: Realtime,
  ) {}

  /** Part of the change that ends the right: no session outlives it. */
  async deleteSessions(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(SessionEntity, { userId });
  }

  /** After the commit: every window of the user goes to the login page and says why. */
  announce(user: EndedUser, reason: LocalizedText): void {
    this.realtime.broadcastToServers('accessEnded', {
      userId: user.id,
      reason: reason[user.language],
    });
  }

  /** Ends one session, its sockets included. Without a reason the page knows by itself (sign-out). */
  async endSession(sessionId: string, reason?: { sentence: LocalizedText; language: Language }) {
    await this.dataSource.getRepository(SessionEntity).delete({ id: sessionId });
    this.realtime.broadcastToServers('accessEnded', {
      sessionId,
      reason: reason?.sentence[reason.language],
    });
  }

  /** After the commit: the users' menus are drawn anew, and what their sockets watch is checked again. */
  rightsChanged(userIds: readonly string[]): void {
    if (userIds.length === 0) {
      return;
    }
    this.realtime.broadcastToServers('rightsChanged', [...userIds]);
    this.realtime.publish('menusChanged', userIds.map(audience.user));
  }
}

/** Why a session ended, for the people it belonged to. */
export const revocationReasons = {
  frozen: {
    cn: '您的账号已被冻结，请联系管理员',
    en: 'Your account has been frozen. Ask an administrator',
  },
  deleted: {
    cn: '您的账号已被删除，请联系管理员',
    en: 'Your account has been deleted. Ask an administrator',
  },
  outsideValidity: {
    cn: '您的账号不在有效期内，请联系管理员',
    en: 'Your account is outside its validity period. Ask an administrator',
  },
  passwordChanged: {
    cn: '密码已修改，请重新登录',
    en: 'The password has been changed. Please sign in again',
  },
  endedElsewhere: {
    cn: '该登录已在其他设备上被结束，请重新登录',
    en: 'This session was ended from another device. Please sign in again',
  },
  over: {
    cn: '登录已失效，请重新登录',
    en: 'Your session has ended. Please sign in again',
  },
} as const satisfies Record<string, LocalizedText>;
