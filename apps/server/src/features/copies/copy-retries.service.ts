import { Injectable } from '@nestjs/common';
import type { CopyState } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { AuditTrail } from '../../platform/http/audit-trail.js';
import { refOf } from '../spaces/space-key.js';
import { targetKeyOf, type CopyTaskEntity } from './copy-task.entity.js';
import { CopyNotFailedError } from './copy.errors.js';
import { loggedOf } from './copy.presenter.js';
import { CopyRepository } from './copy.repository.js';
import { CopyService } from './copy.service.js';
import { EntryTaskRequests } from './entry-tasks/entry-task-requests.service.js';
import { UnzipService } from './unzip/unzip.service.js';

/** Begins failed copies and other tasks anew: as new ones, with the rights and the entries of now. */
@Injectable()
export class CopyRetries {
  constructor(
    private readonly service: CopyService,
    private readonly unzips: UnzipService,
    private readonly entryTasks: EntryTaskRequests,
    private readonly copies: CopyRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws CopyNotFailedError, and whatever is against beginning such a one */
  async retry(caller: Principal, copyId: string, signal: AbortSignal): Promise<CopyState> {
    const failed = await this.service.getOwn(caller, copyId);
    this.audit.describe(loggedOf(failed));
    const state = await this.beginAgain(caller, failed, signal);
    await this.service.clear(caller, [copyId]);
    return state;
  }

  private async beginAgain(
    caller: Principal,
    failed: CopyTaskEntity,
    signal: AbortSignal,
  ): Promise<CopyState> {
    // One that is off the list was begun anew already, or its user wants it no longer.
    if (failed.state !== 'failed' || failed.isCleared) {
      throw new CopyNotFailedError();
    }
    if (failed.kind !== 'copy' && failed.kind !== 'unzip') {
      return this.entryTasks.again(caller, failed);
    }
    const placed = new Set(
      (await this.copies.listEntries(failed.id))
        .filter(({ placedPath }) => placedPath !== null)
        .map(({ position }) => position),
    );
    const [first, ...others] = failed.paths.filter((_, position) => !placed.has(position));
    if (first === undefined) {
      throw new CopyNotFailedError();
    }
    const from = refOf(failed);
    return failed.kind === 'unzip'
      ? this.unzips.request(caller, from, first, signal)
      : this.service.request(
          caller,
          from,
          [first, ...others],
          refOf(targetKeyOf(failed)),
          failed.dir,
          failed.conflict,
          signal,
        );
  }
}
