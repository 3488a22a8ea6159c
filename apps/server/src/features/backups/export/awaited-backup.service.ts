import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { goneSignal } from '../../../platform/http/gone-signal.js';
import { ServerDrain } from '../../../platform/http/serving/server-drain.service.js';
import {
  RunningWork,
  type WorkCheck,
} from '../../../platform/running-work/running-work.service.js';
import { Timings } from '../../../platform/timings.js';
import { waitForState } from '../../spaces/tasks/wait-for-state.js';
import { BackupRequests } from '../backup-requests.service.js';
import { BackupNotFoundError } from '../backup.errors.js';
import { BackupRows, type ListedBackup } from '../listing/backup-rows.repository.js';
import { ExportFailedError, ExportSlowError } from './export.errors.js';

/** The backup of an export that names none. */
@Injectable()
export class AwaitedBackup {
  constructor(
    private readonly rows: BackupRows,
    private readonly requests: BackupRequests,
    private readonly running: RunningWork,
    private readonly drain: ServerDrain,
    private readonly timings: Timings,
  ) {}

  /**
   * One that is taken now; for a download that goes on, the newest of these.
   * @throws ExportFailedError, ExportSlowError, BackupNotFoundError, ServerStoppingError, and when the right to it ends meanwhile
   */
  async takeOrContinue(
    caller: Principal,
    request: Request,
    check: WorkCheck,
  ): Promise<ListedBackup> {
    // What only looks takes no backup.
    const isLook = request.method === 'HEAD';
    const hasBegun = isLook || request.headers.range !== undefined;
    const begun = hasBegun ? await this.rows.findNewest('manual') : null;
    if (begun !== null) {
      return begun;
    }
    if (isLook) {
      throw new BackupNotFoundError();
    }
    const id = await this.take(caller);
    const { userId, sessionId } = caller;
    const work = this.running.begin({ userId, sessionId }, check);
    // A server that stops has not the time that a backup takes, which goes on without it.
    const signal = AbortSignal.any([goneSignal(request), work.signal, this.drain.refusing]);
    try {
      return await this.waitFor(id, userId, signal);
    } finally {
      work.end();
    }
  }

  /** Begins a backup of the database, or joins the one that is being taken. */
  private async take({ userId }: Principal): Promise<string> {
    try {
      return (await this.requests.request('manual', false, userId)).id;
    } catch (error) {
      const underWay = error instanceof DomainError ? await this.rows.findUnderWay() : null;
      if (underWay === null) {
        throw error;
      }
      return underWay.id;
    }
  }

  private async waitFor(id: string, userId: string, signal: AbortSignal): Promise<ListedBackup> {
    const { lookMs } = this.timings.runs;
    const done = await waitForState({ userId, lookMs, signal }, async () => {
      const row = await this.rows.find(id);
      if (!row || row.state === 'failed' || row.state === 'cancelled') {
        throw new ExportFailedError(row?.message ?? null);
      }
      return row.state === 'done' ? row : null;
    });
    if (done === null) {
      throw new ExportSlowError();
    }
    return done;
  }
}
