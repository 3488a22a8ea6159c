import { expect, it } from '@jest/globals';
import { passwordSchema } from '../../form-rules.js';
import { generatePassword } from './generated-password.js';

it('makes passwords that the platform takes, each another, of letters that nobody confuses', () => {
  const made = Array.from({ length: 200 }, generatePassword);
  expect(new Set(made).size).toBe(200);
  expect(made.filter((password) => !passwordSchema.safeParse(password).success)).toEqual([]);
  expect(made.filter((password) => /[0O1lI]/.test(password))).toEqual([]);
});
