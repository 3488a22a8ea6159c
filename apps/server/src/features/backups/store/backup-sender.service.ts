import { Injectable, Logger } from '@nestjs/common';
import {
  backupFailedNotice,
  type BackupStoreView,
  type LocalizedText,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { archiveDir } from '../archive/manifest.js';
import { readManifest } from '../export/archive-entries.js';
import { ArchiveTar } from '../export/archive-tar.js';
import { BackupList } from '../listing/backup-list.service.js';
import { BackupStoreClient } from './backup-store-client.service.js';
import { CarryingRepository, type SentBackup } from './carrying.repository.js';
import type { S3Store } from './s3-store.js';

const firstRetryMs = 60_000;
const longestRetryMs = 6 * 3_600_000;
/** A store that is away for a moment is nothing to tell of. */
const toldAtAttempt = 3;

const unreadable: LocalizedText = {
  cn: '备份文件无法读取，请检查备份目录',
  en: 'The files of the backup cannot be read. Check the folder of backups.',
};

/** Copies finished backups to the store, each as one object. Due work: one worker does it at a time. */
@Injectable()
export class BackupSender {
  private readonly logger = new Logger('BackupSender');

  constructor(
    private readonly client: BackupStoreClient,
    private readonly rows: CarryingRepository,
    private readonly list: BackupList,
    private readonly notifications: Notifications,
    private readonly rights: UserRights,
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Sends what should be in the store and is not, one after the other. */
  async sendAll(signal: AbortSignal): Promise<void> {
    for (;;) {
      const store = await this.client.find();
      const backup = store && (await this.rows.findToSend(store.copiesManual));
      if (!backup || signal.aborted) {
        return;
      }
      try {
        const { s3, store: current } = await this.client.open(signal);
        await this.send(s3, current, backup);
      } catch (error) {
        if (signal.aborted) {
          return;
        }
        await this.fail(backup, error);
      }
      this.list.announce();
    }
  }

  private async send(s3: S3Store, store: BackupStoreView, backup: SentBackup): Promise<void> {
    const { id, storedKey, uploadId: left } = backup;
    if (storedKey !== null && left !== null) {
      // Of a worker that was killed: its parts would lie in the store for ever.
      await s3.abort({ key: storedKey, uploadId: left });
    }
    const dir = archiveDir(this.config.backupDir, id);
    const tar = new ArchiveTar(dir, await readManifest(dir));
    const size = await tar.measure();
    const key = `${store.prefix}${id}.tar`;
    const uploadId = await s3.begin(key);
    await this.rows.beginSending(id, key, uploadId, size);
    this.list.announce();
    let done = 0;
    try {
      await s3.send({ key, uploadId }, tar.read(0, size), size, async (bytes) => {
        done += bytes;
        if (!(await this.rows.advance(id, done))) {
          throw new BackupGoneError();
        }
        this.list.announce();
      });
    } catch (error) {
      await s3.abort({ key, uploadId }).catch(() => undefined);
      throw error;
    }
    await this.rows.endSending(id);
  }

  private async fail({ id, attempts, createdAt }: SentBackup, error: unknown): Promise<void> {
    if (error instanceof BackupGoneError) {
      return;
    }
    this.logger.warn({ err: error, backupId: id }, 'A backup could not be copied to the store');
    const reason = error instanceof DomainError ? error.sentence : unreadable;
    const retryMs = Math.min(firstRetryMs * 2 ** attempts, longestRetryMs);
    await this.dataSource.transaction(async (manager) => {
      await this.rows.failSending(manager, id, reason, retryMs);
      if (attempts + 1 === toldAtAttempt) {
        const userIds = await this.rights.listHolders('system.manage', manager);
        const time = wireTime(createdAt, this.config.timeZone);
        const notice = { what: 'copy' as const, time, reason };
        await this.notifications.notify(manager, userIds, backupFailedNotice, notice);
      }
    });
  }
}

/** The backup was deleted while it was sent. Never leaves the worker. */
class BackupGoneError extends Error {}
