import { nameKeys } from './names/user-name.js';

/** Both ends of a validity period, each optional. */
export interface Validity {
  effectiveFrom: Date | null;
  expiresAt: Date | null;
}

/** The parts of a user that decide about signing in. */
export interface SignInRight extends Validity {
  isFrozen: boolean;
}

/** Whether `now` lies in the user's validity period; both ends are optional. */
export function isWithinValidity(user: Validity, now: Date): boolean {
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

const reservedKeys = new Set(nameKeys(developName));

/** Names that nobody can be given, in any case of letters, nor what looks like them. */
export function isReservedName(userName: string): boolean {
  return nameKeys(userName).some((key) => reservedKeys.has(key));
}

/** Whether the period has a moment that is still to come. */
export function isUsablePeriod({ effectiveFrom, expiresAt }: Validity, now: Date): boolean {
  return expiresAt === null || (expiresAt > now && (!effectiveFrom || effectiveFrom < expiresAt));
}
