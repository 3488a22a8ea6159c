import type { Language, LocalizedText } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import type { SessionTarget } from '../../../platform/http/access/principal.js';

/** The user to notify, and in which language. */
export interface EndedUser {
  id: string;
  language: Language;
}

/**
 * Ends a user's access at once: for the next call, for open sockets, and for what runs. Sessions provides it; users calls it when
 * a user is frozen, deleted or given other rights.
 */
export abstract class AccessRevocation {
  /** Part of the change that ends the right: no session or sign-in code of the user outlives it. @returns how many ended. */
  abstract deleteSessions(manager: EntityManager, userId: string): Promise<number>;

  /** Part of a change of the target: no session or code that it was opened by outlives the address or the right of before. */
  abstract deleteTargetSessions(
    manager: EntityManager,
    target: Pick<SessionTarget, 'kind' | 'id'>,
  ): Promise<void>;

  /** After the commit: every window of the user goes to the login page and says why; what runs is aborted. */
  abstract announce(user: EndedUser, reason: LocalizedText): void;

  /** After the commit: the users' menus are redrawn. Their rights stay as they are. */
  abstract menusChanged(userIds: readonly string[]): void;

  /** After the commit: the same, and what their sockets watch and what runs is checked again. */
  abstract rightsChanged(userIds: readonly string[]): void;

  /**
   * After the commit: whether these users may download. Their windows ask for it, and what runs is checked again; nobody else is
   * told, for what they share and which jobs they may run does not depend on it.
   */
  abstract downloadsChanged(userIds: readonly string[]): void;
}

/** Why a session ended, for the people it belonged to. */
export const revocationReasons = {
  frozen: {
    cn: '您的账号已被冻结，请联系管理员',
    en: 'Your account has been suspended. Ask an administrator.',
  },
  deleted: {
    cn: '您的账号已被删除，请联系管理员',
    en: 'Your account has been deleted. Ask an administrator.',
  },
  outsideValidity: {
    cn: '您的账号不在有效期内，请联系管理员',
    en: 'Your account is outside its validity period. Ask an administrator.',
  },
  passwordChanged: {
    cn: '密码已修改，请重新登录',
    en: 'The password has been changed. Please sign in again.',
  },
  endedElsewhere: {
    cn: '该登录已在其他设备上被结束，请重新登录',
    en: 'This session was ended from another device. Please sign in again.',
  },
  endedByAdministrator: {
    cn: '管理员已结束您的登录，请重新登录',
    en: 'An administrator ended your session. Please sign in again.',
  },
  tooMany: {
    cn: '您的账号在过多设备上登录，最久未用的登录已结束，请重新登录',
    en: 'Your account is signed in in too many places, so the session that was unused longest has ended. Please sign in again.',
  },
  over: {
    cn: '登录已失效，请重新登录',
    en: 'Your session has ended. Please sign in again.',
  },
} as const satisfies Record<string, LocalizedText>;
