import { expect, it } from '@jest/globals';
import type { HealthState } from '@clusterdesk/contracts';
import { afterLook, firstState } from './health-change.js';

const at = (minute: number): Date => new Date(minute * 60_000);

/** The states after each of these looks, a minute apart. */
function statesAfter(...looks: HealthState[]): HealthState[] {
  let known = firstState(at(0));
  return looks.map((found, index) => {
    known = afterLook(known, found, at(index + 1));
    return known.state;
  });
}

it('a state holds when two looks in a row have found it', () => {
  expect(statesAfter('ok', 'failed', 'failed', 'ok', 'ok')).toEqual([
    'ok',
    'ok',
    'failed',
    'failed',
    'ok',
  ]);
});

it('what flaps changes nothing', () => {
  expect(statesAfter('failed', 'ok', 'failed', 'ok', 'warning', 'failed')).toEqual(
    Array(6).fill('ok'),
  );
});

it('it lasts since the first of the two', () => {
  const once = afterLook(firstState(at(0)), 'failed', at(5));
  expect(afterLook(once, 'failed', at(7)).since).toEqual(at(5));
});
