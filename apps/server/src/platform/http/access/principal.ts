import type { Language, Permission } from '@clusterdesk/contracts';

/** Who calls, as the access rules need it. */
export interface Principal {
  userId: string;
  userName: string;
  /** The name of the caller's folder below `home` (docs/decisions/homes-have-keys.md). */
  homeKey: string;
  sessionId: string;
  language: Language;
  isSystemAdministrator: boolean;
  /** What the caller's roles permit; system administrators may do everything, whatever stands here. */
  permissions: ReadonlySet<Permission>;
  /** Whether the caller may download user data (platform switch and own right together). */
  canDownload: boolean;
  /** The password was set by an administrator: until the user chooses another, nothing else is allowed. */
  mustChangePassword: boolean;
  /** Of a session that a code opened: all that it is good for. Its rights above are narrowed to that already. */
  target?: SessionTarget;
}

/** The desktop or the site that a session was opened for (docs/decisions/a-code-opens-one-target.md). */
export interface SessionTarget {
  kind: 'desktop' | 'site';
  /** Of the node, or of the menu that leads to the site. */
  id: string;
  /** As people knew it when the code was drawn, in both languages. */
  name: string;
  nameEn: string;
  /** Whether it reaches the user's own files. */
  allowFiles: boolean;
}

/** Turns a session token into its caller; identity implements it, everything that speaks to users asks it. */
export abstract class Authenticator {
  /**
   * A session that the user opened by signing in.
   * @returns null for a token that is unknown, expired, or whose user may not sign in; also for that of a target's session
   */
  async authenticate(token: string): Promise<Principal | null> {
    const caller = await this.authenticateAny(token);
    return caller?.target ? null : caller;
  }

  /** The same, for callers that check the `target`, too. */
  abstract authenticateAny(token: string): Promise<Principal | null>;
}

/** The token of an `Authorization` header, bare or as `Bearer <token>` (contract: Envelope). */
export function readToken(header: string | undefined): string | undefined {
  const token = header?.replace(/^Bearer\s+/i, '').trim();
  return token === '' ? undefined : token;
}
