import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { BackupImported } from '@clusterdesk/contracts';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { goneSignal } from '../../../platform/http/gone-signal.js';
import { ArchiveCheck } from '../archive/archive-check.service.js';
import { archiveDir, archiveNames, partialDir, type Manifest } from '../archive/manifest.js';
import { ArchiveDamagedError, BackupNotFoundError } from '../backup.errors.js';
import { flushTree } from '../files/flush-tree.js';
import { toBackupRow } from '../listing/backup-row.presenter.js';
import { BackupRows } from '../listing/backup-rows.repository.js';
import { RestoringRequests } from '../restoring/restoring-requests.service.js';
import { SharedTurns } from '../../../platform/locks/shared-turns.service.js';
import { BackupNews } from '../running/backup-news.service.js';
import { asNoSpace, BackupRoom } from '../running/backup-room.service.js';
import { takeIn } from './archive-intake.js';
import { readImportForm } from './import-form.js';
import { ImportAbortedError, ImportUnderWayError } from './import.errors.js';
import { ImportedBackups } from './imported-backups.repository.js';

/** So that nobody takes the folder of a long upload for one that was left. */
const touchMs = 60_000;

/** Brings exported backups here. */
@Injectable()
export class BackupImport {
  constructor(
    private readonly check: ArchiveCheck,
    private readonly room: BackupRoom,
    private readonly imported: ImportedBackups,
    private readonly rows: BackupRows,
    private readonly restorings: RestoringRequests,
    private readonly news: BackupNews,
    private readonly audit: AuditTrail,
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly turns: SharedTurns,
  ) {}

  /**
   * Receives an archive, checks all of it, puts it beside the others, and begins to restore it where that is wanted. What is refused
   * leaves nothing.
   */
  async receive(
    caller: Principal,
    request: Request,
    wantsRestoring: boolean,
  ): Promise<BackupImported> {
    const leave = await this.turns.tryTake('backup import', 1);
    if (!leave) {
      throw new ImportUnderWayError();
    }
    const room = this.room.watch();
    const signal = AbortSignal.any([goneSignal(request), room.signal]);
    const partial = partialDir(this.config.backupDir, randomUUID());
    const touching = setInterval(() => {
      const now = new Date();
      utimes(partial, now, now).catch(() => undefined);
    }, touchMs);
    try {
      await mkdir(partial, { recursive: true, mode: 0o700 });
      const { manifest, isRestored } = await readImportForm(request, async (file, fields) => ({
        manifest: await this.takeIn(file, partial, signal),
        isRestored: wantsRestoring && !['false', '0'].includes(fields.get('restore') ?? ''),
      }));
      const bytes = await this.place(partial, manifest);
      await this.store(manifest, bytes);
      const restoring = isRestored ? await this.restorings.request(caller, manifest.id) : null;
      const row = await this.rows.find(manifest.id);
      if (row === null) {
        throw new BackupNotFoundError();
      }
      return { backup: toBackupRow(row, this.config.timeZone, caller.language), restoring };
    } catch (error) {
      if (room.signal.aborted) {
        throw room.signal.reason;
      }
      throw signal.aborted ? new ImportAbortedError() : asNoSpace(error);
    } finally {
      clearInterval(touching);
      room.end();
      await rm(partial, { recursive: true, force: true });
      leave();
    }
  }

  private async takeIn(file: Readable, partial: string, signal: AbortSignal): Promise<Manifest> {
    const checks = {
      readManifest: (dir: string) => this.check.readManifest(dir),
      assertRoomFor: (bytes: number) => this.room.assertRoomFor(bytes),
    };
    await takeIn(file, partial, checks, signal);
    return this.check.check(partial, () => undefined, signal);
  }

  /** One that lies here already is the same if its manifest is, which has the checksums of all the rest. */
  private async place(partial: string, manifest: Manifest): Promise<number> {
    const dir = archiveDir(this.config.backupDir, manifest.id);
    const text = await readFile(join(partial, archiveNames.manifest));
    const there = await readFile(join(dir, archiveNames.manifest)).catch(() => null);
    if (there !== null && !there.equals(text)) {
      throw new ArchiveDamagedError(archiveNames.manifest);
    }
    if (there === null) {
      await flushTree(partial);
      await rename(partial, dir);
    }
    const parts = manifest.parts.reduce((sum, { bytes }) => sum + bytes, text.length);
    return parts + (manifest.files?.bytes ?? 0);
  }

  private async store(manifest: Manifest, bytes: number): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.imported.store(manager, manifest, bytes);
      await this.audit.record(manager, {
        target: { type: 'backup', id: manifest.id, name: manifest.takenAt },
        details: { imported: true, version: manifest.version, withFiles: manifest.files !== null },
      });
    });
    this.news.tell();
  }
}
