import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isAlive } from '@clusterdesk/host';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { readIdleMs } from './x-idle.js';
import { listDisplayServers } from './display-sessions.js';
import { SessionCloser } from './session-closer.js';
import { SessionFinder } from './session-finder.js';

jest.setTimeout(60_000);

/** Two accounts that every Debian has and nobody signs in with. */
const accounts = ['games', 'news'] as const;
const isPossible = process.getuid?.() === 0 && hasProgram('Xtigervnc');
const describeOnRoot = isPossible || process.env['CI'] === 'true' ? describe : describe.skip;

function hasProgram(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`]);
    return true;
  } catch {
    return false;
  }
}

const idOf = (option: '-u' | '-g', account: string): number =>
  Number(execFileSync('id', [option, account], { encoding: 'utf8' }));

describeOnRoot('desktop sessions of TigerVNC', () => {
  const started: ChildProcess[] = [];
  const homes: string[] = [];
  const finder = new SessionFinder();

  /** A display of an account, with a program on it that heeds TERM or does not. */
  function open(account: string, display: string, isStubborn: boolean): ChildProcess[] {
    const home = mkdtempSync(join(tmpdir(), 'clusterdesk-vnc-'));
    homes.push(home);
    const who = { uid: idOf('-u', account), gid: idOf('-g', account) };
    execFileSync('chown', ['-R', `${String(who.uid)}:${String(who.gid)}`, home]);
    const options = { ...who, cwd: home, stdio: 'ignore' as const, detached: true };
    const server = spawn(
      'Xtigervnc',
      [display, '-SecurityTypes', 'None', '-localhost', '-rfbport', '0', '-geometry', '320x200'],
      { ...options, env: { PATH: process.env['PATH'], HOME: home } },
    );
    const script = isStubborn ? 'trap "" TERM; while :; do sleep 1; done' : 'exec sleep 600';
    const program = spawn('sh', ['-c', script], {
      ...options,
      env: { PATH: process.env['PATH'], HOME: home, DISPLAY: display },
    });
    started.push(server, program);
    return [server, program];
  }

  const find = async (display: string) =>
    (await finder.find()).find(({ report }) => report.display === display);

  beforeAll(async () => {
    open(accounts[0], ':71', true);
    open(accounts[1], ':72', false);
    await waitFor('both displays are there', async () =>
      Boolean((await find(':71')) && (await find(':72'))),
    );
  });
  afterAll(() => {
    for (const { pid } of started) {
      if (pid !== undefined && isAlive(pid)) {
        process.kill(pid, 'SIGKILL');
      }
    }
    homes.forEach((home) => rmSync(home, { recursive: true, force: true }));
  });

  it('are found with their accounts, displays and beginnings', async () => {
    const reports = (await finder.find()).map(({ report }) => report);
    for (const [account, display] of [
      [accounts[0], ':71'],
      [accounts[1], ':72'],
    ] as const) {
      const report = reports.find((one) => one.display === display);
      expect(report).toMatchObject({ kind: 'vnc', user: account, idleSince: null });
      expect(Date.now() - (report?.since ?? 0)).toBeLessThan(60_000);
    }
  });

  it('keep their key from look to look, and change what the glance sees', async () => {
    const [first, second] = [await find(':71'), await find(':71')];
    expect(second?.report.key).toBe(first?.report.key);
    const before = finder.fingerprint();
    const [server] = open(accounts[1], ':73', false);
    await waitFor('the glance sees it', () => finder.fingerprint() !== before);
    await waitFor('it is found', async () => Boolean(await find(':73')));
    const key = (await find(':73'))?.report.key ?? '';
    expect(await new SessionCloser(finder).close([key])).toEqual({ closed: [key], left: [] });
    expect(server?.pid !== undefined && isAlive(server.pid)).toBe(false);
  });

  it('say how long nobody used them', async () => {
    const server = listDisplayServers().find(({ display }) => display === ':72');
    const idleMs = server ? await readIdleMs(server) : null;
    expect(idleMs).toEqual(expect.any(Number));
    expect(idleMs ?? -1).toBeGreaterThanOrEqual(0);
    expect(idleMs ?? Infinity).toBeLessThan(600_000);
  });

  it('are ended one by one: TERM, KILL after a while, and the other stays', async () => {
    const key = (await find(':71'))?.report.key ?? '';
    const begin = performance.now();
    const reply = await new SessionCloser(finder).close([key]);
    expect(reply).toEqual({ closed: [key], left: [] });
    // Its program heeds no TERM.
    expect(performance.now() - begin).toBeGreaterThan(4_500);
    const [server, program] = started;
    expect([server, program].map((child) => isAlive(child?.pid ?? 0))).toEqual([false, false]);
    expect(await find(':72')).toBeDefined();
    expect(await find(':71')).toBeUndefined();
  });

  it('that are over count as closed, and unknown ones end nothing', async () => {
    const reply = await new SessionCloser(finder).close(['display:1@1', 'logind:none@0']);
    expect(reply).toEqual({ closed: ['display:1@1', 'logind:none@0'], left: [] });
    expect(await find(':72')).toBeDefined();
  });
});
