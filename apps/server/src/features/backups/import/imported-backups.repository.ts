import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Manifest } from '../archive/manifest.js';

/** The rows of backups that were brought here. */
@Injectable()
export class ImportedBackups {
  /** Its folder is here: a row of its own, or the one that knew it before. */
  async store(manager: EntityManager, manifest: Manifest, bytes: number): Promise<void> {
    const { id, files, version, takenAt } = manifest;
    await manager.query(
      `INSERT INTO backup (id, kind, with_files, state, is_here, size_bytes, version, done_bytes, total_bytes, created_at, ended_at, left_out)
       VALUES ($1, 'imported', $2, 'done', true, $3, $4, $3, $3, $5, now(), $6)
       ON CONFLICT (id) DO UPDATE SET is_here = true, state = 'done', removed_at = NULL, message = NULL, size_bytes = excluded.size_bytes`,
      [id, files !== null, bytes, version, takenAt, files?.leftOut ?? null],
    );
  }
}
