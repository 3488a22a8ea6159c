import { expect, it } from '@jest/globals';
import { AskAllowance } from './ask-allowance.js';

it('lets each user ask twenty times a second, whatever the number of windows', () => {
  const allowance = new AskAllowance();
  const ask = (userId: string, at: number): boolean => allowance.take(userId, at);
  const answers = Array.from({ length: 25 }, (_, index) => ask('ann', 1_000 + index));
  expect(answers.filter(Boolean)).toHaveLength(20);
  expect(ask('bob', 1_500)).toBe(true);
  expect(ask('ann', 2_000)).toBe(true);
});
