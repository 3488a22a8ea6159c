import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { ShareVisitorEntity } from './share-visitor.entity.js';

/** A visitor without an account, and the drop box that is visited. */
export interface StoredVisitor {
  id: string;
  shareId: string;
  ownerId: string;
  /** The name of the share in the log: that of its folder. */
  shareName: string;
  /** What visitors read above the box. */
  title: string;
  name: string;
  address: string;
  addressKey: string;
}

/** SQL: the folder's name where it lies now. */
const shareName = `(SELECT coalesce(entry.name, split_part(path, '/', -1))
  FROM share_path LEFT JOIN space_entry AS entry ON entry.id = entry_id
  WHERE share_id = share.id AND "position" = 0)`;

const visitors = `SELECT visitor.id, share_id AS "shareId", share.owner_id AS "ownerId", ${shareName} AS "shareName",
    coalesce(share.visitor_title, ${shareName}) AS title, visitor.name, address, address_key AS "addressKey"
  FROM share_visitor AS visitor JOIN share ON share.id = share_id`;

/** Tickets that are over so long are forgotten; what was begun with one may still be placed meanwhile. */
const forgottenAfter = "interval '2 days'";

/** Queries on visitors of drop boxes, and on what comes from them. */
@Injectable()
export class VisitorRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A new visitor; forgets those whose tickets are long over. */
  async add(
    manager: EntityManager,
    visitor: Omit<ShareVisitorEntity, 'files' | 'createdAt'>,
  ): Promise<void> {
    await manager.query(`DELETE FROM share_visitor WHERE expires_at < now() - ${forgottenAfter}`);
    await manager.insert(ShareVisitorEntity, visitor);
  }

  /** Whose ticket it is; null when there is none like it, or it is over. */
  async findByToken(tokenHash: Buffer): Promise<StoredVisitor | null> {
    const [visitor] = await this.dataSource.query<StoredVisitor[]>(
      `${visitors} WHERE token_hash = $1 AND visitor.expires_at > now()`,
      [tokenHash],
    );
    return visitor ?? null;
  }

  async find(id: string): Promise<StoredVisitor | null> {
    const [visitor] = await this.dataSource.query<StoredVisitor[]>(
      `${visitors} WHERE visitor.id = $1`,
      [id],
    );
    return visitor ?? null;
  }

  /** Counts a file that is about to come, if there is room for it, also when a hundred ask at once. */
  async countIn(
    manager: EntityManager,
    shareId: string,
    sizeBytes: number,
  ): Promise<'counted' | 'full' | 'over'> {
    const isOpen = 'id = $1 AND is_drop_box AND for_visitors AND expires_at > now()';
    const [rows] = await manager.query<[unknown[], number]>(
      `UPDATE share SET visitor_bytes = visitor_bytes + $2, visitor_files = visitor_files + 1
       WHERE ${isOpen}
         AND (visitor_max_bytes IS NULL OR visitor_bytes + $2 <= visitor_max_bytes)
         AND (visitor_max_files IS NULL OR visitor_files < visitor_max_files)
       RETURNING id`,
      [shareId, sizeBytes],
    );
    if (rows.length > 0) {
      return 'counted';
    }
    const open = await manager.query<unknown[]>(`SELECT FROM share WHERE ${isOpen}`, [shareId]);
    return open.length > 0 ? 'full' : 'over';
  }

  /** Takes back what was counted for a file that did not come. */
  async countOut(manager: EntityManager, shareId: string, sizeBytes: number): Promise<void> {
    await manager.query(
      `UPDATE share SET visitor_bytes = greatest(visitor_bytes - $2, 0), visitor_files = greatest(visitor_files - 1, 0)
       WHERE id = $1`,
      [shareId, sizeBytes],
    );
  }

  /** Lets no other visitor of the same address begin an upload until the transaction ends. */
  async lockAddress(manager: EntityManager, { addressKey }: StoredVisitor): Promise<void> {
    await lockInTransaction(manager, 'visitorsOfAddress', addressKey);
  }

  /** Unfinished uploads into the box of this visitor, and from this address into any. */
  async countUnderWay(
    manager: EntityManager,
    { shareId, addressKey }: StoredVisitor,
  ): Promise<{ inBox: number; fromAddress: number }> {
    const [row] = await manager.query<{ inBox: number; fromAddress: number }[]>(
      `SELECT count(*) FILTER (WHERE share_id = $1)::int AS "inBox",
         count(*) FILTER (WHERE address_key = $2)::int AS "fromAddress"
       FROM share_visitor AS visitor JOIN upload ON upload.visitor_id = visitor.id
       WHERE placed_path IS NULL AND (share_id = $1 OR address_key = $2)`,
      [shareId, addressKey],
    );
    return row ?? { inBox: 0, fromAddress: 0 };
  }

  /** One file more of this visitor is there. @returns how many by now */
  async countFile(manager: EntityManager, id: string): Promise<number> {
    const [rows] = await manager.query<[{ files: number }[], number]>(
      'UPDATE share_visitor SET files = files + 1 WHERE id = $1 RETURNING files',
      [id],
    );
    return rows[0]?.files ?? 1;
  }
}
