import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@clusterdesk/host';
import { waitFor } from '../wait-for.js';

/** Characters kept of what a server wrote, its end: for the error when it does not start. */
const notesMaxLength = 2_000;

/** Displays that the specs of this process have taken, so that two started at once do not choose the same. */
const taken = new Set<number>();

/**
 * A display that nobody draws, from `first` on. The lock that a killed server left counts as taken: its number may belong to
 * another process by now, and then the next server refuses to start.
 */
function chooseDisplay(first: number): string {
  let number = first;
  while (taken.has(number) || existsSync(lockOf(number)) || existsSync(socketOf(number))) {
    number += 1;
  }
  taken.add(number);
  return `:${String(number)}`;
}

const lockOf = (number: number): string => `/tmp/.X${String(number)}-lock`;
const socketOf = (number: number): string => `/tmp/.X11-unix/X${String(number)}`;

/**
 * A server that is killed leaves its lock and its socket. Removed, or each run would take a number more than the one before, and
 * come to those that other specs have.
 *
 * @param pids of servers of the caller that have been killed
 */
export async function removeLocks(pids: readonly number[]): Promise<void> {
  const names = readdirSync('/tmp').flatMap((name) => /^\.X(\d+)-lock$/.exec(name)?.[1] ?? []);
  for (const number of names.map(Number)) {
    const pid = pidOfLock(number);
    if (pids.includes(pid)) {
      await waitFor('a killed display server to be gone', () => !isAlive(pid));
      rmSync(lockOf(number), { force: true });
      rmSync(socketOf(number), { force: true });
    }
  }
}

function pidOfLock(number: number): number {
  try {
    return Number(readFileSync(lockOf(number), 'utf8'));
  } catch {
    return 0; // Gone meanwhile.
  }
}

const idOf = (option: '-u' | '-g', account: string): number =>
  Number(execFileSync('id', [option, account], { encoding: 'utf8' }));

export interface VncDisplayOptions {
  /** An account of this host; starting as another needs root. */
  account: string;
  /** A shell line that runs on the display until it is ended; absent: none runs. */
  program?: string;
  /** The display to try first. */
  firstDisplay?: number;
}

/** A display of TigerVNC that runs as an account of this host, with a home of its own. */
export class VncDisplay {
  private notes = '';

  private constructor(
    readonly display: string,
    readonly server: ChildProcess,
    readonly program: ChildProcess | null,
    private readonly home: string,
  ) {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.notes = (this.notes + text).slice(-notesMaxLength);
    });
  }

  /**
   * Started, and taking programs.
   *
   * @throws Error with what the server wrote when it ended instead
   */
  static async open({
    account,
    program,
    firstDisplay = 71,
  }: VncDisplayOptions): Promise<VncDisplay> {
    const display = chooseDisplay(firstDisplay);
    const home = mkdtempSync(join(tmpdir(), 'clusterdesk-vnc-'));
    const who = { uid: idOf('-u', account), gid: idOf('-g', account) };
    execFileSync('chown', [`${String(who.uid)}:${String(who.gid)}`, home]);
    const env = { PATH: process.env['PATH'], HOME: home, DISPLAY: display };
    const options = { ...who, cwd: home, detached: true, env };
    const server = spawn(
      'Xtigervnc',
      [display, '-SecurityTypes', 'None', '-localhost', '-rfbport', '0', '-geometry', '320x200'],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const child =
      program === undefined
        ? null
        : spawn('sh', ['-c', program], { ...options, stdio: 'ignore' as const });
    const opened = new VncDisplay(display, server, child, home);
    try {
      await opened.started();
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  /** Whether the server runs, and the program if there is one. */
  get isRunning(): { server: boolean; program: boolean } {
    return { server: isRunning(this.server), program: isRunning(this.program) };
  }

  /** Ends what still runs: the server first by TERM, so that it takes its lock with it. */
  async close(): Promise<void> {
    this.program?.kill('SIGKILL');
    this.server.kill('SIGTERM');
    await waitFor('the display to be gone', () => !isRunning(this.server), 5_000).catch(() =>
      this.server.kill('SIGKILL'),
    );
    await removeLocks([this.server.pid ?? 0]);
    taken.delete(Number(this.display.slice(1)));
    rmSync(this.home, { recursive: true, force: true });
  }

  private async started(): Promise<void> {
    const socket = socketOf(Number(this.display.slice(1)));
    await waitFor(`display ${this.display} to be there`, () => {
      return existsSync(socket) || !isRunning(this.server);
    });
    if (!isRunning(this.server)) {
      throw new Error(`The display ${this.display} ended at once: ${this.notes}`);
    }
  }
}

function isRunning(child: ChildProcess | null): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
    ? isAlive(child.pid)
    : false;
}
