import { expect, it } from '@jest/globals';
import { ApiError } from '../../../../shared/api/api-error.js';
import { mustVerifyFirst, waitOf } from './refusals.js';

const tooSoon = (waitSeconds: unknown): ApiError =>
  new ApiError(429, 'ACCOUNT_CODE_TOO_SOON', 'wait', {}, null, { waitSeconds });

it('waits as long as the server says, never longer than the whole time', () => {
  expect(waitOf(tooSoon(12))).toBe(12_000);
  expect(waitOf(tooSoon(3_600))).toBe(60_000);
  expect(waitOf(tooSoon('12'))).toBeNull();
  expect(waitOf(new Error('x'))).toBeNull();
});

it('knows when step one has to be done first', () => {
  expect(mustVerifyFirst(new ApiError(403, 'ACCOUNT_CURRENT_CONTACT_FIRST', 'first'))).toBe(true);
  expect(mustVerifyFirst(tooSoon(1))).toBe(false);
});
