import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { MountedPaths } from '../../platform/file-space/mounted-paths.js';
import { wantedPaths, withBelow, withFound } from '../spaces/entries/entry-sql.js';
import type { IntendedStep } from '../spaces/operations/intended-step.js';
import { ShareEntity } from './share.entity.js';

/** An entry of a share, where it is now: the share follows the entries on the owner's disk. */
export interface SharedEntry {
  shareId: string;
  /** Whose disk it is on. */
  ownerId: string;
  /** In the order in which they were chosen; counts from 0. */
  position: number;
  /** On the owner's disk; of what lies in the trash or is gone, where it was. */
  path: string;
  isDirectory: boolean;
  /** Under which the entry, or the folder that it was in, lies in the trash; empty: it is gone for good; null: it is there. */
  trashId: string | null;
}

/** A share with its entries in their order. */
export type StoredShare = ShareEntity & { paths: SharedEntry[] };

/** What decides about one user and one share. */
export interface ShareAccess {
  id: string;
  ownerId: string;
  isDropBox: boolean;
  forVisitors: boolean;
  canDownload: boolean;
  expiresAt: Date | null;
  /** Whether the user is a receiver now. */
  isReceiver: boolean;
  /** On the owner's disk, in their order; `isGone`: it lies in the trash, or is gone for good. */
  paths: { path: string; isGone: boolean }[];
  /** Operations on entries of the owner's disk that may be under way. */
  unsettled: IntendedStep[];
}

/** Shares as they are stored, for decisions about them. */
@Injectable()
export class ShareRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** In any state; null when there is none with this id. */
  async find(id: string): Promise<StoredShare | null> {
    const [share, paths] = await Promise.all([
      this.dataSource.getRepository(ShareEntity).findOneBy({ id }),
      this.listPaths([id], limits.shareMaxPaths),
    ]);
    return share && { ...share, paths };
  }

  /** The first `most` entries of each of these shares, in their order. */
  listPaths(shareIds: readonly string[], most: number): Promise<SharedEntry[]> {
    return this.dataSource.query<SharedEntry[]>(
      `SELECT share_id AS "shareId", owner_id AS "ownerId", "position", path, is_directory AS "isDirectory",
         trash_id AS "trashId"
       FROM shared_entry WHERE share_id = ANY($1) AND "position" < $2 ORDER BY share_id, "position"`,
      [shareIds, most],
    );
  }

  /**
   * What opening a share needs, in one query: it is asked for every listing, fetch and check of running work. Null when there is
   * no such share. @param userId null: nobody's
   */
  async findAccess(shareId: string, userId: string | null): Promise<ShareAccess | null> {
    const [share] = await this.dataSource.query<ShareAccess[]>(
      `SELECT id, owner_id AS "ownerId", is_drop_box AS "isDropBox", for_visitors AS "forVisitors",
         can_download AS "canDownload", expires_at AS "expiresAt",
         EXISTS (
           SELECT FROM share_receiver
           WHERE share_id = share.id AND user_id = $2 AND NOT has_left) AS "isReceiver",
         (SELECT coalesce(
            json_agg(json_build_object('path', path, 'isGone', trash_id IS NOT NULL)
              ORDER BY "position"), '[]')
          FROM shared_entry WHERE share_id = share.id) AS paths,
         (SELECT coalesce(jsonb_agg(step), '[]')
          FROM space_operation, jsonb_array_elements(steps) AS step
          WHERE space = 'disk' AND space_id = owner_id::text) AS unsettled
       FROM share WHERE id = $1`,
      [shareId, userId],
    );
    return share ?? null;
  }

  /** All receivers of these shares. */
  async receiverIds(shareIds: readonly string[]): Promise<string[]> {
    const rows = await this.dataSource.query<{ userId: string }[]>(
      `SELECT DISTINCT user_id AS "userId" FROM share_receiver WHERE share_id = ANY($1) AND NOT has_left`,
      [shareIds],
    );
    return rows.map(({ userId }) => userId);
  }

  /** The shares that have an entry or something below it. */
  async listWith(manager: EntityManager, entryId: string): Promise<string[]> {
    const rows = await manager.query<{ id: string }[]>(
      `${withBelow} SELECT DISTINCT share_id AS id FROM below JOIN share_path ON entry_id = below.id`,
      [entryId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * The live shares that show any of these folders of a disk, or have an entry directly in one of them.
   * @returns `dirs`: where in the share these are seen
   */
  async listShowing(
    ownerId: string,
    dirs: readonly string[],
  ): Promise<{ shareId: string; dirs: string[] }[]> {
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
