import type { RateLimit } from '../../platform/limits/rate-limits.service.js';

const quarterHour = 15 * 60;

/** Failed sign-ins of one login name, by anyone (contract: Sign-in). */
export const nameLimit: RateLimit = { name: 'sign-in-name', points: 5, seconds: quarterHour };

/** Failed sign-ins from one address. */
export const addressLimit: RateLimit = {
  name: 'sign-in-address',
  points: 20,
  seconds: quarterHour,
};

/** How long the answer to the nth failure of a name is held back. */
export function slowDownMs(failures: number): number {
  return failures < 2 ? 0 : Math.min(2_000, 250 * 2 ** (failures - 2));
}
