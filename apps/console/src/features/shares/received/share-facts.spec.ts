import { describe, expect, it } from '@jest/globals';
import { isBrowsable, stateAt } from './share-facts.js';

describe('stateAt', () => {
  it('lets a link run out while it is shown', () => {
    const share = { state: 'active' as const, expirationTime: 1_000 };
    expect([stateAt(share, 999), stateAt(share, 1_000)]).toEqual(['active', 'expired']);
  });

  it('tells first that the owner may not share', () => {
    expect(stateAt({ state: 'unavailable', expirationTime: 1 }, 2)).toBe('unavailable');
    expect(stateAt({ state: 'missing', expirationTime: null }, 2)).toBe('missing');
  });
});

it('shows the files of what is active or used up', () => {
  const states = ['active', 'missing', 'expired', 'usedUp', 'unavailable'] as const;
  expect(states.filter(isBrowsable)).toEqual(['active', 'usedUp']);
});
