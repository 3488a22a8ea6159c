import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '@clusterdesk/host';
import type { AccountFiles } from './account-files.js';
import { LauncherError } from '../launcher-error.js';
import type { Account } from '../host/service-account.js';

/** A password that no one types. */
export const makeDatabasePassword = (): string => randomBytes(24).toString('hex');

/**
 * The superuser's password, in a folder of the launcher: whoever can read the files of the service account, which server and
 * worker run as, must not become superuser by that.
 */
export class PasswordFile {
  private readonly file: string;
  private readonly earlierFile: string;

  constructor(
    folder: string,
    databaseFolder: string,
    /** Of the account that `databaseFolder` belongs to. */
    private readonly databaseFiles: AccountFiles,
  ) {
    this.file = join(folder, 'database-password');
    // Earlier releases kept it beside the data, where it belongs to the service account.
    this.earlierFile = join(databaseFolder, 'password');
  }

  read(): string {
    if (!existsSync(this.file)) {
      this.moveFromEarlierPlace();
    }
    return readFileSync(this.file, 'utf8').trim();
  }

  write(password: string): void {
    writeFileAtomic(this.file, `${password}\n`);
  }

  /**
   * A descriptor from which a program of the account can read the password (as /dev/fd/<n>), of a file without a name; the caller
   * closes it.
   */
  openFor(account: Account | null): number {
    const path = `${this.file}.${String(process.pid)}`;
    const descriptor = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    try {
      // At a position, so that a reader of the same open file begins at its start.
      writeSync(descriptor, readFileSync(this.file), 0, undefined, 0);
      if (account) {
        fchownSync(descriptor, account.uid, account.gid);
      }
      return descriptor;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  private moveFromEarlierPlace(): void {
    const password = this.databaseFiles.read(this.earlierFile)?.trim();
    if (!password || !/^\S{8,200}$/.test(password)) {
      throw new LauncherError(
        'DATABASE_PASSWORD_MISSING',
        `The database's password is missing: bring ${this.file} back from a backup.`,
      );
    }
    this.write(password);
    this.databaseFiles.remove(this.earlierFile);
  }
}
