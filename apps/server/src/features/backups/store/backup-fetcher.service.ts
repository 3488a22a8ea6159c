import { mkdir, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import type { BackupRow, LocalizedText } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { Timings } from '../../../platform/timings.js';
import { ArchiveCheck } from '../archive/archive-check.service.js';
import { archiveDir, partialDir } from '../archive/manifest.js';
import { takeIn, type IntakeChecks } from '../import/archive-intake.js';
import { BackupList } from '../listing/backup-list.service.js';
import { BackupRows } from '../listing/backup-rows.repository.js';
import { toBackupRow } from '../listing/backup-row.presenter.js';
import { BackupNotFoundError } from '../backup.errors.js';
import { BackupRoom } from '../running/backup-room.service.js';
import { BackupStoreClient } from './backup-store-client.service.js';
import { CarryingRepository } from './carrying.repository.js';

const failed: LocalizedText = {
  cn: '未能取回备份，请检查备份目录的剩余空间后重试',
  en: 'The backup could not be brought back. Check the room in the folder of backups and try again.',
};

/** Brings backups back out of the store whose folders are gone. */
@Injectable()
export class BackupFetcher {
  private readonly logger = new Logger('BackupFetcher');

  constructor(
    private readonly client: BackupStoreClient,
    private readonly carried: CarryingRepository,
    private readonly rows: BackupRows,
    private readonly list: BackupList,
    private readonly check: ArchiveCheck,
    private readonly room: BackupRoom,
    private readonly audit: AuditTrail,
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly timings: Timings,
  ) {}

  private readonly checks: IntakeChecks = {
    readManifest: (dir) => this.check.readManifest(dir),
    assertRoomFor: (bytes) => this.room.assertRoomFor(bytes),
  };

  /** @throws BackupNotFoundError unless it lies in the store only */
  async request({ language }: Principal, id: string): Promise<BackupRow> {
    const row = await this.rows.find(id);
    const isAsked =
      row &&
      (await this.dataSource.transaction(async (manager) => {
        await this.audit.record(manager, { target: this.list.targetOf(row) });
        return this.carried.askForFetching(manager, id);
      }));
    if (!isAsked) {
      throw new BackupNotFoundError();
    }
    this.list.announce();
    return toBackupRow(row, this.config.timeZone, language);
  }

  /** Fetches what was asked for, one after the other. */
  async fetchAll(signal: AbortSignal): Promise<void> {
    for (;;) {
      const asked = await this.carried.findToFetch();
      if (!asked || signal.aborted) {
        return;
      }
      try {
        await this.fetch(asked, signal);
        await this.carried.endFetching(asked.id, null);
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        this.logger.warn({ err: error, backupId: asked.id }, 'A backup could not be brought back');
        const reason = error instanceof DomainError ? error.sentence : failed;
        await this.carried.endFetching(asked.id, reason);
      }
      this.list.announce();
    }
  }

  private async fetch(
    { id, storedKey }: { id: string; storedKey: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { s3 } = await this.client.open(signal);
    const partial = partialDir(this.config.backupDir, id);
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true, mode: 0o700 });
    try {
      const { size: total, pieces } = await s3.fetch(storedKey);
      let done = 0;
      // Where it stands tells the sweeper, too, that somebody works on the folder.
      await this.carried.noteFetching(id, done, total);
      const telling = setInterval(() => {
        void this.carried.noteFetching(id, done, total).catch(() => undefined);
        this.list.announce();
      }, this.timings.runs.progressMs * 2);
      try {
        const counted = async function* (): AsyncGenerator<Uint8Array> {
          for await (const piece of pieces) {
            done += piece.length;
            yield piece;
          }
        };
        await takeIn(Readable.from(counted()), partial, this.checks, signal);
        await this.check.check(partial, () => undefined, signal);
      } finally {
        clearInterval(telling);
      }
      const dir = archiveDir(this.config.backupDir, id);
      await rm(dir, { recursive: true, force: true });
      await rename(partial, dir);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
}
