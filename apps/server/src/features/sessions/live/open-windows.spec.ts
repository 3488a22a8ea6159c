import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { OpenWindows } from './open-windows.js';

let second = 0;

beforeAll(() => {
  // A second for each window: how fast they come is not what is counted here.
  jest.spyOn(Date, 'now').mockImplementation(() => (second += 1_000));
});
afterAll(() => {
  jest.restoreAllMocks();
});

it('lets in 32 windows of a session and 64 of a user, and another when one has gone', () => {
  const windows = new OpenWindows();
  const open = (sessionId: string): (() => void) | null =>
    windows.admit({ userId: 'ann', sessionId });
  const first = open('one');
  const rest = Array.from({ length: 31 }, () => open('one'));
  expect([first, ...rest].filter((leave) => leave === null)).toEqual([]);
  expect(open('one')).toBeNull();
  first?.();
  // Told twice, by the socket and by its connection.
  first?.();
  expect(open('one')).not.toBeNull();
  expect(open('one')).toBeNull();

  expect(Array.from({ length: 33 }, () => open('two')).filter(Boolean)).toHaveLength(32);
  expect(open('three')).toBeNull();
  expect(windows.admit({ userId: 'bob', sessionId: 'four' })).not.toBeNull();
});

it('counts what one connection tries', () => {
  const windows = new OpenWindows();
  const connection = {};
  expect([1, 2, 3, 4, 5].map(() => windows.mayTry(connection))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(windows.mayTry({})).toBe(true);
});
