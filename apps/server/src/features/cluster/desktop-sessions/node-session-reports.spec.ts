import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { HostSession } from '@clusterdesk/contracts';
import { Timings } from '../../../platform/timings.js';
import { NodeSessionReports } from './node-session-reports.js';

let stored: string[];
let changed: number;
let isAway: boolean;
let quiet: jest.Mock<() => void>;
let reports: NodeSessionReports;

beforeEach(() => {
  jest.useFakeTimers();
  stored = [];
  changed = 1;
  isAway = false;
  quiet = jest.fn<() => void>();
  reports = new NodeSessionReports(
    async (sessions) => {
      if (isAway) {
        throw new Error('away');
      }
      stored.push(sessions.map(({ key }) => key).join());
      return changed;
    },
    new Timings().nodes.sessionsRestMs,
    quiet,
  );
});
afterEach(() => {
  reports.stop();
  jest.useRealTimers();
});

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
function say(key: string): { state: 'waits' | 'answered' | 'left' } {
  const report = { state: 'waits' as 'waits' | 'answered' | 'left' };
  const session: HostSession = {
    ...{ key, kind: 'vnc', user: 'alice', display: ':1', since: 0, idleSince: null },
  };
  reports.add([session]).then(
    () => (report.state = 'answered'),
    () => (report.state = 'left'),
  );
  return report;
}

describe('the reports of a node', () => {
  it('are stored at once after a quiet time', async () => {
    const first = say('a');
    await pass(0);
    expect([stored, first.state]).toEqual([['a'], 'answered']);
    await pass(2_100);
    expect(quiet).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('that come too soon are the latest of them, with which the others are answered', async () => {
    say('a');
    await pass(0);
    const later = ['b', 'c', 'd'].map(say);
    await pass(1_900);
    expect(stored).toEqual(['a']);
    expect(later.map(({ state }) => state)).toEqual(['waits', 'waits', 'waits']);
    await pass(200);
    expect(stored).toEqual(['a', 'd']);
    expect(later.map(({ state }) => state)).toEqual(['answered', 'answered', 'answered']);
  });

  it('that change much wait long, are answered before that, and the latest is stored', async () => {
    changed = 500;
    say('a');
    await pass(0);
    changed = 1;
    const later = ['b', 'c'].map(say);
    await pass(0);
    expect(later.map(({ state }) => state)).toEqual(['answered', 'answered']);
    await pass(26_900);
    expect(stored).toEqual(['a']);
    await pass(200);
    expect(stored).toEqual(['a', 'c']);
  });

  it('that come while one is stored are answered in time too', async () => {
    changed = 500;
    say('a');
    const later = say('b');
    await pass(0);
    expect([stored, later.state]).toEqual([['a'], 'answered']);
    await pass(27_100);
    expect(stored).toEqual(['a', 'b']);
  });

  it('are left when they could not be stored, and not stored later in the place of a newer one', async () => {
    isAway = true;
    const lost = say('a');
    await pass(0);
    expect(lost.state).toBe('left');
    isAway = false;
    await pass(5_000);
    expect(stored).toEqual([]);
  });

  it('that were answered before are stored in the end', async () => {
    changed = 100;
    say('a');
    await pass(0);
    say('b');
    isAway = true;
    await pass(20_000);
    expect(stored).toEqual(['a']);
    isAway = false;
    await pass(2_000);
    expect(stored).toEqual(['a', 'b']);
  });
});
