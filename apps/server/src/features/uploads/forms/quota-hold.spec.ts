import { afterEach, expect, it, jest } from '@jest/globals';
import type { Principal } from '../../../platform/http/access/principal.js';
import { QuotaExceededError } from '../../spaces/space.errors.js';
import { FieldsFirstError } from '../upload.errors.js';
import type { SpaceQuota } from '../../spaces/space.js';
import { QuotaHold, type QuotaHolds } from './quota-hold.service.js';

const mib = 1024 * 1024;
const target = { ref: { space: 'disk' }, dir: '/', conflict: 'refuse' } as const;

/** A quota of so much, and what a form promises of it, step by step. */
function holdIn(limitBytes: number) {
  const steps: [string, number][] = [];
  const files = { stat: () => Promise.resolve({ isDirectory: true }) };
  const space = (account: string) => ({ quota: { account } as SpaceQuota, files });
  const services = {
    access: {
      open: () => Promise.resolve(space('own')),
      openFor: () => Promise.resolve(space('target')),
    },
    room: {
      reserve: (quota: SpaceQuota, bytes: number) => {
        if (bytes > limitBytes) {
          return Promise.reject(new QuotaExceededError(limitBytes, bytes));
        }
        steps.push([quota.account, bytes]);
        return Promise.resolve();
      },
    },
    uploads: { delete: () => Promise.resolve(void steps.push(['release', 0])) },
    disk: { claim: () => Promise.resolve() },
    uncounted: new Set<QuotaHold>(),
  } as unknown as QuotaHolds;
  const begin = (): QuotaHold => new QuotaHold(services, { userId: 'ann' } as Principal);
  return { hold: begin(), begin, steps };
}

afterEach(() => void jest.useRealTimers());

it('is promised in steps while a form of unknown length comes, by whichever file asks first', async () => {
  const { hold, steps } = holdIn(100 * mib);
  await hold.open(target, 0);
  await Promise.all(Array.from({ length: 20 }, () => hold.claim(mib)));
  expect(steps).toEqual([
    ['target', 0],
    ['target', 17 * mib],
    ['target', 36 * mib],
  ]);
  await hold.release();
  expect(steps.at(-1)).toEqual(['release', 0]);
});

it('is promised to the last byte where a step more is not to be had, and no further', async () => {
  const { hold, steps } = holdIn(3 * mib);
  await hold.open(target, 0);
  await hold.claim(mib);
  await hold.claim(2 * mib);
  await expect(hold.claim(1)).rejects.toThrow(QuotaExceededError);
  expect(steps).toEqual([
    ['target', 0],
    ['target', mib],
    ['target', 3 * mib],
  ]);
});

it('is of the own disk until the target is known, and then of the target, for all that came', async () => {
  const { hold, steps } = holdIn(3 * mib);
  await hold.claim(2 * mib);
  await hold.open(target, 0);
  expect(steps).toEqual([
    ['own', 2 * mib],
    ['release', 0],
    ['target', 2 * mib],
  ]);
  const { hold: another } = holdIn(mib);
  await expect(another.claim(2 * mib)).rejects.toThrow(FieldsFirstError);
});

it('is promised again every minute: a form that takes a day is not one of a process that died', async () => {
  jest.useFakeTimers();
  const { hold, steps } = holdIn(mib);
  await hold.open(target, mib);
  await hold.claim(1);
  jest.setSystemTime(Date.now() + 60_001);
  await hold.claim(1);
  await hold.claim(1);
  expect(steps).toEqual([
    ['target', mib],
    ['target', mib],
  ]);
});

it('is not taken by what may be a chunk of an upload, for a few at a time', async () => {
  const { begin, steps } = holdIn(mib);
  const holds = Array.from({ length: 5 }, begin);
  expect(holds.map((hold) => hold.expectChunk())).toEqual([true, true, true, true, false]);
  await Promise.all(holds.slice(0, 4).map((hold) => hold.claim(2 * mib)));
  await expect(holds[4]?.claim(2 * mib)).rejects.toThrow(FieldsFirstError);
  await Promise.all(holds.map((hold) => hold.release()));
  expect(begin().expectChunk()).toBe(true);
  expect(steps).toEqual([['release', 0]]);
});
