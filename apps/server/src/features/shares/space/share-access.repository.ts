import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { IntendedStep } from '../../spaces/operations/intended-step.js';

/** What decides about one user and one share. */
export interface ShareAccess {
  id: string;
  ownerId: string;
  isDropBox: boolean;
  expiresAt: Date | null;
  /** Whether the user is among those who have it now. */
  isReceiver: boolean;
  /** On the owner's disk, in their order; `isGone`: it lies in the trash, or is gone for good. */
  paths: { path: string; isGone: boolean }[];
  /** What may be happening to entries of the owner's disk at this moment. */
  unsettled: IntendedStep[];
}

/** What opening a share needs, in one query: it is asked for every listing, fetch and check of running work. */
@Injectable()
export class ShareAccessRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Null when there is no such share. @param userId null: nobody's */
  async find(shareId: string, userId: string | null): Promise<ShareAccess | null> {
    const rows = await this.dataSource.query<ShareAccess[]>(
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
    return rows[0] ?? null;
  }
}
