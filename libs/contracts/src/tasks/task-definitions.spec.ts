import { expect, it } from '@jest/globals';
import { taskDefinitions } from './task-definitions.js';

it('wakes an idle worker seldom: each run of a schedule is some ten statements', () => {
  const runsAnHour = taskDefinitions.reduce(
    (runs, { options: { everyMs } }) => runs + (everyMs === undefined ? 0 : 3_600_000 / everyMs),
    0,
  );
  // Sweeps that find lost work have no short schedule of their own (docs/decisions/idle-is-cheap.md).
  expect(runsAnHour).toBeLessThanOrEqual(600);
});
