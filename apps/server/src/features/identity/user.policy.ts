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
