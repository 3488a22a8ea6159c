import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { ViewEntry } from '../../projects/jobs/project-view.service.js';

/** A job that was shown entries of a project, and may run. */
export interface ShownJob {
  id: string;
  userId: string | null;
  spaceId: string;
  isSealed: boolean;
  view: ViewEntry[];
  version: string | null;
}

/** Queries over jobs in projects. */
@Injectable()
export class ProjectJobRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The jobs of a project, or of all, that have been shown entries of it and are not being stopped. */
  listShown(projectId: string | null): Promise<ShownJob[]> {
    return this.dataSource.query(
      `SELECT id, user_id AS "userId", space_id AS "spaceId", is_sealed AS "isSealed", project_view AS view,
              project_view_version AS version
       FROM script_job
       WHERE space_id IS NOT NULL AND status IN ('PENDING', 'RUNNING') AND ($1::uuid IS NULL OR space_id = $1)
         AND project_view IS NOT NULL AND reserved_at IS NOT NULL AND stop_reason IS NULL`,
      [projectId],
    );
  }

  /** Notes what an attempt is shown, before it is sent. */
  async noteView(
    { id, attempt }: { id: string; attempt: number },
    view: readonly ViewEntry[],
    version: string | null,
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE script_job SET project_view = $3, project_view_version = $4
       WHERE id = $1 AND attempt = $2 AND status IN ('PENDING', 'RUNNING')`,
      [id, attempt, JSON.stringify(view), version],
    );
  }

  /** All of it was allowed by this version of the rights, too. */
  async noteVersion(
    jobIds: readonly string[],
    before: string | null,
    version: string | null,
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE script_job SET project_view_version = $3
       WHERE id = ANY($1::bigint[]) AND project_view_version IS NOT DISTINCT FROM $2`,
      [jobIds, before, version],
    );
  }

  /** Part of the transaction that closes the place of a job's results. */
  async noteResults(manager: EntityManager, jobId: string, path: string): Promise<void> {
    await manager.query('UPDATE script_job SET results_dir = $2 WHERE id = $1', [jobId, path]);
  }
}
