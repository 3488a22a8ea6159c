import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { JobSpace } from '@clusterdesk/contracts';
import {
  spellingsOfIdentity,
  type FileIdentity,
} from '../../../platform/file-space/file-identity.js';
import type { SpaceKey } from '../../spaces/space-key.js';

export type JobFileKind = 'input' | 'output';

/** A file that a job was given, or left, as it was then. */
export interface NewJobFile {
  space: JobSpace;
  spaceId: string;
  path: string;
  size: number;
  modifiedAt: Date;
  /** As `formatIdentity` writes it. */
  identity: string;
  isDirectory: boolean;
}

/** The job that made a file, or changed it last, and the file as it was then. */
export interface Maker {
  jobId: string;
  jobName: string;
  userId: string | null;
  userName: string;
  endedAt: Date;
  size: number;
  modifiedAt: Date;
}

/** Rows per statement of a removal. */
const batchSize = 5_000;

/** What was noted about files of jobs: what they were given, and what they left. */
@Injectable()
export class JobFileRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Notes files of a job. */
  async add(
    manager: EntityManager,
    jobId: string,
    kind: JobFileKind,
    files: readonly NewJobFile[],
  ): Promise<void> {
    if (files.length === 0) {
      return;
    }
    await manager.query(
      `INSERT INTO script_job_file (job_id, kind, space, space_id, path, size, modified_at, identity, is_directory, noted_at)
       SELECT $1, $2, file.*, now() FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::timestamptz[], $8::text[], $9::boolean[]) AS file`,
      [
        jobId,
        kind,
        files.map(({ space }) => space),
        files.map(({ spaceId }) => spaceId),
        files.map(({ path }) => path),
        files.map(({ size }) => size),
        files.map(({ modifiedAt }) => modifiedAt),
        files.map(({ identity }) => identity),
        files.map(({ isDirectory }) => isDirectory),
      ],
    );
  }

  /** Notes what a job is given, unless that was done: an attempt is not the first one. */
  async addInputs(jobId: string, files: readonly NewJobFile[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT FROM script_job WHERE id = $1 FOR UPDATE', [jobId]);
      if (!(await this.hasInputs(jobId, manager))) {
        await this.add(manager, jobId, 'input', files);
      }
    });
  }

  async hasInputs(jobId: string, manager = this.dataSource.manager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM script_job_file WHERE job_id = $1 AND kind = 'input' LIMIT 1`,
      [jobId],
    );
    return rows.length > 0;
  }

  /** All files of a job, newest first: a bounded number. */
  async list(jobId: string, kind: JobFileKind): Promise<NewJobFile[]> {
    const rows = await this.dataSource.query<(Omit<NewJobFile, 'size'> & { size: string })[]>(
      `SELECT space, space_id AS "spaceId", path, size, modified_at AS "modifiedAt", identity, is_directory AS "isDirectory"
       FROM script_job_file WHERE job_id = $1 AND kind = $2 ORDER BY modified_at DESC, id`,
      [jobId, kind],
    );
    return rows.map((row) => ({ ...row, size: Number(row.size) }));
  }

  /** The newest job that made or changed this very file of a space, whatever it is called now. */
  async findMaker({ space, spaceId }: SpaceKey, identity: FileIdentity): Promise<Maker | null> {
    const [maker] = await this.dataSource.query<(Omit<Maker, 'size'> & { size: string })[]>(
      `SELECT job.id AS "jobId", job_name AS "jobName", user_id AS "userId", user_name AS "userName",
         ended_at AS "endedAt", size, modified_at AS "modifiedAt"
       FROM script_job_file AS file JOIN script_job AS job ON job.id = file.job_id
       WHERE file.space = $1 AND file.space_id = $2 AND identity = ANY($3) AND kind = 'output'
       ORDER BY noted_at DESC, job.id DESC LIMIT 1`,
      [space, spaceId, spellingsOfIdentity(identity)],
    );
    return maker ? { ...maker, size: Number(maker.size) } : null;
  }

  /** Forgets files of jobs that ended before a moment, in steps: the jobs themselves are then deleted quickly. */
  async removeBefore(before: Date, signal: AbortSignal): Promise<void> {
    await this.removeAll(
      `SELECT file.id FROM script_job AS job JOIN script_job_file AS file ON job_id = job.id WHERE ended_at < $1`,
      before,
      signal,
    );
  }

  /** Forgets files of the disk of a user who was deleted. */
  async removeOfDisk(userId: string, signal: AbortSignal): Promise<void> {
    await this.removeAll(
      `SELECT file.id FROM script_job AS job JOIN script_job_file AS file ON job_id = job.id
       WHERE user_id = $1 AND file.space = 'disk'`,
      userId,
      signal,
    );
  }

  private async removeAll(ids: string, of: Date | string, signal: AbortSignal): Promise<void> {
    let removed = batchSize;
    while (removed === batchSize && !signal.aborted) {
      [, removed] = await this.dataSource.query<[unknown[], number]>(
        `DELETE FROM script_job_file WHERE id IN (${ids} LIMIT ${batchSize})`,
        [of],
      );
    }
  }
}
