import { expect, it } from '@jest/globals';
import { ApiError } from '../../../../shared/api/api-error.js';
import { wrongRowsOf } from './import-refusal.js';

const refusal = (details: Record<string, unknown>): ApiError =>
  new ApiError(400, 'USER_IMPORT_REFUSED', 'refused', {}, null, details);

it('reads the wrong rows of a refusal', () => {
  const rows = [{ row: 3, reason: 'the user name is taken' }];
  expect(wrongRowsOf(refusal({ rows }))).toEqual(rows);
});

it('knows no rows where there are none', () => {
  expect(wrongRowsOf(refusal({}))).toBeNull();
  expect(wrongRowsOf(refusal({ rows: [] }))).toBeNull();
  expect(wrongRowsOf(refusal({ rows: ['row 3'] }))).toBeNull();
  expect(wrongRowsOf(new Error('x'))).toBeNull();
});
