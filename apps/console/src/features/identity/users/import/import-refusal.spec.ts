import { expect, it } from '@jest/globals';
import { ApiError } from '../../../../shared/api/api-error.js';
import { faultsOf, toCsv } from './import-refusal.js';

const fault = { row: 4, userName: 'a', column: 'email', code: 'INPUT_INVALID', text: 'wrong' };

it('reads every fault of a refused import, and of no other refusal', () => {
  const refusal = new ApiError(400, 'USER_FORM_WRONG', 'wrong', {}, null, { faults: [fault] });
  expect(faultsOf(refusal)).toEqual([fault]);
  expect(faultsOf(new ApiError(403, 'ACCESS_NOT_ALLOWED', 'no'))).toBeNull();
  expect(faultsOf(new Error('x'))).toBeNull();
});

it('writes what a spreadsheet program reads as text', async () => {
  const text = await toCsv([['4', '=cmd()', 'say "no"']]).text();
  expect(text).toBe(`"4","'=cmd()","say ""no"""\r\n`);
});
