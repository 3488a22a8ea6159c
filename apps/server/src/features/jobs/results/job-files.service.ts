import { Injectable } from '@nestjs/common';
import type { EndpointAnswer, EndpointParams, JobFile, jobEndpoints } from '@clusterdesk/contracts';
import { Config } from '../../../config/config.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { JobMadeEntries } from '../../projects/jobs/job-made-entries.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { keyOf } from '../../spaces/space-key.js';
import { filterFor, type Space } from '../../spaces/space.js';
import { mayRunJobs, maySeeJob } from '../job.policy.js';
import { JobService } from '../job.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { JobFileRepository, type NewJobFile } from './job-file.repository.js';
import { isSameFile, parseIdentity } from '../../../platform/file-space/file-identity.js';

/** Files of a page unless it says another size. */
const filesShown = 50;

/** Answers what jobs were given and left, and which job a file comes from. */
@Injectable()
export class JobFiles {
  constructor(
    private readonly jobs: JobService,
    private readonly files: JobFileRepository,
    private readonly access: SpaceAccess,
    private readonly made: JobMadeEntries,
    private readonly config: Config,
  ) {}

  /**
   * A page of what a job was given or left: of files in a project those that the caller may view now.
   * @throws JobNotFoundError
   */
  async list(
    caller: Principal,
    { jobId, kind, pageNum = 0, size = filesShown }: EndpointParams<typeof jobEndpoints.files>,
  ): Promise<EndpointAnswer<typeof jobEndpoints.files>> {
    const job = await this.jobs.get(caller, jobId);
    const noted = await this.files.list(job.id, kind);
    const isWhole = kind === 'output' ? job.hasAllOutputs : noted.length === job.inputs.length;
    const space = noted.length === 0 ? null : await this.openOf(caller, job);
    const shown = job.space === 'disk' ? noted : await viewable(space, noted);
    const page = shown.slice(pageNum * size, (pageNum + 1) * size);
    const data: JobFile[] = [];
    for (const file of page) {
      data.push({
        space: file.space,
        spaceId: file.space === 'disk' ? '' : file.spaceId,
        path: file.path,
        size: file.size,
        modifiedTime: wireTime(file.modifiedAt, this.config.timeZone),
        isDirectory: file.isDirectory,
        state: space ? await stateOf(space, file) : 'gone',
      });
    }
    return { data, total: shown.length, isWhole };
  }

  /** @throws what the space refuses to a caller who may not view the file */
  async findMaker(
    caller: Principal,
    { space: name, spaceId = '', path }: EndpointParams<typeof jobEndpoints.madeBy>,
  ): Promise<EndpointAnswer<typeof jobEndpoints.madeBy>> {
    const ref = name === 'disk' ? { space: name } : { space: name, spaceId };
    const space = await this.access.openFor(caller, ref, 'view', [path]);
    const entry = await space.files.stat(path);
    if (entry.isDirectory) {
      return null;
    }
    const identity = await space.files.identify(path);
    const maker = await this.files.findMaker(keyOf(caller, ref), identity);
    if (!maker) {
      return null;
    }
    const { jobId, jobName, userId, userName, endedAt, size, modifiedAt } = maker;
    const given = await viewable(space, await this.files.list(jobId, 'input'));
    return {
      jobId: mayRunJobs(caller) && maySeeJob(caller, { userId }) ? jobId : null,
      jobName,
      userName: (userId && (await this.made.nameOf(userId))) || userName,
      endTime: wireTime(endedAt, this.config.timeZone),
      isChanged: size !== entry.sizeBytes || modifiedAt.getTime() !== entry.modifiedAt.getTime(),
      inputs: given.map((file) => ({ path: file.path })),
    };
  }

  /** The space of a job; null: the caller may not use it. Nobody looks into the disk of another user. */
  private async openOf(caller: Principal, job: ScriptJobEntity): Promise<Space | null> {
    const { space, spaceId, userId } = job;
    if (space === 'disk') {
      return userId === caller.userId ? this.access.open(caller, { space }) : null;
    }
    return this.access.open(caller, { space, spaceId: spaceId ?? '' }).catch(nullWhenRefused);
  }
}

/** Those that the user of the space may view at this moment. */
async function viewable(
  space: Space | null,
  files: readonly NewJobFile[],
): Promise<readonly NewJobFile[]> {
  const passes = space && (await filterFor(space, 'view')?.(files.map(({ path }) => path)));
  return space ? files.filter((_, index) => passes?.[index] ?? true) : [];
}

/** What became of it, by what is at its path now. */
async function stateOf({ files }: Space, file: NewJobFile): Promise<JobFile['state']> {
  const there = await files.stat(file.path).catch(nullWhenRefused);
  const identity = there && (await files.identify(file.path).catch(nullWhenRefused));
  if (!there || !identity) {
    return 'gone';
  }
  const isSame =
    isSameFile(identity, parseIdentity(file.identity)) &&
    there.sizeBytes === file.size &&
    there.modifiedAt.getTime() === file.modifiedAt.getTime();
  return isSame ? 'same' : 'changed';
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof DomainError && error.status < 500) {
    return null;
  }
  throw error;
}
