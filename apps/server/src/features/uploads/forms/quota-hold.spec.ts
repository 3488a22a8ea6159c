import { afterEach, expect, it, jest } from '@jest/globals';
import type { Principal } from '../../../platform/http/access/principal.js';
import { QuotaExceededError } from '../../spaces/space.errors.js';
import { FieldsFirstError } from '../upload.errors.js';
import { QuotaHold, type QuotaHolds } from './quota-hold.service.js';

const mib = 1024 * 1024;
const target = { ref: { space: 'disk' }, dir: '/', conflict: 'refuse' } as const;

/** A quota of so much, and what a form promises of it, step by step. */
function holdIn(limitBytes: number) {
  const steps: [string, number][] = [];
  const promise = (what: string, bytes: number): Promise<{ rowId: string; quota: null }> => {
    if (bytes > limitBytes) {
      return Promise.reject(new QuotaExceededError(limitBytes, bytes));
    }
    steps.push([what, bytes]);
    return Promise.resolve({ rowId: 'row', quota: null });
  };
  const holds: Pick<QuotaHolds, 'open' | 'openOwn' | 'change' | 'release'> = {
    open: (_, __, bytes) => promise('target', bytes),
    openOwn: (_, bytes) => promise('own', bytes),
    change: async (_, bytes) => void (await promise('change', bytes)),
    release: () => Promise.resolve(void steps.push(['release', 0])),
  };
  const endless = { claim: () => Promise.resolve() };
  const hold = new QuotaHold(holds as unknown as QuotaHolds, endless, {} as Principal);
  return { hold, steps };
}

afterEach(() => void jest.useRealTimers());

it('is promised in steps while a form of unknown length comes, by whichever file asks first', async () => {
  const { hold, steps } = holdIn(100 * mib);
  await hold.open(target, 0);
  await Promise.all(Array.from({ length: 20 }, () => hold.claim(mib)));
  expect(steps).toEqual([
    ['target', 0],
    ['change', 17 * mib],
    ['change', 36 * mib],
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
    ['change', mib],
    ['change', 3 * mib],
  ]);
});

it('is of the own disk until the target is known, and then of the target, for all that came', async () => {
  const { hold, steps } = holdIn(3 * mib);
  await hold.claim(2 * mib);
  await hold.open(target, 0);
  expect(steps).toEqual([
    ['own', 0],
    ['change', 2 * mib],
    ['release', 0],
    ['target', 2 * mib],
  ]);
  const { hold: another } = holdIn(mib);
  await expect(another.claim(2 * mib)).rejects.toThrow(FieldsFirstError);
});

it('is promised again every hour: a form that takes a day is not one of a process that died', async () => {
  jest.useFakeTimers();
  const { hold, steps } = holdIn(mib);
  await hold.open(target, mib);
  await hold.claim(1);
  jest.setSystemTime(Date.now() + 3_600_001);
  await hold.claim(1);
  await hold.claim(1);
  expect(steps).toEqual([
    ['target', mib],
    ['change', mib],
  ]);
});
