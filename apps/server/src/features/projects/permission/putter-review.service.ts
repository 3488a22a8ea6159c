import { Injectable, Logger } from '@nestjs/common';
import { reviewPutters } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import type { FileSpace } from '../../../platform/file-space/file-space.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { SpaceRegistry } from '../../spaces/space.js';

/** Looked at by one statement and its files. */
const atOnce = 200;
/** Between an entry's coming and the row that says who put it there, milliseconds. */
const noteMs = 60_000;

interface Claim {
  entryId: string;
  projectId: string;
  ownerId: string | null;
  claimedBy: string;
  putAt: Date;
  /** Null: it lies in the trash, or is gone. */
  path: string | null;
}

/**
 * Earlier versions took whoever asked for a folder whose name was taken for the person who had put the entry there. What the migration has set
 * aside is given back to whoever put it there, if the entry came at that time, and else to the project's owner.
 */
@Injectable()
export class PutterReview {
  /** Whether anything is set aside, as SQL. */
  readonly neededCondition = 'EXISTS (SELECT FROM project_entry WHERE claimed_by IS NOT NULL)';
  private readonly logger = new Logger('PutterReview');

  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectAccessRepository,
    private readonly spaces: SpaceRegistry,
  ) {}

  @OnDue(reviewPutters)
  async review(signal: AbortSignal): Promise<void> {
    for (let claims = await this.list(); claims.length > 0; claims = await this.list()) {
      for (const claim of claims) {
        signal.throwIfAborted();
        await this.reviewOne(claim);
      }
    }
  }

  private list(): Promise<Claim[]> {
    return this.dataSource.query<Claim[]>(
      `SELECT entry_id AS "entryId", project_id AS "projectId", owner_id AS "ownerId", claimed_by AS "claimedBy",
         put_at AS "putAt", CASE WHEN place.trash_id IS NULL THEN place.path END AS path
       FROM project_entry JOIN project ON project.id = project_id
         LEFT JOIN LATERAL space_entry_place(entry_id) AS place ON TRUE
       WHERE claimed_by IS NOT NULL ORDER BY project_id LIMIT ${atOnce}`,
    );
  }

  private async reviewOne(claim: Claim): Promise<void> {
    const { entryId, projectId, ownerId, claimedBy, path } = claim;
    const files = await this.spaces
      .find('project')
      ?.filesOf({ space: 'project', spaceId: projectId });
    const isTrue =
      files && path !== null && path !== '/' ? await cameThen(files, path, claim.putAt) : false;
    if (!isTrue) {
      const details = { projectId, path, claimedBy, ownerId };
      this.logger.warn(
        details,
        "It is not certain who put an entry there: it is its owner's again",
      );
    }
    await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `UPDATE project_entry SET put_by = $2, claimed_by = NULL
         WHERE entry_id = $1 AND claimed_by IS NOT NULL`,
        [entryId, isTrue ? claimedBy : ownerId],
      );
      await this.projects.raiseVersion(manager, projectId);
    });
  }
}

/** Whether an entry was made, or a file was put at its place, when it was noted who put it there. */
async function cameThen(files: FileSpace, path: string, putAt: Date): Promise<boolean> {
  const times = await files.times(path).catch(() => null);
  if (times === null) {
    return false;
  }
  const moments = times.isDirectory ? [times.bornMs] : [times.bornMs, times.changedMs];
  return moments.some((moment) => Math.abs(putAt.getTime() - moment) <= noteMs);
}
