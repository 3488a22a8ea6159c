import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { BackupRow, LocalizedText } from '@clusterdesk/contracts';
import { extract } from 'tar-stream';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { Timings } from '../../../platform/timings.js';
import { ArchiveCheck } from '../archive/archive-check.service.js';
import { archiveDir, partialDir } from '../archive/manifest.js';
import { BackupList } from '../listing/backup-list.service.js';
import { BackupRows } from '../listing/backup-rows.repository.js';
import { toBackupRow } from '../listing/backup-row.presenter.js';
import { BackupNotFoundError } from '../listing/listing.errors.js';
import { BackupStoreClient } from './backup-store-client.service.js';
import { CarryingRepository } from './carrying.repository.js';
import { isArchivePath } from './archive-path.js';

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
    private readonly audit: AuditTrail,
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly timings: Timings,
  ) {}

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
        await unpack(Readable.from(pieces), partial, signal, (bytes) => {
          done += bytes;
        });
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

/** Writes the files of a tar below a folder that nobody else writes into. What is no file of an archive is refused. */
async function unpack(
  tar: Readable,
  dir: string,
  signal: AbortSignal,
  advance: (bytes: number) => void,
): Promise<void> {
  const entries = extract();
  const reading = pipeline(tar, entries, { signal });
  reading.catch(() => undefined);
  for await (const entry of entries) {
    const { type } = entry.header;
    const isFolder = type === 'directory';
    const name = isFolder ? entry.header.name.replace(/\/$/, '') : entry.header.name;
    if (!(isFolder || type === 'file') || !isArchivePath(name)) {
      throw new Error('The copy holds something that is not part of an archive.');
    }
    const path = join(dir, name);
    if (isFolder) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      entry.resume();
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const pieces = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of entry as AsyncIterable<Buffer>) {
        advance(piece.length);
        yield piece;
      }
    };
    await pipeline(pieces, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  }
  await reading;
}
