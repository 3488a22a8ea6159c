import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listProcesses, readCommandLine } from '@clusterdesk/host';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import {
  accounts,
  canOpenDesktops,
  isUp,
  SessionBench,
  uidOf,
} from '../../testing/session-bench.js';
import { ownerOfSocket } from './display-sessions.js';
import { SessionCloser } from './session-closer.js';
import type { SessionFinder } from './session-finder.js';

const describeOnRoot = canOpenDesktops || process.env['CI'] === 'true' ? describe : describe.skip;
const [alice, bob] = accounts;

let bench: SessionBench;
beforeEach(() => {
  bench = new SessionBench();
});
afterEach(() => bench.close());

/** Displays of other specs may be there, too. */
const findOn = async (finder: SessionFinder, display: string) =>
  (await finder.find()).find(({ report }) => report.display === display);

const shownAs = async (display: string) =>
  (await bench.finder().find())
    .filter(({ report }) => report.display === display)
    .map(({ report: { kind, user } }) => `${kind} ${user}`)
    .sort();

describeOnRoot('a record of utmp', () => {
  const display = ':190';
  const since = (secondsAgo: number): Date => new Date(Date.now() - secondsAgo * 1000);

  it.each([['another account', bob] as const, ['root', undefined] as const])(
    'whose process is one of %s by now is no session, and nothing is ended for it',
    async (_whose, account) => {
      const other = bench.start('exec sleep 600', account);
      bench.start('exec sleep 600', alice, { DISPLAY: display });
      await waitFor('both', () => isUp(other));
      const pid = other.pid ?? 0;
      const began = since(3_600);
      bench.writeUtmp([{ pid, line: display, user: alice, since: began }]);
      const finder = bench.finder();
      expect(await shownAs(display)).toEqual([]);
      const key = `utmp:${String(pid)}@${String(Math.floor(began.getTime() / 1000) * 1000)}`;
      await new SessionCloser(finder).close([key]);
      expect(isUp(other)).toBe(true);
    },
  );

  it('of the user’s own process is a session that is closed whole', async () => {
    const leader = bench.start('sleep 601 & exec sleep 600', alice);
    const program = bench.start('exec sleep 600', alice, { DISPLAY: `${display}.0` });
    const stranger = bench.start('exec sleep 600', bob, { DISPLAY: display });
    await waitFor('all', () => [leader, program, stranger].every(isUp));
    const pid = leader.pid ?? 0;
    bench.writeUtmp([{ pid, line: display, user: alice, since: since(0) }]);
    const finder = bench.finder();
    const session = await findOn(finder, display);
    expect(session?.report).toMatchObject({ kind: 'utmp', user: alice, display });
    const key = session?.report.key ?? '';
    expect(await new SessionCloser(finder).close([key])).toEqual({ closed: [key], left: [] });
    expect([leader, program, stranger].map(isUp)).toEqual([false, false, true]);
  });

  it('of a display manager is closed by the programs of its user, and root’s stay', async () => {
    const manager = bench.start('sleep 601 & exec sleep 600', undefined, { DISPLAY: display });
    await waitFor('the manager', () => isUp(manager));
    const pid = manager.pid ?? 0;
    bench.writeUtmp([{ pid, line: display, user: alice, since: since(0) }]);
    const finder = bench.finder();
    // Nothing of hers could be ended.
    expect(await findOn(finder, display)).toBeUndefined();
    const program = bench.start('exec sleep 600', alice, { DISPLAY: display });
    await waitFor('the program', () => readCommandLine(program.pid ?? 0)[0] === 'sleep');
    const session = await findOn(finder, display);
    expect(session?.report).toMatchObject({ kind: 'utmp', user: alice });
    const key = session?.report.key ?? '';
    expect(await new SessionCloser(finder).close([key])).toEqual({ closed: [key], left: [] });
    expect([manager, program].map(isUp)).toEqual([true, false]);
  });

  it('of root is none', async () => {
    const program = bench.start('exec sleep 600', undefined, { DISPLAY: display });
    const pid = program.pid ?? 0;
    bench.writeUtmp([{ pid, line: display, user: 'root', since: since(0) }]);
    expect(await findOn(bench.finder(), display)).toBeUndefined();
  });
});

describeOnRoot('a display that several processes claim', () => {
  it('is that of the owner of its socket', async () => {
    await bench.pretend(':191', bob);
    expect(await shownAs(':191')).toEqual([`x11 ${bob}`]);
    const { display } = await bench.open({ account: alice, firstDisplay: 191 });
    expect(display).toBe(':191');
    expect(await shownAs(':191')).toEqual([`vnc ${alice}`]);
  });

  it('is shown once while its server has a fork that is not yet another program', async () => {
    await bench.pretend(':194', alice, '(sleep 600; :) & wait');
    const named = (): number =>
      listProcesses().filter(({ pid }) => {
        const words = readCommandLine(pid);
        return words[0]?.endsWith('/Xvfb') === true && words.includes(':194');
      }).length;
    await waitFor('the fork', () => named() === 2);
    expect(await shownAs(':194')).toEqual([`x11 ${alice}`]);
  });

  it('is shown for each account where nobody has the socket', async () => {
    await bench.pretend(':192', bob);
    await bench.pretend(':192', alice);
    expect(await shownAs(':192')).toEqual([`x11 ${alice}`, `x11 ${bob}`]);
  });

  it('is not taken for that of another’s session of logind', async () => {
    const fields = [
      ...[`UID=${String(uidOf(alice))}`, `USER=${alice}`, 'TYPE=x11', 'CLASS=user'],
      ...['STATE=active', 'DISPLAY=:193', 'REALTIME=1700000000123456'],
    ];
    mkdirSync(bench.logindFolder);
    writeFileSync(join(bench.logindFolder, '3'), `${fields.join('\n')}\n`);
    await bench.pretend(':193', bob);
    expect(await shownAs(':193')).toEqual([`logind ${alice}`, `x11 ${bob}`]);
    await bench.pretend(':193', alice);
    expect(await shownAs(':193')).toEqual([`logind ${alice}`, `x11 ${bob}`]);
  });

  it('does not hold up the report by answering a little at a time', async () => {
    const socket = '/tmp/.X11-unix/X194';
    const trickle = `use IO::Socket::UNIX; $SIG{PIPE} = "IGNORE"; unlink "${socket}";
      my $s = IO::Socket::UNIX->new(Local => "${socket}", Listen => 9) or die;
      while (my $c = $s->accept) { while (print $c "x") { $c->flush; select(undef, undef, undef, 0.3) } }`;
    await bench.pretend(':194', bob, trickle, '/usr/bin/perl');
    try {
      await waitFor('its socket', () => ownerOfSocket(':194') === uidOf(bob));
      // At this pace its answer would be whole in hours.
      expect(await shownAs(':194')).toEqual([`x11 ${bob}`]);
    } finally {
      bench.start(`exec rm -f ${socket}`);
    }
  });
});

describeOnRoot('one account', () => {
  it('does not hide the displays of others behind any number of its own', async () => {
    const many = 'lp'; // None of the other specs uses it.
    const { display } = await bench.open({ account: alice, firstDisplay: 195 });
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => bench.pretend(`:${String(300 + index)}`, many)),
    );
    const reports = (await bench.finder().find()).map(({ report }) => report);
    expect(reports.filter(({ user }) => user === many)).toHaveLength(50);
    expect(reports.map((report) => report.display)).toContain(display);
  });
});
