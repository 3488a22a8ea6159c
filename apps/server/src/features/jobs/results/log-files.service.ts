import { randomUUID } from 'node:crypto';
import { open as openFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { nullWhenGone } from '../../../platform/file-space/file-space.errors.js';
import { fsyncAndIdentify } from '../../../platform/file-space/placing/file-placing.js';
import { fileMode } from '../../../platform/file-space/safe-directory.js';
import { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { QuotaReservations } from '../../spaces/quota/quota-reservations.service.js';
import { assertMay, type Space, type SpaceUser } from '../../spaces/space.js';
import { isOlderThan } from '../../spaces/storage/file-age.js';
import { FreeSpaceGuard } from '../../spaces/storage/free-space-guard.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { mapNoSpace, writeWhole } from '../../spaces/storage/write-whole.js';
import { OutputRemovedError } from '../job.errors.js';
import { JobOutputs } from '../output/job-outputs.service.js';
import { JobResultsRepository, type EndedJob, type ResultGroup } from './job-results.repository.js';
import {
  type FileIdentity,
  formatIdentity,
  parseIdentity,
  freshStat,
} from '../../../platform/file-space/file-identity.js';

/** A staged file that nobody noted, and that was not written to for this long, belongs to a process that died. */
const abandonedMs = 15 * 60_000;

/** What a job's output is called as a file. */
export function logNameOf({ id, jobName }: Pick<EndedJob, 'id' | 'jobName'>): string {
  return `${jobName}-${id}.log`;
}

/** The id in such a name, also of one that got a number because it was taken; null: it is no such name. */
export function jobIdOfLog(name: string): string | null {
  return /-(\d{1,18})(?: \(\d+\))?\.log$/.exec(name)?.[1] ?? null;
}

/** The submitter of jobs, and where they worked, as the submitter may use it. */
export interface Workplace {
  user: SpaceUser;
  space: Space;
}

/** Puts the output of ended jobs into their folders, as a file of the space. */
@Injectable()
export class LogFiles {
  constructor(
    private readonly results: JobResultsRepository,
    private readonly outputs: JobOutputs,
    private readonly operations: SpaceOperations,
    private readonly quota: QuotaReservations,
    private readonly room: FreeSpaceGuard,
    private readonly staging: Staging,
  ) {}

  /**
   * Puts a job's output into the folder, on behalf of its user; that of a sealed job was put there by nobody. Done again after a crash
   * it finds what it placed, by the identity that was noted before.
   * @param before where it worked, as its user could use that a moment ago
   * @param open the same anew: a large output takes a while, and a right may end meanwhile; null: it has ended
   * @returns its path; null: the job printed nothing, its output was removed, or the right has ended
   * @throws a refusal: no right, no quota, no folder; any other error is the platform's
   */
  async write(
    job: EndedJob,
    { dir, isSealed }: Pick<ResultGroup, 'dir' | 'isSealed'>,
    before: Workplace,
    open: () => Promise<Workplace | null>,
    signal: AbortSignal,
  ): Promise<string | null> {
    const bytes = Number(job.outputBytes);
    if (job.logPath !== null || bytes === 0 || job.outputRemovedAt !== null) {
      return job.logPath;
    }
    // Nobody may add to the results of a sealed job: they are closed so that it alone writes there, and its user sees them.
    const right = isSealed ? 'view' : 'add';
    if (job.stagedLog === null) {
      await assertMay(before.space, right, [dir]);
    }
    const { path, identity } = await this.staged(job, bytes, signal);
    const workplace = await open();
    if (!workplace) {
      return null;
    }
    const { space, user } = workplace;
    const place = async (): Promise<string> => {
      const name = logNameOf(job);
      const put = { identity, isDirectory: false, dir, name, conflict: 'keepBoth' } as const;
      const by = isSealed ? null : user;
      return (await this.operations.place(space, by, { staged: path, ...put })).path;
    };
    if (!(await isUnplaced(path))) {
      return place();
    }
    await assertMay(space, right, [dir]);
    // Counted before it is there: of several that come at once none gets what another was promised.
    await this.quota.reserve(space.quota, bytes, async () => space.note?.(bytes));
    try {
      return await place();
    } catch (error) {
      await space.note?.(-bytes);
      throw error;
    }
  }

  /** Removes what is staged of a job that gets no file. */
  async discard({ stagedLog }: EndedJob): Promise<void> {
    if (stagedLog !== null) {
      await rm(this.read(stagedLog).path, { force: true });
    }
  }

  /** Removes what processes staged that died before they could note it. */
  async sweep(): Promise<void> {
    const names = await readdir(this.staging.logsDir);
    const ids = names.flatMap((name) => /^\d{1,18}(?=\.)/.exec(name)?.[0] ?? []);
    const noted = await this.results.listStaged(ids);
    const used = new Set(noted.map((staged) => this.read(staged).path));
    for (const path of names.map((name) => join(this.staging.logsDir, name))) {
      if (!used.has(path) && (await isOlderThan(path, abandonedMs))) {
        await rm(path, { force: true });
      }
    }
  }

  /** The staged file: that of a run that died, or a new one, which is noted. */
  private async staged(
    job: EndedJob,
    bytes: number,
    signal: AbortSignal,
  ): Promise<{ path: string; identity: FileIdentity }> {
    if (job.stagedLog !== null) {
      return this.read(job.stagedLog);
    }
    const name = `${job.id}.${randomUUID()}`;
    const path = join(this.staging.logsDir, name);
    try {
      await mapNoSpace(() => this.copyOutput(job, bytes, path, signal));
      const identity = await fsyncAndIdentify(path);
      const noted = `${name} ${formatIdentity(identity)}`;
      if (!(await this.results.noteStaged(job, noted))) {
        throw new Error('Another run writes the output of this job.');
      }
      job.stagedLog = noted;
      return { path, identity };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Piece by piece: an output may be larger than what fits into memory. */
  private async copyOutput(
    { id }: EndedJob,
    bytes: number,
    path: string,
    signal: AbortSignal,
  ): Promise<void> {
    const file = await openFile(path, 'wx', fileMode);
    try {
      for (let position = 0; position < bytes;) {
        signal.throwIfAborted();
        const { offset, data } = await this.outputs.read(id, position, limits.jobLogPageBytes);
        if (data.length === 0 || offset !== position) {
          throw new OutputRemovedError();
        }
        const piece = data.subarray(0, bytes - position);
        await writeWhole(this.room, file, piece, position);
        position += piece.length;
      }
    } finally {
      await file.close();
    }
  }

  private read(stagedLog: string): { path: string; identity: FileIdentity } {
    const [name = '', identity = ''] = stagedLog.split(' ');
    return { path: join(this.staging.logsDir, name), identity: parseIdentity(identity) };
  }
}

/** Whether a staged file was not placed yet: it is there, and has no second name in a space. */
async function isUnplaced(path: string): Promise<boolean> {
  const stats = await freshStat(path).catch(nullWhenGone);
  return stats?.nlink === 1n;
}
