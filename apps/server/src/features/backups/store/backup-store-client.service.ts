import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  backupStoreView,
  endpoints,
  type BackupStoreView,
  type EndpointParams,
} from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Settings } from '../../../platform/settings/settings.service.js';
import { backupStoreSecret, backupStoreSetting } from '../schedule/backup.settings.js';
import { S3Store, type BegunUpload } from './s3-store.js';
import { BackupStoreIncompleteError, NoBackupStoreError } from './store.errors.js';

export type StoreChange = EndpointParams<typeof endpoints.backupStores.saveStore>;

/** The store that copies of backups go to: setting it, and reaching it. */
@Injectable()
export class BackupStoreClient {
  constructor(
    private readonly settings: Settings,
    private readonly dataSource: DataSource,
  ) {}

  find(): Promise<BackupStoreView | null> {
    return this.settings.get(backupStoreSetting);
  }

  /** @throws BackupStoreIncompleteError */
  async save(change: StoreChange): Promise<BackupStoreView> {
    const { store } = await this.merge(change);
    await this.dataSource.transaction(async (manager) => {
      await this.settings.set(backupStoreSetting, store, manager);
      if (change.secret !== undefined) {
        await this.settings.set(backupStoreSecret, change.secret, manager);
      }
      // What was refused by the store as it was may be taken by this one.
      await manager.query(
        `UPDATE backup SET send_attempts = 0, send_due_at = '-infinity' WHERE NOT is_stored AND send_attempts > 0`,
      );
    });
    return store;
  }

  async clear(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.settings.set(backupStoreSetting, null, manager);
      await this.settings.set(backupStoreSecret, '', manager);
    });
  }

  /** Writes, finds and deletes a small object, with fields that are not saved yet. @throws DomainError */
  async test(change: StoreChange, signal: AbortSignal): Promise<void> {
    const { store, secret } = await this.merge(change);
    await new S3Store(store, secret, signal).probe(`${store.prefix}test-${randomUUID()}`);
  }

  /** @throws NoBackupStoreError */
  async open(signal?: AbortSignal): Promise<{ s3: S3Store; store: BackupStoreView }> {
    const store = await this.find();
    if (store === null) {
      throw new NoBackupStoreError();
    }
    const secret = await this.settings.get(backupStoreSecret);
    return { s3: new S3Store(store, secret, signal), store };
  }

  /** Removes an object, and what an upload of it left; without a store there is nothing to remove. */
  async remove(key: string, uploadId: BegunUpload['uploadId'] | null): Promise<void> {
    if ((await this.find()) === null) {
      return;
    }
    const { s3 } = await this.open();
    if (uploadId !== null) {
      await s3.abort({ key, uploadId });
    }
    await s3.remove(key);
  }

  private async merge(change: StoreChange): Promise<{ store: BackupStoreView; secret: string }> {
    const { secret: newSecret, ...fields } = change;
    const before = (await this.find()) ?? { region: '', prefix: '', copiesManual: false };
    const { data: store } = backupStoreView.safeParse({ ...before, ...fields });
    const secret = newSecret ?? (await this.settings.get(backupStoreSecret));
    if (!store || secret === '') {
      throw new BackupStoreIncompleteError();
    }
    return { store, secret };
  }
}
