import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { RelativeTime } from './time-text.js';

const start = Date.UTC(2026, 10, 23, 8, 0, 0);

beforeEach(() => void jest.useFakeTimers({ now: start }));
afterEach(() => void jest.useRealTimers());

const pass = (ms: number): void => act(() => void jest.advanceTimersByTime(ms));

it('a moment ago is just now, and counts on by the minute', () => {
  const draws = jest.fn();
  render(
    <Profiler id="time" onRender={draws}>
      <RelativeTime time={start - 7_000} />
    </Profiler>,
  );
  screen.getByText('just now');
  draws.mockClear();
  pass(50_000);
  screen.getByText('just now');
  // Ten seconds that change nothing draw nothing.
  expect(draws).not.toHaveBeenCalled();
  pass(10_000);
  screen.getByText('1 minute ago');
  pass(60_000);
  screen.getByText('2 minutes ago');
  expect(draws).toHaveBeenCalledTimes(2);
});

it('what a clock that runs ahead says is just now', () => {
  render(<RelativeTime time={start + 30_000} />);
  screen.getByText('just now');
});
