import { describe, expect, it } from '@jest/globals';
import { applicationName, stateOf } from './application-facts.js';
import { applicationOf } from './spec-applications.js';

describe('the state of an application', () => {
  it.each([
    ['pending', {}],
    ['approved', { status: 1 }],
    ['used', { status: 1, usedTime: '2026-11-22 05:00:00' }],
    ['expired', { status: 1, ending: 'expired' }],
    ['rejected', { status: 2, ending: 'rejected' }],
    ['revoked', { status: 2, ending: 'revoked' }],
    ['withdrawn', { status: 2, ending: 'withdrawn' }],
    ['left', { status: 1, ending: 'left' }],
    ['gone', { status: 0, ending: 'gone' }],
    ['rejected', { status: 2 }],
  ] as const)('is %s', (state, more) => {
    expect(stateOf(applicationOf('a', ['/x'], more))).toBe(state);
  });
});

it('is named by the first entry, the whole project by its root', () => {
  expect(applicationName(applicationOf('a', ['/data/a.csv', '/b']))).toBe('a.csv');
  expect(applicationName(applicationOf('a', ['/']))).toBe('/');
});
