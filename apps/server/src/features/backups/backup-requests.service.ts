import { Injectable } from '@nestjs/common';
import type { BackupKind, BackupRow } from '@clusterdesk/contracts';

/** Asks for backups and tells of them: to the page, the schedule, and what changes the platform. */
@Injectable()
export class BackupRequests {
  /**
   * Adds a backup that the worker takes; there is one under way at a time.
   * @throws BackupUnderWayError
   */
  async request(
    _kind: BackupKind,
    _withFiles: boolean,
    _userId: string | null,
  ): Promise<BackupRow> {
    throw new Error('Not built.');
  }

  async find(_id: string): Promise<BackupRow | null> {
    return null;
  }
}
