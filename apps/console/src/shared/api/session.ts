import { paths } from '../paths.js';
import { loginUrl } from './cb-url.js';

/** What this browser remembers of the signed-in user (spec part 1 §3, User). */
export interface StoredSession {
  token: string;
  userId: string;
  userName: string;
  realName: string | null;
  roleId: string;
  canDownload: boolean;
}

const keptKeys = ['token', 'userId', 'userInfo', 'roleId'] as const;
const sessionKeys = ['loginName', 'enableDowloadUserData'] as const;
const signOutReasonKey = 'signedOutReason';

/** The session token, or null when nobody is signed in here. */
export const readToken = (): string | null => localStorage.getItem('token');

/** The id of the signed-in user; empty when nobody is. */
export const readUserId = (): string => localStorage.getItem('userId') ?? '';

/** Whether downloads are offered: the session flag is the string true (spec part 1 §6). */
export const readCanDownload = (): boolean =>
  sessionStorage.getItem('enableDowloadUserData') === 'true';

/** Keeps a fresh sign-in under the documented names. */
export function saveSession(session: StoredSession): void {
  localStorage.setItem('token', session.token);
  localStorage.setItem('userId', session.userId);
  localStorage.setItem('roleId', session.roleId);
  localStorage.setItem(
    'userInfo',
    JSON.stringify({ id: session.userId, userName: session.userName, realName: session.realName }),
  );
  sessionStorage.setItem('loginName', session.userName);
  sessionStorage.setItem('enableDowloadUserData', String(session.canDownload));
}

/** Keeps what the server says now of the signed-in user: role and download right may have changed since the sign-in. */
export function refreshSession(roleId: string, canDownload: boolean): void {
  localStorage.setItem('roleId', roleId);
  sessionStorage.setItem('enableDowloadUserData', String(canDownload));
}

/** Forgets the user of this browser; language and theme stay. */
export function clearSession(): void {
  keptKeys.forEach((key) => localStorage.removeItem(key));
  sessionKeys.forEach((key) => sessionStorage.removeItem(key));
}

/** Whether the login page is on its way: asked for again, it would begin to load anew. */
let isLeaving = false;

/** Ends the session here and opens the login page, which shows `reason` and leads back to where the user was. */
export function leaveToLogin(reason?: string): void {
  clearSession();
  // The first reason is the true one; refusals of calls that were on their way come after it.
  if (reason && sessionStorage.getItem(signOutReasonKey) === null) {
    sessionStorage.setItem(signOutReasonKey, reason);
  }
  const { pathname, search } = window.location;
  if (pathname !== paths.login && !isLeaving) {
    isLeaving = true;
    // A page that is gone may come back, from the browser's memory.
    window.addEventListener('pagehide', () => (isLeaving = false), { once: true });
    window.location.assign(loginUrl(pathname + search));
  }
}

/** Why the last session ended, once. */
export function consumeSignOutReason(): string | null {
  const reason = sessionStorage.getItem(signOutReasonKey);
  sessionStorage.removeItem(signOutReasonKey);
  return reason;
}
