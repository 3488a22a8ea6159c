import type { RateLimit } from '../../../platform/limits/rate-limits.service.js';

/** Failed sign-ins from one address (contract: Sign-in). */
export const addressLimit: RateLimit = { name: 'sign-in-address', points: 20, seconds: 15 * 60 };

/** How long the answer to the nth failure of a name is held back. */
export function slowDownMs(failures: number): number {
  return failures < 2 ? 0 : Math.min(2_000, 250 * 2 ** (failures - 2));
}
