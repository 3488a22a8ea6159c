import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { MountedPaths } from '../../../platform/file-space/mounted-paths.js';
import { wantedPaths, withBelow, withFound } from '../../spaces/entries/entry-sql.js';

/** A share, and its folders that show folders of its owner's disk. */
export interface ShownFolders {
  shareId: string;
  dirs: string[];
}

/** Queries on entries of shares by their place on the owner's disk. */
@Injectable()
export class SharePathsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The shares that have an entry or something below it. */
  async listWith(manager: EntityManager, entryId: string): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `${withBelow} SELECT DISTINCT share_id AS id FROM below JOIN share_path ON entry_id = below.id`,
      [entryId],
    );
    return rows.map(({ id }) => id);
  }

  /** The live shares that show any of these folders of a disk, or have an entry directly in one of them. */
  async listShowing(ownerId: string, dirs: readonly string[]): Promise<ShownFolders[]> {
    const wanted = wantedPaths({ space: 'disk', spaceId: ownerId }, dirs);
    const shares = await this.dataSource.query<
      { shareId: string; paths: string[]; gone: boolean[] }[]
    >(
      `${withFound},
       showing AS MATERIALIZED (
         SELECT share_id FROM found JOIN share_path ON entry_id = found.id
         UNION
         SELECT share_id FROM found JOIN space_entry AS entry ON entry.parent_id = found.id
           JOIN share_path ON entry_id = entry.id
         WHERE found.node = ANY($6))
       SELECT share_id AS "shareId", array_agg(path ORDER BY "position") AS paths,
         array_agg(trash_id IS NOT NULL ORDER BY "position") AS gone
       FROM shared_entry JOIN share ON share.id = share_id
       WHERE (share.expires_at IS NULL OR share.expires_at > now())
         AND share_id IN (SELECT share_id FROM showing)
       GROUP BY share_id`,
      [
        ...wanted.parameters,
        wanted.paths.flatMap((path, node) => (dirs.includes(path) ? node : [])),
      ],
    );
    return shares.map(({ shareId, paths, gone }) => {
      const absent = new Set(gone.flatMap((isGone, index) => (isGone ? [index] : [])));
      const shown = new MountedPaths(paths, absent);
      // An entry that has just gone changes the top.
      const isTop = paths.some((path) => dirs.includes(parentOf(path)));
      const seen = dirs.flatMap((dir) => shown.dirsShowing(dir));
      return { shareId, dirs: [...new Set(isTop ? ['/', ...seen] : seen)] };
    });
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
