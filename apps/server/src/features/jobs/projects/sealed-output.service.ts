import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DomainError } from '../../../platform/http/domain-error.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import type { SpaceUser } from '../../spaces/space.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { LogNeedsApprovalError } from './project-job.errors.js';

/** What people get to read of what a sealed job prints: as much as of any file that they may view and not download. */
@Injectable()
export class SealedOutput {
  constructor(private readonly access: SpaceAccess) {}

  /** How many bytes of a job's output one reads at most: of a sealed one what a preview shows of a file. */
  mostBytes({ isSealed }: ScriptJobEntity): number {
    return isSealed ? limits.previewTextBytes : Infinity;
  }

  /** @throws what the project refuses: whoever may not view the results there does not read what the job prints */
  async assertReadable(reader: SpaceUser, job: ScriptJobEntity): Promise<void> {
    if (job.isSealed && job.spaceId !== null) {
      const ref = { space: 'project', spaceId: job.spaceId } as const;
      await this.access.openFor(reader, ref, 'view', [job.resultsDir ?? job.workDir]);
    }
  }

  async isReadable(reader: SpaceUser, job: ScriptJobEntity): Promise<boolean> {
    try {
      await this.assertReadable(reader, job);
      return true;
    } catch (error) {
      if (error instanceof DomainError) {
        return false;
      }
      throw error;
    }
  }

  /** @throws LogNeedsApprovalError */
  assertDownloadable(job: ScriptJobEntity): void {
    if (job.isSealed) {
      throw new LogNeedsApprovalError();
    }
  }
}
