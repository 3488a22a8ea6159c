import { nameKey } from './user-name.js';

/** The parts of a user that decide whether he may be signed in. */
export interface SignInRight {
  isFrozen: boolean;
  effectiveFrom: Date | null;
  expiresAt: Date | null;
}

/** Whether `now` lies in the user's validity period; both ends are optional. */
export function isWithinValidity(user: SignInRight, now: Date): boolean {
  return (
    (user.effectiveFrom === null || user.effectiveFrom <= now) &&
    (user.expiresAt === null || now < user.expiresAt)
  );
}

export function mayBeSignedIn(user: SignInRight, now: Date): boolean {
  return !user.isFrozen && isWithinValidity(user, now);
}

/** The login name that exists exactly while DEVELOP_PASSWORD is set (contract: Sign-in). */
export const developName = 'develop';

/** Names that nobody can be given, in any case of letters. */
export function isReservedName(userName: string): boolean {
  return nameKey(userName) === developName;
}

/** Both ends of a validity period, each optional. */
export interface Validity {
  effectiveFrom: Date | null;
  expiresAt: Date | null;
}

/** Whether the period has a moment that is still to come. */
export function isUsablePeriod({ effectiveFrom, expiresAt }: Validity, now: Date): boolean {
  return expiresAt === null || (expiresAt > now && (!effectiveFrom || effectiveFrom < expiresAt));
}
