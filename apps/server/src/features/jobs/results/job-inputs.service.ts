import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/http/domain-error.js';
import { SpaceRegistry } from '../../spaces/space.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { JobFileRepository, type NewJobFile } from './job-file.repository.js';
import { formatIdentity } from '../../../platform/file-space/file-identity.js';

/** Notes what jobs are given by name, as it is then. */
@Injectable()
export class JobInputs {
  constructor(
    private readonly files: JobFileRepository,
    private readonly spaces: SpaceRegistry,
  ) {}

  /** Before a job is sent; only for the first time, because a later attempt may find other files. What is not there is left out. */
  async note(job: ScriptJobEntity): Promise<void> {
    const { id, space, inputs } = job;
    const spaceId = job.spaceId ?? job.userId;
    if (inputs.length === 0 || spaceId === null || (await this.files.hasInputs(id))) {
      return;
    }
    const tree = await this.spaces.find(space)?.filesOf({ space, spaceId });
    if (!tree) {
      return;
    }
    const noted: NewJobFile[] = [];
    for (const path of inputs) {
      try {
        const { isDirectory, sizeBytes: size, modifiedAt } = await tree.stat(path);
        const identity = formatIdentity(await tree.identify(path));
        noted.push({ space, spaceId, path, size, modifiedAt, identity, isDirectory });
      } catch (error) {
        if (!(error instanceof DomainError)) {
          throw error;
        }
      }
    }
    await this.files.addInputs(id, noted);
  }
}
