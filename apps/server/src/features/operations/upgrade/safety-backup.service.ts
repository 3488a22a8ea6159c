import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ReleaseError } from '@clusterdesk/contracts/release';
import { BackupRequests } from '../../backups/backup-requests.service.js';

const lookEveryMs = 1_000;

/** The backup of a database of the operator's own before an upgrade, which the launcher cannot copy. */
@Injectable()
export class SafetyBackup {
  constructor(private readonly backups: BackupRequests) {}

  /** Resolves when it is whole. @throws ReleaseError when it could not be taken */
  async take(userId: string | null, onBytes: (done: number, total: number) => void): Promise<void> {
    try {
      const { id } = await this.backups.request('safety', false, userId);
      for (;;) {
        const backup = await this.backups.find(id);
        if (backup?.state === 'done') {
          return;
        }
        if (backup?.state !== 'waiting' && backup?.state !== 'running') {
          throw new Error(backup?.message ?? 'The backup is gone.');
        }
        onBytes(backup.doneBytes, backup.totalBytes);
        await sleep(lookEveryMs);
      }
    } catch (error) {
      throw new ReleaseError('UPGRADE_SAFETY_FAILED', String(error));
    }
  }
}
