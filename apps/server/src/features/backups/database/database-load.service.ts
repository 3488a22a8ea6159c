import { Injectable } from '@nestjs/common';
import pg, { type ClientBase } from 'pg';
import { PlatformSchema } from '../../../platform/database/data-source.js';
import { raiseAnswerDeadline } from '../../../platform/database/postgres-deadlines.js';
import type { Manifest } from '../archive/manifest.js';
import { ArchiveNewerError } from '../backup.errors.js';
import type { Advance } from '../files/files-backup.service.js';
import { replaceRows } from './replace-rows.js';
import { archiveSource, databaseSource } from './row-source.js';
import { ScratchDatabase, type Scratch } from './scratch-database.service.js';

/** Nobody waits for an answer in seconds, and the connection may be idle while a scratch database is worked on. */
const noDeadlines =
  'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';

/** Brings the rows of an archive into a database. */
@Injectable()
export class DatabaseLoad {
  constructor(
    private readonly schema: PlatformSchema,
    private readonly scratch: ScratchDatabase,
  ) {}

  /**
   * Replaces all rows of the database by those of the archive, in the transaction that the caller has begun on this connection and
   * ends. The tables must be those of this version; an archive of an older one is read into tables of its own version and brought
   * up to date, in a scratch database.
   * @param archive its folder; it was checked (`ArchiveCheck`)
   * @throws ArchiveDamagedError, ArchiveNewerError, NoScratchDatabaseError; the caller rolls back then
   */
  async load(
    client: ClientBase,
    archive: string,
    manifest: Manifest,
    advance: Advance,
    signal: AbortSignal,
  ): Promise<void> {
    const names = this.schema.migrationNames;
    const { lastMigration, version } = manifest;
    if (!names.includes(lastMigration)) {
      throw new ArchiveNewerError(version);
    }
    // It may be one of the pool, which is given up when it is silent for seconds.
    const restore = client instanceof pg.Client ? raiseAnswerDeadline(client, 0) : undefined;
    try {
      await client.query(noDeadlines);
      if (lastMigration === names.at(-1)) {
        await replaceRows(client, archiveSource(archive, manifest), advance, signal);
        return;
      }
      await this.scratch.use(lastMigration, async (old) => {
        await this.loadOwn(old, archive, manifest, advance, signal);
        await old.upgrade();
        await replaceRows(client, await databaseSource(old.client), () => undefined, signal);
      });
    } finally {
      restore?.();
    }
  }

  /** Reads an archive into a scratch database whose tables are those of the archive's version. @throws ArchiveDamagedError */
  async loadOwn(
    { client }: Scratch,
    archive: string,
    manifest: Manifest,
    advance: Advance,
    signal: AbortSignal,
  ): Promise<void> {
    const source = archiveSource(archive, manifest);
    const isOlder = manifest.lastMigration !== this.schema.migrationNames.at(-1);
    await client.query('BEGIN');
    await replaceRows(client, { ...source, isOlder }, advance, signal);
    await client.query('COMMIT');
  }
}
