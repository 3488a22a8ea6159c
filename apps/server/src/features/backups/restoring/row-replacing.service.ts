import { Injectable } from '@nestjs/common';
import { runRestorings } from '@clusterdesk/contracts';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { AfterRestoring } from '../../../platform/hooks/after-restoring.js';
import { raiseAnswerDeadline } from '../../../platform/database/postgres-deadlines.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import type { Manifest } from '../archive/manifest.js';
import { DatabaseLoad } from '../database/database-load.service.js';
import type { Advance } from '../files/advance.js';
import type { PlacedIdentities } from './placed-identities.js';
import { RestoringRows, type RunningRestoring } from './restoring-rows.repository.js';

/** Calls that hold many tables can keep it from its locks: then it is tried again. */
const tries = 5;
const lockCodes = new Set(['55P03', '40P01']);

/** The decision of a restoring: one transaction, in which all rows become those of the backup. */
@Injectable()
export class RowReplacing {
  constructor(
    private readonly load: DatabaseLoad,
    private readonly restored: AfterRestoring,
    private readonly rows: RestoringRows,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * @param runner holds the connection; nothing else uses it
   * @param identities null: the files stay as they are
   * @param beforeCommit the last moment at which nothing has changed; the row of the restoring is not locked yet
   */
  async replace(
    runner: QueryRunner,
    restoring: RunningRestoring,
    from: { dir: string; manifest: Manifest },
    identities: PlacedIdentities | null,
    advance: Advance,
    signal: AbortSignal,
    beforeCommit: () => Promise<void>,
  ): Promise<void> {
    const client: unknown = await runner.connect();
    if (!(client instanceof pg.Client)) {
      throw new Error('The connection is not one of the pool.');
    }
    const restore = raiseAnswerDeadline(client, 0);
    try {
      for (let attempt = 1; ; attempt += 1) {
        await runner.startTransaction();
        try {
          await this.load.load(client, from.dir, from.manifest, advance, signal);
          await identities?.rewrite();
          await this.restored.run(runner.manager);
          await this.audit.record(runner.manager, {
            target: { type: 'backup', id: restoring.backupId, name: from.manifest.takenAt },
            details: { restored: true, version: from.manifest.version },
            origin: { logModel: 'backups', methodName: runRestorings.name },
          });
          await beforeCommit();
          await this.rows.finish(runner.manager, restoring.id);
          signal.throwIfAborted();
          await runner.commitTransaction();
          return;
        } catch (error) {
          if (runner.isTransactionActive) {
            await runner.rollbackTransaction();
          }
          if (attempt === tries || !isLockFailure(error)) {
            throw error;
          }
        }
      }
    } finally {
      restore();
    }
  }
}

function isLockFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lockCodes.has(String(error.code));
}
