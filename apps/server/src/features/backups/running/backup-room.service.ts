import { mkdir, statfs } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { diskReserve } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { isErrno } from '../../../platform/file-space/file-space.errors.js';
import { Timings } from '../../../platform/timings.js';
import { BackupNoSpaceError } from '../backup.errors.js';

/** The free space in the folder of backups. None uses the reserve: the users' files and the database may be on the same disk. */
@Injectable()
export class BackupRoom {
  private readonly logger = new Logger('BackupRoom');

  constructor(
    private readonly config: Config,
    private readonly timings: Timings,
  ) {}

  /** How many bytes are free besides the reserve; negative when the reserve is in use. */
  async spareBytes(): Promise<number> {
    const { backupDir } = this.config;
    await mkdir(backupDir, { recursive: true, mode: 0o700 });
    const { bavail, blocks, bsize } = await statfs(backupDir);
    return bavail * bsize - diskReserve(blocks * bsize);
  }

  /** @throws BackupNoSpaceError */
  async assertRoomFor(bytes: number): Promise<void> {
    if ((await this.spareBytes()) < bytes) {
      throw new BackupNoSpaceError();
    }
  }

  /** Looks at it while something is written. @returns ends the looking; the signal is aborted when space runs out */
  watch(): { signal: AbortSignal; end: () => void } {
    const full = new AbortController();
    const timer = setInterval(() => {
      this.spareBytes().then(
        (spare) => spare < 0 && full.abort(new BackupNoSpaceError()),
        (error: unknown) => this.logger.warn({ err: error }, 'The folder of backups is away'),
      );
    }, this.timings.backups.roomMs);
    return { signal: full.signal, end: () => clearInterval(timer) };
  }
}

/** An error of writing for want of space, as the refusal that it is; any other as it was. */
export const asNoSpace = (error: unknown): unknown =>
  isErrno(error, 'ENOSPC', 'EDQUOT') ? new BackupNoSpaceError() : error;
