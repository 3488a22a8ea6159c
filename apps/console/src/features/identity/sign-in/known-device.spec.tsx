import { beforeEach, expect, it } from '@jest/globals';
import { keepDevice, readDevices } from './known-device.js';

beforeEach(() => localStorage.clear());

it('keeps one token of each who signed in here, the latest first, and so many of them', () => {
  expect(readDevices()).toBe('');
  for (const token of ['ann.1.x', 'bob.1.x', 'ann.2.y']) {
    keepDevice(token);
  }
  expect(readDevices()).toBe('ann.2.y,bob.1.x');
  for (let count = 0; count < 9; count += 1) {
    keepDevice(`user${String(count)}.1.x`);
  }
  expect(readDevices().split(',')).toHaveLength(8);
});
