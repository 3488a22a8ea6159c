import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What is at `$2` or below it, of the project `$1`. The beginning of the path narrows by the index: `0` comes after `/`. */
const atOrBelow = `project_id = $1
  AND left(path, 200) COLLATE "C" BETWEEN left($2, 200) AND left($2 || '0', 200)
  AND (path = $2 OR starts_with(path, $2 || '/'))`;
const tables = ['application_entry', 'application_file'] as const;

/** Keeps the parts of applications at what happens in the projects that they are of. */
@Injectable()
export class ApplicationPathsRepository {
  /** What was at or below a path is at or below another one. @returns the applications that have it */
  move(manager: EntityManager, projectId: string, from: string, to: string): Promise<string[]> {
    return this.changeAll(
      manager,
      `path = $3 || substr(path, length($2) + 1) WHERE ${atOrBelow} AND trash_id IS NULL`,
      [projectId, from, to],
    );
  }

  /** What was at or below a path lies in the trash. @returns the applications that had it */
  remove(
    manager: EntityManager,
    projectId: string,
    path: string,
    trashId: string,
  ): Promise<string[]> {
    return this.changeAll(manager, `trash_id = $3 WHERE ${atOrBelow} AND trash_id IS NULL`, [
      projectId,
      path,
      trashId,
    ]);
  }

  /** What lay in the trash is back, perhaps under another name. @returns the applications that have it again */
  restore(
    manager: EntityManager,
    projectId: string,
    trashId: string,
    from: string,
    path: string,
  ): Promise<string[]> {
    return this.changeAll(
      manager,
      `trash_id = NULL, path = $3 || substr(path, length($2) + 1)
       WHERE ${atOrBelow} AND trash_id = $4`,
      [projectId, from, path, trashId],
    );
  }

  /** What lay in the trash is gone for good: ends what is about it. @returns those applications */
  async purge(
    manager: EntityManager,
    projectId: string,
    trashIds: readonly string[],
  ): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `UPDATE download_application SET status = 2, ending = 'gone', decided_at = now()
       WHERE project_id = $1 AND status <> 2 AND id IN (
         SELECT application_id FROM application_file
         WHERE project_id = $1 AND trash_id = ANY($2))
       RETURNING id`,
      [projectId, [...trashIds]],
    );
    return rows.map(({ id }) => id);
  }

  private async changeAll(
    manager: EntityManager,
    change: string,
    parameters: unknown[],
  ): Promise<string[]> {
    const changed = new Set<string>();
    for (const table of tables) {
      const [rows] = await manager.query<[{ id: string }[], number]>(
        `UPDATE ${table} SET ${change} RETURNING application_id AS id`,
        parameters,
      );
      rows.forEach(({ id }) => changed.add(id));
    }
    return [...changed];
  }
}
