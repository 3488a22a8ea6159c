import { expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import { fieldErrors } from './form-errors.js';

it('puts the reasons of a refusal beside the fields the form has', () => {
  const error = new ApiError(400, 'INPUT_INVALID', 'wrong', {
    email: 'not an address',
    id: 'gone',
  });
  expect(fieldErrors(error, ['email', 'mobile'])).toEqual([
    { name: 'email', errors: ['not an address'] },
  ]);
});

it('has nothing to say beside a field about other failures', () => {
  expect(fieldErrors(new ApiError(409, 'USER_NAME_TAKEN', 'taken'), ['userName'])).toEqual([]);
  expect(fieldErrors(new Error('x'), ['email'])).toEqual([]);
});
