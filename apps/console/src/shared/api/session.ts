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

/** What the user cut or copied; it goes with the session. */
export const clipboardKey = 'filesClipboard';

const keptKeys = ['token', 'userId', 'userInfo', 'roleId', clipboardKey] as const;
const sessionKeys = ['loginName', 'enableDowloadUserData'] as const;
const signOutReasonKey = 'signedOutReason';

/** The session token, or null when nobody is signed in here. */
export const readToken = (): string | null => localStorage.getItem('token');

/** The id of the signed-in user; empty when nobody is. */
export const readUserId = (): string => localStorage.getItem('userId') ?? '';

/** The login name of the signed-in user; empty when nobody is. */
export function readUserName(): string {
  try {
    const info: unknown = JSON.parse(localStorage.getItem('userInfo') ?? 'null');
    const name: unknown =
      typeof info === 'object' && info !== null && 'userName' in info ? info.userName : '';
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

/** Whether downloads are offered: the session flag is the string true (spec part 1 §6). */
export const readCanDownload = (): boolean =>
  sessionStorage.getItem('enableDowloadUserData') === 'true';

/** Whom this window serves; null until it is asked. Another window may sign in as somebody else meanwhile. */
let servedUserId: string | null = null;

/** Whether another window of this browser has signed in as somebody else: what is shown here is not that user's. */
export function isOthersSession(): boolean {
  const userId = readUserId();
  servedUserId ??= userId || null;
  return servedUserId !== null && userId !== '' && userId !== servedUserId;
}

/** Keeps a fresh sign-in under the documented names; the token last, for other windows look when it changes. */
export function saveSession(session: StoredSession): void {
  servedUserId = session.userId;
  localStorage.setItem('userId', session.userId);
  localStorage.setItem('roleId', session.roleId);
  localStorage.setItem(
    'userInfo',
    JSON.stringify({ id: session.userId, userName: session.userName, realName: session.realName }),
  );
  sessionStorage.setItem('loginName', session.userName);
  sessionStorage.setItem('enableDowloadUserData', String(session.canDownload));
  localStorage.setItem('token', session.token);
}

/** Keeps what the server says now of the signed-in user: role and download right may have changed since the sign-in. */
export function refreshSession(roleId: string, canDownload: boolean): void {
  localStorage.setItem('roleId', roleId);
  sessionStorage.setItem('enableDowloadUserData', String(canDownload));
}

/** Forgets the user of this browser; language and theme stay. */
export function clearSession(): void {
  servedUserId = null;
  keptKeys.forEach((key) => localStorage.removeItem(key));
  sessionKeys.forEach((key) => sessionStorage.removeItem(key));
}

/** Whether the login page is on its way: asked for again, it would begin to load anew. */
let isLeaving = false;

/**
 * Ends the session here and opens the login page, which shows `reason` and leads back to where the user was. `refused` is the
 * token that the server refused: of a session that is over here anyway, or has been followed by another, it ends nothing.
 */
export function leaveToLogin(reason?: string, refused: string | null = readToken()): void {
  if (refused !== readToken()) {
    return;
  }
  clearSession();
  // The first reason is the true one; refusals of calls that were on their way come after it. Where nobody was signed in
  // nothing has ended.
  if (reason && refused !== null && sessionStorage.getItem(signOutReasonKey) === null) {
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

/** Ends the session here because its user leaves: who signs in next begins anew, and in a page that holds nothing of this one. */
export function leaveForGood(reason: string): void {
  clearSession();
  sessionStorage.setItem(signOutReasonKey, reason);
  window.location.assign(paths.login);
}

/** Says before it happens why everybody will be signed out; null: it will not happen. Later reasons are told no longer. */
export function expectSignOut(reason: string | null): void {
  if (reason === null) {
    sessionStorage.removeItem(signOutReasonKey);
  } else {
    sessionStorage.setItem(signOutReasonKey, reason);
  }
}

/** Why the last session ended, once. */
export function consumeSignOutReason(): string | null {
  const reason = sessionStorage.getItem(signOutReasonKey);
  sessionStorage.removeItem(signOutReasonKey);
  return reason;
}
