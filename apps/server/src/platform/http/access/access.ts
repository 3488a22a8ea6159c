import { answerCodes, type Access, type Endpoint } from '@clusterdesk/contracts';
import type { Principal, SessionTarget } from './principal.js';
import { DomainError } from '../domain-error.js';

/** Whether an endpoint's access rule lets this caller in. */
export function isAllowed(access: Access, caller: Principal | null): boolean {
  if (access === 'public' || access === 'ticket') {
    return true;
  }
  if (caller === null) {
    return false;
  }
  if (access === 'signedIn' || caller.isSystemAdministrator) {
    return true;
  }
  return access.anyPermission.some((permission) => caller.permissions.has(permission));
}

/**
 * Whether a caller who must choose a new password first is let in. What is open without a session stays open; nothing else
 * is, but the change itself and what its page needs.
 */
export function isPasswordInTheWay(
  endpoint: Pick<Endpoint, 'access' | 'beforePasswordChange'>,
  caller: Principal | null,
): boolean {
  const needsSession = endpoint.access !== 'public' && endpoint.access !== 'ticket';
  return needsSession && caller?.mustChangePassword === true && !endpoint.beforePasswordChange;
}

/** Whether an endpoint is among the few that a target's session is good for. */
export function isOpenToTarget(
  { inTargetSession }: Pick<Endpoint, 'inTargetSession'>,
  { allowFiles }: Pick<SessionTarget, 'allowFiles'>,
): boolean {
  return inTargetSession === 'always' || (inTargetSession === 'files' && allowFiles);
}

/** No token, or one that is no longer good. HTTP 401 as well as code 401. */
export function notSignedIn(): DomainError {
  return new DomainError('SESSION_NOT_SIGNED_IN', answerCodes.notSignedIn, {
    cn: '登录已失效，请重新登录',
    en: 'You are not signed in, or your session has ended. Please sign in again.',
  });
}

/** Signed in, but none of the permissions that the call needs. */
export function notAllowed(): DomainError {
  return new DomainError('ACCESS_NOT_ALLOWED', answerCodes.notAllowed, {
    cn: '您没有此操作的权限，请联系管理员',
    en: 'You may not do this. Ask an administrator for the permission.',
  });
}

/** Signed in with a password that is only good for choosing another. */
export function passwordChangeFirst(): DomainError {
  return new DomainError('ACCESS_PASSWORD_CHANGE_FIRST', answerCodes.notAllowed, {
    cn: '请先修改密码，再使用平台',
    en: 'Choose a new password before you use the platform.',
  });
}

/** Signed in by a code, which opens one desktop or site and nothing else. */
export function ofTargetOnly({ name, nameEn }: SessionTarget): DomainError {
  return new DomainError('ACCESS_OF_TARGET_ONLY', answerCodes.notAllowed, {
    cn: `此登录仅用于「${name}」，不能进行其他操作；如需使用平台，请用密码登录`,
    en: `This session was opened for “${nameEn}” and is good for nothing else. To use the platform, sign in with your password.`,
  });
}
