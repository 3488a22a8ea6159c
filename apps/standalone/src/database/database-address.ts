import { closeSync, constants, openSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LauncherError } from '../launcher-error.js';

/** A part of the name of the socket (`.s.PGSQL.5432`) and nothing besides: PostgreSQL opens no TCP port. */
export const socketPort = '5432';

/** The path of a socket may have 103 bytes at least everywhere, and the socket's own name takes 14 of them. */
const longestFolder = 89;

/** Whom to connect as, and to which database. */
export interface DatabaseLogin {
  role: string;
  password: string;
}

/**
 * The address of a PostgreSQL whose Unix socket lies in its data folder: as hidden as the data, and out of reach of everybody who
 * is not its account or root. Where the path is too long for a socket, Linux takes a short one that leads to the same folder.
 */
export class DatabaseAddress {
  private descriptor: number | null = null;

  constructor(private readonly dataFolder: string) {}

  /** For this process. The folder has to be there. */
  urlHere(login: DatabaseLogin): string {
    return this.url(login, () => {
      this.descriptor ??= openSync(this.dataFolder, constants.O_RDONLY | constants.O_DIRECTORY);
      return `/proc/self/fd/${String(this.descriptor)}`;
    });
  }

  /** For processes whose work folder is the one that holds the database's folder. */
  urlFor(login: DatabaseLogin): string {
    return this.url(login, () => {
      const folder = basename(dirname(this.dataFolder));
      return join('/proc/self/cwd', folder, basename(this.dataFolder));
    });
  }

  close(): void {
    if (this.descriptor !== null) {
      closeSync(this.descriptor);
      this.descriptor = null;
    }
  }

  private url({ role, password }: DatabaseLogin, shortPath: () => string): string {
    const isShort = Buffer.byteLength(this.dataFolder) <= longestFolder;
    if (!isShort && process.platform !== 'linux') {
      throw new LauncherError(
        'DATA_DIR_TOO_LONG',
        `${this.dataFolder} is too long for a Unix socket: set DATA_DIR to a shorter path.`,
      );
    }
    const folder = encodeURIComponent(isShort ? this.dataFolder : shortPath());
    return `postgresql://${role}:${password}@localhost:${socketPort}/postgres?host=${folder}`;
  }
}
