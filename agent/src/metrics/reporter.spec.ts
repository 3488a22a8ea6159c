import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MetricReport } from '@clusterdesk/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ServerConnection } from '../server-connection.js';
import { ServerClock } from '../transport/server-clock.js';
import { DiskHealthLog } from './devices/disk-health-log.js';
import { MetricReporter } from './reporter.js';
import { Sampler } from './sampler.js';

let procDir: string;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  procDir = mkdtempSync(join(tmpdir(), 'clusterdesk-proc-'));
  writeFileSync(join(procDir, 'stat'), 'cpu 10 0 10 80 0 0 0 0 0 0\n');
  writeFileSync(join(procDir, 'meminfo'), 'MemTotal: 100 kB\nMemAvailable: 40 kB\n');
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(procDir, { recursive: true });
});

/** A connection that is up or not, and notes what was acknowledged. */
function createConnection() {
  const reports: MetricReport[] = [];
  const state = {
    isReady: false,
    isFailing: false,
    isAnswerLost: false,
    reply: undefined as unknown,
    answerMs: 0,
  };
  const server: ServerConnection = {
    get isReady() {
      return state.isReady;
    },
    ask: async (_event, payload) => {
      if (state.isFailing) {
        throw new Error('no answer');
      }
      reports.push(payload as MetricReport);
      if (state.answerMs > 0) {
        await new Promise((resolve) => setTimeout(resolve, state.answerMs));
      }
      if (state.isAnswerLost) {
        throw new Error('no answer');
      }
      return state.reply as never;
    },
  };
  return { server, state, reports };
}

const timesIn = (reports: MetricReport[]): number[] =>
  reports.flatMap(({ samples }) => samples.map(({ time }) => time));

describe('MetricReporter', () => {
  it('sends a sample on each beat', async () => {
    const { server, state, reports } = createConnection();
    state.isReady = true;
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(2000);
    writeFileSync(join(procDir, 'stat'), 'cpu 20 0 15 165 0 0 0 0 0 0\n');
    await jest.advanceTimersByTimeAsync(2000);
    reporter.stop();
    expect(reports).toEqual([{ samples: [{ time: Date.now(), cpu: 15, mem: 60 }] }]);
  });

  it('tells how the disks are until that is acknowledged, and again after each greeting', async () => {
    const { server, state, reports } = createConnection();
    state.isReady = true;
    const clock = new ServerClock();
    const disks = new DiskHealthLog({ take: async () => ({ disks: [{ name: 'sda' }] }) }, clock);
    const rest = [clock, null, null, null, [disks]] as const;
    const reporter = new MetricReporter(new Sampler(procDir), server, ...rest);
    const toldIn = async (): Promise<boolean[]> => {
      await jest.advanceTimersByTimeAsync(3_000);
      return reports.splice(0).map(({ diskHealth }) => diskHealth?.disks[0]?.name === 'sda');
    };
    reporter.start(1_000);
    // They are read as the first report goes.
    expect(await toldIn()).toEqual([false, true, false]);
    reporter.start(1_000);
    state.isAnswerLost = true;
    expect(await toldIn()).toEqual([true, true, true]);
    state.isAnswerLost = false;
    expect(await toldIn()).toEqual([true, false, false]);
    reporter.stop();
  });

  it('keeps the last 2000 samples while there is no connection and replays them in order', async () => {
    const { server, state, reports } = createConnection();
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(1000);
    await jest.advanceTimersByTimeAsync(2_100_000);
    expect(reports).toEqual([]);
    state.isReady = true;
    await jest.advanceTimersByTimeAsync(1000);
    reporter.stop();
    const times = reports.flatMap(({ samples }) => samples.map(({ time }) => time));
    expect(times).toHaveLength(2000);
    expect(times).toEqual(times.map((_, index) => Date.now() - (1999 - index) * 1000));
    expect(Math.max(...reports.map(({ samples }) => samples.length))).toBeLessThanOrEqual(500);
  });

  it('sends again what was not acknowledged', async () => {
    const { server, state, reports } = createConnection();
    Object.assign(state, { isReady: true, isFailing: true });
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(1000);
    await jest.advanceTimersByTimeAsync(3000);
    state.isFailing = false;
    await jest.advanceTimersByTimeAsync(1000);
    reporter.stop();
    expect(reports).toHaveLength(1);
    expect(reports[0]?.samples).toHaveLength(4);
  });

  it('sends together as the server asks, and at once again when it does not', async () => {
    const { server, state, reports } = createConnection();
    Object.assign(state, { isReady: true, reply: { sendMs: 4000 } });
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(2000);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(reports.map(({ samples }) => samples.length)).toEqual([1, 2, 2]);
    state.reply = undefined;
    await jest.advanceTimersByTimeAsync(8_000);
    reporter.stop();
    expect(reports.map(({ samples }) => samples.length)).toEqual([1, 2, 2, 2, 1, 1]);
  });

  it('keeps to the interval that the server asks for, however long its answers take', async () => {
    const { server, state, reports } = createConnection();
    // The server gathers reports for a second before it stores and answers them.
    Object.assign(state, { isReady: true, reply: { sendMs: 4000 }, answerMs: 1_100 });
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(2000);
    await jest.advanceTimersByTimeAsync(18_000);
    reporter.stop();
    expect(reports.map(({ samples }) => samples.length)).toEqual([1, 2, 2, 2, 2]);
  });

  it('loses nothing of an hour without its server', async () => {
    const { server, state, reports } = createConnection();
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start();
    const cutAt = Date.now();
    await jest.advanceTimersByTimeAsync(3_600_000);
    state.isReady = true;
    await jest.advanceTimersByTimeAsync(2_000);
    reporter.stop();
    expect(timesIn(reports)).toEqual(
      Array.from({ length: 1_801 }, (_, index) => cutAt + (index + 1) * 2_000),
    );
  });

  it.each([
    ['forth', 86_400_000],
    ['back', -86_400_000],
  ])('dates what waits by a clock that was set %s meanwhile', async (_way, byMs) => {
    const { server, state, reports } = createConnection();
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(2_000);
    await jest.advanceTimersByTimeAsync(6_000);
    // The clock of the host alone: neither timers nor the time since its start know of it.
    jest.setSystemTime(Date.now() + byMs);
    await jest.advanceTimersByTimeAsync(4_000);
    state.isReady = true;
    await jest.advanceTimersByTimeAsync(2_000);
    reporter.stop();
    expect(timesIn(reports)).toEqual(
      [5, 4, 3, 2, 1, 0].map((before) => Date.now() - before * 2_000),
    );
  });

  it('says again with the same time what may have come, though the clock jumped between', async () => {
    const { server, state, reports } = createConnection();
    state.isReady = true;
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(2_000);
    // Stored, and the answer is lost.
    state.isAnswerLost = true;
    await jest.advanceTimersByTimeAsync(2_000);
    const first = timesIn(reports);
    state.isAnswerLost = false;
    jest.setSystemTime(Date.now() - 60_000);
    await jest.advanceTimersByTimeAsync(2_000);
    reporter.stop();
    expect(timesIn(reports)).toEqual([...first, ...first, Date.now()]);
  });

  it('dates samples of a steady clock alike, whenever they are sent', async () => {
    const { server, state, reports } = createConnection();
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(2_000);
    await jest.advanceTimersByTimeAsync(2_000);
    const takenAt = Date.now();
    await jest.advanceTimersByTimeAsync(1_999_000);
    state.isReady = true;
    await jest.advanceTimersByTimeAsync(2_000);
    reporter.stop();
    expect(timesIn(reports)[0]).toBe(takenAt);
  });

  it('dates samples by the server’s clock, whatever the host’s is and does', async () => {
    const { server, state, reports } = createConnection();
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(2_000);
    await jest.advanceTimersByTimeAsync(4_000);
    const serverNow = 1_700_000_000_000;
    state.isReady = true;
    reporter.start(2_000, serverNow);
    await jest.advanceTimersByTimeAsync(2_000);
    jest.setSystemTime(Date.now() + 86_400_000);
    await jest.advanceTimersByTimeAsync(2_000);
    reporter.stop();
    // Those of before the greeting, too.
    expect(timesIn(reports)).toEqual([-2_000, 0, 2_000, 4_000].map((after) => serverNow + after));
  });

  it('goes back to the host’s clock at a server that does not say its own', async () => {
    const { server, state, reports } = createConnection();
    state.isReady = true;
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(2_000, 1_700_000_000_000);
    await jest.advanceTimersByTimeAsync(2_000);
    reporter.start(2_000);
    await jest.advanceTimersByTimeAsync(2_000);
    reporter.stop();
    expect(timesIn(reports)).toEqual([1_700_000_002_000, Date.now()]);
  });

  it('says again with the same time what may have come, though the server’s clock was set between', async () => {
    const { server, state, reports } = createConnection();
    Object.assign(state, { isReady: true, isAnswerLost: true });
    const reporter = new MetricReporter(new Sampler(procDir), server);
    reporter.start(2_000, 1_700_000_000_000);
    await jest.advanceTimersByTimeAsync(2_000);
    state.isAnswerLost = false;
    reporter.start(2_000, 1_700_000_500_000);
    await jest.advanceTimersByTimeAsync(2_000);
    reporter.stop();
    const first = 1_700_000_002_000;
    expect(timesIn(reports)).toEqual([first, first, 1_700_000_502_000]);
  });

  it('gives a sign of life where the host does not tell its load', async () => {
    const { server, state, reports } = createConnection();
    const reporter = new MetricReporter(null, server);
    reporter.start(2_000);
    await jest.advanceTimersByTimeAsync(4_000);
    expect(reports).toEqual([]);
    Object.assign(state, { isReady: true, reply: { sendMs: 4_000 } });
    await jest.advanceTimersByTimeAsync(10_000);
    reporter.stop();
    expect(reports).toEqual([{ samples: [] }, { samples: [] }, { samples: [] }]);
  });

  it('gives one where the load cannot be read, and says why once', async () => {
    const { server, state, reports } = createConnection();
    state.isReady = true;
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const reporter = new MetricReporter(new Sampler(procDir), server);
    writeFileSync(join(procDir, 'meminfo'), '');
    reporter.start(2_000);
    await jest.advanceTimersByTimeAsync(6_000);
    reporter.stop();
    expect(reports).toEqual([{ samples: [] }, { samples: [] }, { samples: [] }]);
    expect(write.mock.calls).toEqual([[expect.stringContaining('/proc/meminfo has no MemTotal')]]);
    write.mockRestore();
  });
});
