import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AccountFiles } from '../database/account-files.js';
import type { Account } from '../host/service-account.js';
import { ReleaseError } from '@clusterdesk/contracts/release';
import { LauncherError } from '../launcher-error.js';
import type { SavedDatabase } from './saved-database.js';
import { reasonOf } from './upgrade-faults.js';

/**
 * A whole copy of the embedded database beside it, taken while nothing runs on it. Programs with the account's rights make it, for
 * the folder is the account's. Where the filesystem can, it takes no room at first.
 */
export class DatabaseCopy implements SavedDatabase {
  readonly trialUrl = null;
  private readonly data: string;
  private readonly copy: string;
  private readonly part: string;
  private readonly failed: string;
  private readonly files: AccountFiles;

  /** @param folder the one that holds the database's data folder */
  constructor(
    private readonly folder: string,
    private readonly account: Account | null,
  ) {
    this.data = join(folder, 'data');
    this.copy = join(folder, 'data.before');
    this.part = join(folder, 'data.before.partial');
    this.failed = join(folder, 'data.failed');
    this.files = new AccountFiles(account);
  }

  /** Its folder is at hand. */
  async check(): Promise<void> {
    // Whether there is room for it shows when it is taken.
  }

  /** When this returns it is on the disk, too. */
  async take(signal: AbortSignal): Promise<void> {
    try {
      this.files.remove(this.part);
      this.files.remove(this.copy);
      await this.run('cp', ['-a', '--reflink=auto', '--', this.data, this.part], signal);
      await this.flush(signal);
      this.files.rename(this.part, this.copy);
      await this.flush(signal);
    } catch (error) {
      throw new ReleaseError('UPGRADE_SAFETY_FAILED', reasonOf(error));
    }
  }

  /** The copy takes the place of the database. Without a copy that is done already. */
  async putBack(): Promise<void> {
    if (!this.files.exists(this.copy)) {
      return;
    }
    this.files.remove(this.failed);
    if (this.files.exists(this.data)) {
      this.files.rename(this.data, this.failed);
    }
    this.files.rename(this.copy, this.data);
    await this.flush();
  }

  async discard(): Promise<void> {
    this.files.remove(this.part);
    this.files.remove(this.copy);
  }

  /** For a way back by hand the copy stays. */
  async keep(): Promise<void> {
    // Until the next upgrade.
  }

  discardFailed(): void {
    this.files.remove(this.failed);
  }

  /** The whole filesystem: what was written and renamed survives a power cut before the journal says so. */
  private flush(signal?: AbortSignal): Promise<void> {
    return this.run('sync', ['-f', '--', this.folder], signal);
  }

  private async run(program: string, args: readonly string[], signal?: AbortSignal): Promise<void> {
    const child = spawn(program, args, {
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(signal && { signal }),
      ...(this.account && { uid: this.account.uid, gid: this.account.gid }),
    });
    let said = '';
    child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => (said = (said + text).slice(-500)));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) {
      throw new LauncherError('DATABASE_NOT_COPIED', `Cannot copy the database: ${said.trim()}`);
    }
  }
}
