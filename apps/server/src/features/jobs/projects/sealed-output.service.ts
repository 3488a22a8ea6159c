import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/http/domain-error.js';
import { assertMayDownload, SpaceAccess } from '../../spaces/space-access.service.js';
import type { SpaceUser } from '../../spaces/space.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { LogNeedsApprovalError } from './project-job.errors.js';

/**
 * Who reads what a sealed job prints. It may print whatever it saw, so its output is content of the project: shown to who may download the
 * job's results there, as a preview of a file in a project is.
 */
@Injectable()
export class SealedOutput {
  constructor(private readonly access: SpaceAccess) {}

  /** By the rights of this moment, of an administrator of the platform too. @throws LogNeedsApprovalError, DownloadOffError */
  async assertReadable(reader: SpaceUser, job: ScriptJobEntity): Promise<void> {
    if (job.isSealed) {
      assertMayDownload(reader);
    }
    if (!(await this.isReadable(reader, job))) {
      throw new LogNeedsApprovalError();
    }
  }

  async isReadable(reader: SpaceUser, job: ScriptJobEntity): Promise<boolean> {
    if (!job.isSealed || job.spaceId === null) {
      return true;
    }
    const ref = { space: 'project', spaceId: job.spaceId } as const;
    try {
      await this.access.openForDownload(reader, ref, [job.resultsDir ?? job.workDir]);
      return true;
    } catch (error) {
      if (error instanceof DomainError) {
        return false;
      }
      throw error;
    }
  }

  /** As a file it is an entry of the project, which every way out of that looks after. @throws LogNeedsApprovalError */
  assertDownloadable(job: ScriptJobEntity): void {
    if (job.isSealed) {
      throw new LogNeedsApprovalError();
    }
  }
}
