import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, listDescendants, readProc } from '@clusterdesk/host';
import {
  removeLocks,
  VncDisplay,
  type VncDisplayOptions,
} from '@clusterdesk/tests/wire/vnc-display.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { SessionFinder } from '../src/sessions/session-finder.js';

/** Two accounts that every Debian has and nobody signs in with. */
export const accounts = ['games', 'news'] as const;

const hasProgram = (name: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`]);
    return true;
  } catch {
    return false;
  }
};

/** Whether desktops of several accounts can be opened here. */
export const canOpenDesktops = process.getuid?.() === 0 && hasProgram('Xtigervnc');

/** The number of an account. */
export const uidOf = (account: string): number =>
  Number(execFileSync('id', ['-u', account], { encoding: 'utf8' }));

/** One record of utmp(5): an account that is signed in on a display. */
export interface UtmpLine {
  pid: number;
  line: string;
  user: string;
  since: Date;
}

/** A host with notes of its own about sessions, and real processes of several accounts. */
export class SessionBench {
  private readonly dir = mkdtempSync(join(tmpdir(), 'clusterdesk-sessions-'));
  private readonly children: ChildProcess[] = [];
  private readonly displays: VncDisplay[] = [];
  readonly logindFolder = join(this.dir, 'logind');
  readonly utmpPath = join(this.dir, 'utmp');

  /** Knows logind only where a test has made its folder. */
  finder(): SessionFinder {
    return new SessionFinder({ logindFolder: this.logindFolder, utmpPath: this.utmpPath });
  }

  writeUtmp(lines: readonly UtmpLine[]): void {
    const records = lines.map(({ pid, line, user, since }) => {
      const bytes = Buffer.alloc(384);
      bytes.writeInt16LE(7, 0);
      bytes.writeInt32LE(pid, 4);
      bytes.write(line, 8);
      bytes.write(user, 44);
      bytes.writeInt32LE(Math.floor(since.getTime() / 1000), 340);
      return bytes;
    });
    writeFileSync(this.utmpPath, Buffer.concat(records));
  }

  async open(options: VncDisplayOptions): Promise<VncDisplay> {
    const display = await VncDisplay.open(options);
    this.displays.push(display);
    return display;
  }

  /** A line of a shell in a POSIX session of its own, as an account; `exec` makes its last program the process that is returned. */
  start(line: string, account?: string, env: Record<string, string> = {}): ChildProcess {
    const words = account === undefined ? [] : asAccount(account);
    const [command = '', ...args] = [...words, 'sh', '-c', line];
    const child = spawn(command, args, {
      ...{ detached: true, stdio: 'ignore', cwd: '/' },
      env: { PATH: process.env['PATH'], ...env },
    });
    this.children.push(child);
    return child;
  }

  /** A process that is only named like a display server: a shell, or another program. */
  async pretend(
    display: string,
    account: string,
    line = 'sleep 600; :',
    program = '/bin/sh',
  ): Promise<void> {
    const name = join(mkdtempSync(join(this.dir, 'fake-')), 'Xvfb');
    symlinkSync(program, name);
    execFileSync('chmod', ['-R', 'a+rX', this.dir]);
    const option = program === '/bin/sh' ? '-c' : '-e';
    const { pid = 0 } = this.start(`exec ${name} ${option} '${line}' ${display}`, account);
    await waitFor('it to have its name', () => readProc(`${String(pid)}/comm`) === 'Xvfb\n');
    if (line.startsWith('sleep')) {
      // Until it is another program, what the shell has forked has the name too.
      const isAsleep = (stat: { pid: number }): boolean =>
        readProc(`${String(stat.pid)}/comm`) === 'sleep\n';
      await waitFor('its program to run', () => listDescendants(pid).some(isAsleep));
    }
  }

  /** Ends all of it, also what has outlived the shell that started it: its process group is still the shell's. */
  async close(): Promise<void> {
    const started = this.children.flatMap(({ pid }) => pid ?? []);
    const pids = started.flatMap((pid) => [...listDescendants(pid).map((stat) => stat.pid), pid]);
    for (const pid of [...pids, ...started.map((pid) => -pid)]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    }
    await removeLocks(pids);
    await Promise.all(this.displays.map((display) => display.close()));
    rmSync(this.dir, { recursive: true, force: true });
  }
}

function asAccount(account: string): string[] {
  return ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--clear-groups', '--'];
}

/** Whether a child of a test still runs. */
export const isUp = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null && isAlive(pid);
