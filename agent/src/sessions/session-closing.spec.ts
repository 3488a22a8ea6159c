import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listDescendants, readCommandLine } from '@clusterdesk/host';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { accounts, canOpenDesktops, isUp, SessionBench } from '../../testing/session-bench.js';
import { listDisplayServers } from './display-sessions.js';
import { SessionCloser } from './session-closer.js';
import type { SessionFinder } from './session-finder.js';

const describeOnRoot = canOpenDesktops || process.env['CI'] === 'true' ? describe : describe.skip;
const [alice] = accounts;

let bench: SessionBench;
beforeEach(() => {
  bench = new SessionBench();
});
afterEach(() => bench.close());

const server = (display: string): string =>
  `Xtigervnc ${display} -SecurityTypes None -localhost -rfbport 0 -geometry 320x200`;

const serversOf = (display: string) =>
  listDisplayServers().filter((one) => one.display === display);

/** The process below a child of the test that runs this program. */
const below = (child: ChildProcess, program: string): number =>
  listDescendants(child.pid ?? 0).find(({ pid }) => readCommandLine(pid).join(' ') === program)
    ?.pid ?? 0;

async function close(display: string, pid: number) {
  const finder = bench.finder();
  const session = (await finder.find()).find(
    ({ by }) => by.kind === 'display' && by.server?.pid === pid && by.display === display,
  );
  const key = session?.report.key ?? '';
  const timings = { sessionTermMs: 3_000, sessionKillMs: 2_000 };
  expect(await new SessionCloser(finder, timings).close([key])).toEqual({
    closed: [key],
    left: [],
  });
}

describeOnRoot('closing a display', () => {
  it('leaves one of the same number and account in a container, which is a session of its own', async () => {
    const open = await bench.open({ account: alice, program: 'exec sleep 600', firstDisplay: 171 });
    const { display } = open;
    const enter = `mount -t tmpfs -o mode=1777 tmpfs /tmp && ip link set lo up`;
    const drop = `setpriv --reuid=${alice} --regid=${alice} --clear-groups`;
    const line = `${enter} && exec ${drop} env HOME=/tmp DISPLAY=${display} sh -c "${server(display)} & exec sleep 602"`;
    const container = bench.start(`exec unshare --mount --net -- sh -c '${line}'`);
    await waitFor('both', () => serversOf(display).length === 2);
    const inner = below(container, server(display));

    await close(display, inner);
    await waitFor('the end of the container', () => !isUp(container));
    expect(open.isRunning).toEqual({ server: true, program: true });
    expect(serversOf(display).map(({ pid }) => pid)).toEqual([open.server.pid]);
  });

  it('leaves a login that has only started something there', async () => {
    const open = await bench.open({ account: alice, firstDisplay: 172 });
    const { display } = open;
    const shown = `env DISPLAY=${display} sh -c "sleep 603 & exec sleep 604"`;
    const login = bench.start(`${shown} & sleep 605 & exec sleep 606`, alice);
    await waitFor('its programs', () => below(login, 'sleep 603') !== 0);
    const pids = ['sleep 603', 'sleep 604'].map((program) => below(login, program));

    await close(display, open.server.pid ?? 0);
    expect(open.isRunning.server).toBe(false);
    expect(isUp(login)).toBe(true);
    expect(below(login, 'sleep 605')).not.toBe(0);
    expect(pids.flatMap(readCommandLine)).toEqual([]);
  });

  it('leaves a login at whose terminal its server was started', async () => {
    const display = ':173';
    const line = `${server(display)} & exec sleep 607`;
    const terminal = bench.start(`exec script -qc '${line}' /dev/null`, alice, { HOME: '/tmp' });
    await waitFor('the server', () => serversOf(display).length === 1);

    await close(display, serversOf(display)[0]?.pid ?? 0);
    expect(serversOf(display)).toEqual([]);
    expect(below(terminal, 'sleep 607')).not.toBe(0);
  });

  it('leaves another display that was started from it', async () => {
    const open = await bench.open({ account: alice, firstDisplay: 174 });
    const { display } = open;
    const other = ':175';
    const line = `${server(other)} & DISPLAY=${other} sleep 608 & exec sleep 609`;
    const shell = bench.start(line, alice, { DISPLAY: display, HOME: '/tmp' });
    await waitFor('the other', () => serversOf(other).length === 1);
    await waitFor('its program', () => below(shell, 'sleep 608') !== 0);
    const [outer] = serversOf(other);
    const program = below(shell, 'sleep 608');

    await close(display, open.server.pid ?? 0);
    await waitFor('the shell to go', () => !isUp(shell));
    expect(serversOf(other)).toEqual([outer]);
    expect(readCommandLine(program)).not.toEqual([]);
    await close(other, outer?.pid ?? 0);
    expect(readCommandLine(program)).toEqual([]);
  });

  it('leaves one that is started on the same display while the old one is being ended', async () => {
    const open = await bench.open({
      ...{ account: alice, firstDisplay: 176 },
      program: 'trap "" TERM; while :; do sleep 1; done',
    });
    const { display } = open;
    const closed = close(display, open.server.pid ?? 0);
    await waitFor('the old server to go', () => !open.isRunning.server);
    await waitFor('its lock', () => !existsSync(`/tmp/.X${display.slice(1)}-lock`));
    const line = `${server(display)} & exec sleep 610`;
    const next = bench.start(line, alice, { DISPLAY: display, HOME: '/tmp' });
    await waitFor('the next server', () => serversOf(display).length === 1);
    expect(open.isRunning.program).toBe(true);

    await closed;
    expect(open.isRunning.program).toBe(false);
    expect(isUp(next)).toBe(true);
    expect(serversOf(display)).toHaveLength(1);
  });

  it('ends what its programs start meanwhile', async () => {
    const open = await bench.open({
      ...{ account: alice, firstDisplay: 177 },
      program: 'trap "env -u DISPLAY sleep 611 & :" TERM; while :; do sleep 1; done',
    });
    const finder = bench.finder();
    await close(open.display, open.server.pid ?? 0);
    expect(open.isRunning).toEqual({ server: false, program: false });
    const isLeft = (): boolean =>
      listDescendants(1).some(({ pid }) => readCommandLine(pid).join(' ') === 'sleep 611');
    expect(isLeft()).toBe(false);
    expect((await finder.find()).map(({ report }) => report.display)).not.toContain(open.display);
  });
});

describeOnRoot('the beginning of a display', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('has whole seconds, and stays what it was when the clock is set', async () => {
    const { display } = await bench.open({ account: alice, firstDisplay: 178 });
    const finder = bench.finder();
    const sinceOf = async (by: SessionFinder): Promise<number | undefined> =>
      (await by.find()).find(({ report }) => report.display === display)?.report.since;
    const first = await sinceOf(finder);
    expect((first ?? 1) % 1000).toBe(0);
    expect(Math.abs(Date.now() - (first ?? 0))).toBeLessThan(20_000);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 3_600_000);
    expect(await sinceOf(finder)).toBe(first);
    // Another one has never seen it.
    expect(await sinceOf(bench.finder())).toBeGreaterThan((first ?? 0) + 3_000_000);
  });
});
