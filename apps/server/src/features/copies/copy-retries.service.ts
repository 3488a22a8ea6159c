import { Injectable } from '@nestjs/common';
import type { CopyState } from '@clusterdesk/contracts';
import type { Principal } from '../../platform/http/access/principal.js';
import { AuditTrail } from '../../platform/http/audit-trail.js';
import { refOf } from '../spaces/space-key.js';
import { targetKeyOf } from './copy-task.entity.js';
import { CopyNotFailedError } from './copy.errors.js';
import { CopyRepository } from './copy.repository.js';
import { CopyService } from './copy.service.js';
import { UnzipService } from './unzip/unzip.service.js';

/** Begins failed copies and unpackings anew: as new ones, with the rights and the entries of now. */
@Injectable()
export class CopyRetries {
  constructor(
    private readonly service: CopyService,
    private readonly unzips: UnzipService,
    private readonly copies: CopyRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws CopyNotFailedError, and whatever is against beginning such a one */
  async retry(caller: Principal, copyId: string, signal: AbortSignal): Promise<CopyState> {
    const failed = await this.service.getOwn(caller, copyId);
    this.audit.describe({ paths: failed.paths, dir: failed.dir });
    const placed = new Set(
      (await this.copies.listEntries(copyId))
        .filter(({ placedPath }) => placedPath !== null)
        .map(({ position }) => position),
    );
    const [first, ...others] = failed.paths.filter((_, position) => !placed.has(position));
    if (failed.state !== 'failed' || first === undefined) {
      throw new CopyNotFailedError();
    }
    const from = refOf(failed);
    const state =
      failed.kind === 'unzip'
        ? await this.unzips.request(caller, from, first, signal)
        : await this.service.request(
            caller,
            from,
            [first, ...others],
            refOf(targetKeyOf(failed)),
            failed.dir,
            failed.conflict,
            signal,
          );
    await this.service.clear(caller, [copyId]);
    return state;
  }
}
