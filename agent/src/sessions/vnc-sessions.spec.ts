import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VncDisplay } from '@clusterdesk/tests/wire/vnc-display.js';
import { accounts, canOpenDesktops } from '../../testing/session-bench.js';
import { readIdleMs } from './x-idle.js';
import { listDisplayServers } from './display-sessions.js';
import { SessionCloser } from './session-closer.js';
import { SessionFinder } from './session-finder.js';

const describeOnRoot = canOpenDesktops || process.env['CI'] === 'true' ? describe : describe.skip;

describeOnRoot('desktop sessions of TigerVNC', () => {
  const opened: VncDisplay[] = [];
  const finder = new SessionFinder();
  /** Of the first account, with a program that heeds no TERM. */
  let stubborn: VncDisplay;
  /** Of the second account. */
  let other: VncDisplay;

  async function open(account: string, program: string): Promise<VncDisplay> {
    const display = await VncDisplay.open({ account, program });
    opened.push(display);
    return display;
  }

  const find = async (display: string) =>
    (await finder.find()).find(({ report }) => report.display === display);

  beforeAll(async () => {
    stubborn = await open(accounts[0], 'trap "" TERM; while :; do sleep 1; done');
    other = await open(accounts[1], 'exec sleep 600');
  });
  afterAll(() => Promise.all(opened.map((display) => display.close())));

  it('are found with their accounts, displays and beginnings', async () => {
    const reports = (await finder.find()).map(({ report }) => report);
    for (const [account, display] of [
      [accounts[0], stubborn.display],
      [accounts[1], other.display],
    ] as const) {
      const report = reports.find((one) => one.display === display);
      expect(report).toMatchObject({ kind: 'vnc', user: account, idleSince: null });
      expect(Date.now() - (report?.since ?? 0)).toBeLessThan(60_000);
    }
  });

  it('keep their key from look to look, and change what the glance sees', async () => {
    const [first, second] = [await find(stubborn.display), await find(stubborn.display)];
    expect(second?.report.key).toBe(first?.report.key);
    const before = finder.fingerprint();
    const third = await open(accounts[1], 'exec sleep 600');
    expect(finder.fingerprint()).not.toBe(before);
    const key = (await find(third.display))?.report.key ?? '';
    expect(await new SessionCloser(finder).close([key])).toEqual({ closed: [key], left: [] });
    expect(third.isRunning).toEqual({ server: false, program: false });
  });

  it('say how long nobody used them', async () => {
    const server = listDisplayServers().find(({ display }) => display === other.display);
    const idleMs = server ? await readIdleMs(server) : null;
    expect(idleMs).toEqual(expect.any(Number));
    expect(idleMs ?? -1).toBeGreaterThanOrEqual(0);
    expect(idleMs ?? Infinity).toBeLessThan(600_000);
  });

  it('are ended one by one: TERM, KILL after a while, and the other stays', async () => {
    const key = (await find(stubborn.display))?.report.key ?? '';
    const timings = { sessionTermMs: 1_000, sessionKillMs: 10_000 };
    const begin = performance.now();
    const reply = await new SessionCloser(finder, timings).close([key]);
    expect(reply).toEqual({ closed: [key], left: [] });
    // Its program heeds no TERM.
    expect(performance.now() - begin).toBeGreaterThan(timings.sessionTermMs);
    expect(stubborn.isRunning).toEqual({ server: false, program: false });
    expect(other.isRunning).toEqual({ server: true, program: true });
    expect(await find(stubborn.display)).toBeUndefined();
  });

  it('that are over count as closed, and unknown ones end nothing', async () => {
    const reply = await new SessionCloser(finder).close(['display:1@1', 'logind:none@0']);
    expect(reply).toEqual({ closed: ['display:1@1', 'logind:none@0'], left: [] });
    expect(other.isRunning).toEqual({ server: true, program: true });
  });
});
