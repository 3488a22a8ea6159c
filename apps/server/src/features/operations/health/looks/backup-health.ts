import { Injectable } from '@nestjs/common';
import { BackupStatus } from '../../../backups/backup-status.service.js';
import type { Finding, HealthLooker } from '../health-look.js';

const dayMs = 24 * 3_600_000;
/** What was done since the last backup is lost with the disk: after this long that is too much. */
const backupOldMs = 8 * dayMs;
/** A proof says nothing of what has changed since. */
const proofStaleMs = 30 * dayMs;

/** The last backup, and the last that was proved to come back. */
@Injectable()
export class BackupHealth implements HealthLooker {
  readonly looks = {
    backup: () => this.lookAtBackup(),
    backupProof: () => this.lookAtProof(),
  };

  constructor(private readonly backups: BackupStatus) {}

  private async lookAtBackup(): Promise<Finding> {
    const { last, isLastFailed } = await this.backups.read();
    const facts = last
      ? { lastBackupTime: last.endedAt.getTime(), archiveBytes: last.sizeBytes }
      : {};
    if (isLastFailed) {
      return { state: 'failed', reason: 'backupFailed', facts };
    }
    if (!last) {
      return { state: 'warning', reason: 'backupNever', facts };
    }
    return last.endedAt.getTime() < Date.now() - backupOldMs
      ? { state: 'warning', reason: 'backupOld', facts }
      : { state: 'ok', facts };
  }

  private async lookAtProof(): Promise<Finding> {
    const { last, provedAt, backInSeconds } = await this.backups.read();
    if (!provedAt) {
      // Without a backup there is nothing to prove, and the other check says so.
      return last ? { state: 'warning', reason: 'proofNever', facts: {} } : null;
    }
    const facts = {
      provedTime: provedAt.getTime(),
      ...(backInSeconds !== null && { backInSeconds }),
    };
    return provedAt.getTime() < Date.now() - proofStaleMs
      ? { state: 'warning', reason: 'proofStale', facts }
      : { state: 'ok', facts };
  }
}
