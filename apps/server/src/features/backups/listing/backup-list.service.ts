import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { endpoints, type EndpointParams, type EndpointResult } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../../../config/config.js';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail, type AuditSubject } from '../../../platform/http/audit-trail.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { archiveDir, partialDir } from '../archive/manifest.js';
import { BackupStoreClient } from '../store/backup-store-client.service.js';
import { BackupRows, type ListedBackup } from './backup-rows.repository.js';
import { BackupNotFoundError } from '../backup.errors.js';
import { toBackupRow, toRestoringRow } from './backup-row.presenter.js';
import { BackupInUseError } from './listing.errors.js';

type List = typeof endpoints.backups.list;

const defaultSize = 20;

/** The backups that there are, and deleting them. */
@Injectable()
export class BackupList {
  constructor(
    private readonly rows: BackupRows,
    private readonly store: BackupStoreClient,
    private readonly dataSource: DataSource,
    private readonly afterCommit: AfterCommit,
    private readonly audit: AuditTrail,
    private readonly realtime: Realtime,
    private readonly config: Config,
  ) {}

  async list(
    { language }: Pick<Principal, 'language'>,
    { pageNum = 0, size = defaultSize }: EndpointParams<List>,
  ): Promise<EndpointResult<List>> {
    const { rows, total, restoring } = await this.rows.list(pageNum, size);
    const { timeZone } = this.config;
    return {
      content: rows.map((row) => toBackupRow(row, timeZone, language)),
      totalElements: total,
      restoring: restoring && toRestoringRow(restoring, timeZone, language),
    };
  }

  /** A finished backup whose folder is here. @throws BackupNotFoundError */
  async getHere(id: string): Promise<ListedBackup> {
    const row = await this.rows.find(id);
    if (row?.state !== 'done' || !row.isHere) {
      throw new BackupNotFoundError();
    }
    return row;
  }

  /** What the log calls a backup. */
  targetOf({ id, createdAt }: Pick<ListedBackup, 'id' | 'createdAt'>): AuditSubject['target'] {
    return { type: 'backup', id, name: wireTime(createdAt, this.config.timeZone) };
  }

  /**
   * Deletes a backup. What lies in its folder and in the store goes after the answer; due work does it again until it is done.
   * @throws BackupNotFoundError, BackupInUseError
   */
  async remove(id: string): Promise<void> {
    const row = await this.rows.find(id);
    if (!row) {
      throw new BackupNotFoundError();
    }
    await this.dataSource.transaction((manager) => this.removeIn(manager, row));
  }

  /** @param origin which task decided it; undefined: the call under way */
  async removeIn(
    manager: EntityManager,
    row: Pick<ListedBackup, 'id' | 'createdAt' | 'kind' | 'isStored'>,
    origin?: AuditSubject['origin'],
  ): Promise<void> {
    const isMarked = await this.rows.markRemoved(manager, row.id);
    if (isMarked === null) {
      throw new BackupNotFoundError();
    }
    if (!isMarked) {
      throw new BackupInUseError();
    }
    await this.audit.record(manager, {
      target: this.targetOf(row),
      details: { kind: row.kind, wasStored: row.isStored },
      ...(origin && { origin }),
    });
    this.afterCommit.run(manager, () => this.announce());
  }

  /** Removes what is left of deleted backups. One whose copy cannot be removed stays marked, and comes again. */
  async clearRemoved(): Promise<void> {
    const failures: unknown[] = [];
    for (const { id, storedKey, uploadId } of await this.rows.listRemoved()) {
      try {
        await rm(archiveDir(this.config.backupDir, id), { recursive: true, force: true });
        await rm(partialDir(this.config.backupDir, id), { recursive: true, force: true });
        if (storedKey !== null) {
          await this.store.remove(storedKey, uploadId);
        }
        await this.rows.forget(id);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  announce(): void {
    this.realtime.publish('backupsChanged', audience.topic({ topic: 'backups' }));
  }
}
