import { spawnSync } from 'node:child_process';
import type { Account } from '../host/service-account.js';

/** The files that the launcher reads of the account have a line or a few. */
const readLimit = 4096;

/**
 * What the launcher does to files below a folder of the service account. The account may have put a link to anything in the place
 * of each of them, at any moment, and the launcher may be root: so programs do it that have the account's rights and no more.
 */
export class AccountFiles {
  /** @param account null: the caller's own rights */
  constructor(private readonly account: Account | null) {}

  /** The beginning of a file; null when the account cannot read it, or there is none. */
  read(path: string): string | null {
    const { status, stdout } = this.run('head', ['-c', String(readLimit), '--', path]);
    return status === 0 ? stdout : null;
  }

  exists(path: string): boolean {
    return this.run('test', ['-e', path]).status === 0;
  }

  /** Removes a file, or a folder with all in it. */
  remove(path: string): void {
    this.require('rm', ['-rf', '--', path]);
  }

  /** Gives a file or folder another name on the same filesystem, where it may take the place of an empty folder. */
  rename(from: string, to: string): void {
    this.require('mv', ['-T', '--', from, to]);
  }

  /** Sends a signal to a process of the account, and to none of anybody else. */
  signal(pid: number, name: NodeJS.Signals): void {
    this.run('sh', ['-c', 'kill -s "$1" "$2"', 'sh', name.replace(/^SIG/, ''), String(pid)]);
  }

  private require(program: string, args: readonly string[]): void {
    const { status, error, stderr } = this.run(program, args);
    if (status !== 0) {
      throw error ?? new Error(stderr.trim().split('\n').at(-1));
    }
  }

  private run(program: string, args: readonly string[]) {
    return spawnSync(program, args, {
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      ...(this.account && { uid: this.account.uid, gid: this.account.gid }),
    });
  }
}
