import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { Manifest } from '../archive/manifest.js';
import type { Advance } from '../files/files-backup.service.js';

/** Brings the rows of an archive into a database. */
@Injectable()
export class DatabaseLoad {
  /**
   * Replaces all rows of the database by those of the archive, in the transaction that the caller has begun on this connection and
   * ends. The tables must be those of this version; an archive of an older one is read into tables of its own version and brought up to date.
   */
  async load(
    _client: PoolClient,
    _archive: string,
    _manifest: Manifest,
    _advance: Advance,
    _signal: AbortSignal,
  ): Promise<void> {
    throw new Error('Not built.');
  }
}
