import { ApiError } from '../../../../shared/api/api-error.js';
import { resendMs } from './countdown.js';

/** How long the server wants one to wait before another code, in milliseconds; null when that was not the matter. */
export function waitOf(error: unknown): number | null {
  const seconds = error instanceof ApiError ? error.details['waitSeconds'] : undefined;
  return typeof seconds === 'number' && seconds > 0 ? Math.min(seconds * 1000, resendMs) : null;
}

/** Whether the server wants the current contact verified first, or verified again. */
export const mustVerifyFirst = (error: unknown): boolean =>
  error instanceof ApiError && error.error === 'ACCOUNT_CURRENT_CONTACT_FIRST';
