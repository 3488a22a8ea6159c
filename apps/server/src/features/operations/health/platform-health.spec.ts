import { expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Timings } from '../../../platform/timings.js';
import type { Finding } from './health-look.js';
import { PlatformHealth } from './platform-health.service.js';

const never = new Promise<Finding>(() => undefined);

it('a part that hangs or fails is unknown, and does not keep the others', async () => {
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const hang = jest.fn(() => never);
  const health = new PlatformHealth(
    [
      { looks: { filesDisk: hang, redis: () => Promise.resolve(null) } },
      {
        looks: {
          mail: () => Promise.reject(new Error('no')),
          tasks: () => {
            throw new Error('at once');
          },
          clock: () => Promise.resolve({ state: 'ok', facts: { offMs: 3 } }),
        },
      },
    ],
    new Timings({ health: { answerMs: 20, keptMs: -1 } }),
  );
  const { found } = await health.look();
  expect([...found].map(([name, { state, reason }]) => [name, state, reason])).toEqual([
    ['tasks', 'unknown', 'lookFailed'],
    ['filesDisk', 'unknown', 'noAnswer'],
    ['mail', 'unknown', 'lookFailed'],
    ['clock', 'ok', undefined],
  ]);
  // What hangs holds a thread or a connection: looks that follow wait for the same answer.
  await health.look();
  expect(hang).toHaveBeenCalledTimes(1);
});

it('whoever asks within a few seconds is told the same', async () => {
  const look = jest.fn(() => Promise.resolve<Finding>({ state: 'ok', facts: {} }));
  const health = new PlatformHealth([{ looks: { mail: look } }], new Timings());
  const [first, second] = await Promise.all([health.look(), health.look()]);
  expect(second).toBe(first);
  expect(look).toHaveBeenCalledTimes(1);
});
