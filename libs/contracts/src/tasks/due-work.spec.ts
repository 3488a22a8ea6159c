import { expect, it } from '@jest/globals';
import { dueWork } from './due-work.js';

it('wakes an idle worker seldom', () => {
  const runsAnHour = dueWork.reduce(
    (runs, { due }) => runs + ('everyMs' in due ? 3_600_000 / due.everyMs : 0),
    0,
  );
  // What a condition finds has no short interval of its own (docs/decisions/idle-is-cheap.md).
  expect(runsAnHour).toBeLessThanOrEqual(600);
});
