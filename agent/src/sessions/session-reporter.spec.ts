import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { HostSession } from '@clusterdesk/contracts';
import type { ServerConnection } from '../server-connection.js';
import type { SessionFinder } from './session-finder.js';
import { SessionReporter } from './session-reporter.js';

const session = (key: string): HostSession => ({
  key,
  kind: 'vnc',
  user: 'alice',
  display: ':1',
  since: 0,
  idleSince: null,
});

describe('the reports of desktop sessions', () => {
  let said: string[][];
  let keys: string[];
  let looks: number;
  let server: { isReady: boolean; fails: boolean };
  let reporter: SessionReporter;
  let duringLook: () => Promise<void>;

  beforeEach(() => {
    jest.useFakeTimers();
    said = [];
    keys = ['a'];
    looks = 0;
    duringLook = async () => undefined;
    server = { isReady: true, fails: false };
    const connection = {
      get isReady() {
        return server.isReady;
      },
      ask: async (_event: string, { sessions }: { sessions: HostSession[] }) => {
        if (server.fails) {
          throw new Error('cut');
        }
        said.push(sessions.map(({ key }) => key));
      },
    } as unknown as ServerConnection;
    const finder = {
      fingerprint: () => keys.join(),
      find: async () => {
        looks += 1;
        const found = keys.map((key) => ({ report: session(key) }));
        await duringLook();
        return found;
      },
    } as unknown as SessionFinder;
    reporter = new SessionReporter(finder, connection);
    reporter.start();
  });
  afterEach(() => {
    reporter.stop();
    jest.useRealTimers();
  });

  it('come when sessions change, and in full every minute', async () => {
    await jest.advanceTimersByTimeAsync(20_000);
    expect(said).toEqual([['a']]);
    keys = ['a', 'b'];
    await jest.advanceTimersByTimeAsync(2_000);
    expect(said).toEqual([['a'], ['a', 'b']]);
    await jest.advanceTimersByTimeAsync(70_000);
    expect(said).toEqual([['a'], ['a', 'b'], ['a', 'b']]);
  });

  it('cost one look a minute while nothing changes', async () => {
    await jest.advanceTimersByTimeAsync(180_000);
    expect(looks).toBeLessThanOrEqual(4);
  });

  it('wait while the server is away and then say how it is now', async () => {
    server.isReady = false;
    await jest.advanceTimersByTimeAsync(10_000);
    keys = ['c'];
    await jest.advanceTimersByTimeAsync(10_000);
    expect(said).toEqual([]);
    server.isReady = true;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(said).toEqual([['c']]);
  });

  it('are said again when they were not answered', async () => {
    server.fails = true;
    await jest.advanceTimersByTimeAsync(10_000);
    server.fails = false;
    await jest.advanceTimersByTimeAsync(2_000);
    expect(said).toEqual([['a']]);
  });

  it('do not tell of a session that was ended while they were made', async () => {
    keys = ['a', 'b'];
    let end = (): void => undefined;
    duringLook = () => new Promise((resolve) => (end = resolve));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(looks).toBe(1);
    keys = ['b'];
    duringLook = async () => undefined;
    await reporter.reportNow();
    end();
    await jest.advanceTimersByTimeAsync(0);
    expect(said).toEqual([['b']]);
  });

  it('come in full on a new connection', async () => {
    await jest.advanceTimersByTimeAsync(2_000);
    await reporter.reportNow();
    expect(said).toEqual([['a'], ['a']]);
  });
});
