import { Injectable } from '@nestjs/common';
import { limits } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
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
      `SELECT id, owner_id AS "ownerId", is_drop_box AS "isDropBox", expires_at AS "expiresAt",
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
}
