import type { RateLimit } from '../../../platform/limits/rate-limits.service.js';
import { nameKey } from '../user-name.js';

/** Wrong passwords of one login name, by anyone, at sign-in and as an old password (contract: Sign-in). */
export const guessLimit: RateLimit = { name: 'sign-in-name', points: 5, seconds: 15 * 60 };

/** What the tries for a name are counted under. */
export const guessKey = (userName: string): string => nameKey(userName);
