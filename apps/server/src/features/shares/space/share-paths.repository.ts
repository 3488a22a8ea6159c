import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MountedPaths } from '../../../platform/file-space/mounted-paths.js';

/** A share with where a folder of its owner's disk is seen in it. */
export interface ShownFolders {
  shareId: string;
  dirs: string[];
}

/** What is at `$2` or below it, of the disk of `$1`. The beginning of the path narrows by the index: `0` comes after `/`. */
const atOrBelow = `owner_id = $1
  AND left(path, 200) COLLATE "C" BETWEEN left($2, 200) AND left($2 || '0', 200)
  AND (path = $2 OR starts_with(path, $2 || '/'))`;

/** Queries that keep the entries of shares at what happens on the disks that they are of. */
@Injectable()
export class SharePathsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** What was at or below a path is at or below another one. @returns the shares that have it */
  async move(manager: EntityManager, ownerId: string, from: string, to: string): Promise<string[]> {
    return sharesOf(
      manager,
      `UPDATE share_path SET path = $3 || substr(path, length($2) + 1)
       WHERE ${atOrBelow} AND trash_id IS NULL RETURNING share_id AS id`,
      [ownerId, from, to],
    );
  }

  /** What was at or below a path lies in the trash. @returns the shares that had it */
  async remove(
    manager: EntityManager,
    ownerId: string,
    path: string,
    trashId: string,
  ): Promise<string[]> {
    return sharesOf(
      manager,
      `UPDATE share_path SET trash_id = $3
       WHERE ${atOrBelow} AND trash_id IS NULL RETURNING share_id AS id`,
      [ownerId, path, trashId],
    );
  }

  /** What lay in the trash is back, perhaps under another name. @returns the shares that have it again */
  async restore(
    manager: EntityManager,
    ownerId: string,
    trashId: string,
    from: string,
    path: string,
  ): Promise<string[]> {
    return sharesOf(
      manager,
      `UPDATE share_path SET trash_id = NULL, path = $3 || substr(path, length($2) + 1)
       WHERE ${atOrBelow} AND trash_id = $4 RETURNING share_id AS id`,
      [ownerId, from, path, trashId],
    );
  }

  /** The live shares in which any of these folders of a disk is seen, or an entry of which lies right in one of them. */
  async listShowing(ownerId: string, dirs: readonly string[]): Promise<ShownFolders[]> {
    const above = [...new Set(dirs.flatMap(withAncestors))];
    const shares = await this.dataSource.query<
      { shareId: string; paths: string[]; gone: boolean[] }[]
    >(
      `SELECT share_id AS "shareId", array_agg(path ORDER BY "position") AS paths,
         array_agg(trash_id IS NOT NULL ORDER BY "position") AS gone
       FROM share_path JOIN share ON share.id = share_id
       WHERE (share.expires_at IS NULL OR share.expires_at > now()) AND share_id IN (
         SELECT share_id FROM share_path
         WHERE owner_id = $1 AND (
           left(path, 200) COLLATE "C" = ANY($2) AND path = ANY($3)
           OR md5(regexp_replace(path, '/[^/]*$', '')) = ANY($4)))
       GROUP BY share_id`,
      [
        ownerId,
        above.map((path) => Array.from(path).slice(0, 200).join('')),
        above,
        dirs.map((dir) => md5(dir === '/' ? '' : dir)),
      ],
    );
    return shares.map(({ shareId, paths, gone }) => {
      const absent = new Set(gone.flatMap((isGone, index) => (isGone ? [index] : [])));
      const shown = new MountedPaths(paths, absent);
      // What has just gone is missed at the top.
      const isTop = paths.some((path) => dirs.includes(parentOf(path)));
      const seen = dirs.flatMap((dir) => shown.dirsShowing(dir));
      return { shareId, dirs: [...new Set(isTop ? ['/', ...seen] : seen)] };
    });
  }
}

async function sharesOf(
  manager: EntityManager,
  sql: string,
  parameters: unknown[],
): Promise<string[]> {
  const [rows] = await manager.query<[{ id: string }[], number]>(sql, parameters);
  return rows.map(({ id }) => id);
}

/** The same as PostgreSQL's, by which the folders of entries are indexed. */
function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function withAncestors(dir: string): string[] {
  const above = [dir];
  for (let path = parentOf(dir); path !== '/'; path = parentOf(path)) {
    above.push(path);
  }
  return above;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
