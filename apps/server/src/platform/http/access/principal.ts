import type { Language } from '@clusterdesk/contracts';

/** Who calls, as the access rules need it. */
export interface Principal {
  userId: string;
  userName: string;
  sessionId: string;
  language: Language;
  isSystemAdministrator: boolean;
  /** The menuUrls of the caller's roles; menus are permissions. */
  menuUrls: ReadonlySet<string>;
  /** Whether the caller may download user data (platform switch and own right together). */
  canDownload: boolean;
}

/** Turns a session token into its caller; identity implements it, everything that speaks to users asks it. */
export abstract class Authenticator {
  /** @returns null for a token that is unknown, expired, or whose user may not sign in. */
  abstract authenticate(token: string): Promise<Principal | null>;
}

/** The token of an `Authorization` header, bare or as `Bearer <token>` (contract: Envelope). */
export function readToken(header: string | undefined): string | undefined {
  const token = header?.replace(/^Bearer\s+/i, '').trim();
  return token === '' ? undefined : token;
}
