import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { ensureEntry, partsOf } from '../../spaces/entries/entry-sql.js';
import { ShareEntity } from '../share.entity.js';
import { ShareReceiverEntity } from '../share-receiver.entity.js';
import type { SharedEntry } from '../share.repository.js';
import type { NewShare, VisitorRules } from './new-share.js';

/** One entry that is to be shared, as it is on the disk. */
export type NewEntry = Pick<SharedEntry, 'path' | 'isDirectory'>;

/** A share that is being changed. */
export interface ChangedShare extends Pick<
  ShareEntity,
  | 'id'
  | 'shareType'
  | 'expiresAt'
  | 'downloadLimit'
  | 'isDropBox'
  | 'canDownload'
  | keyof VisitorRules
> {
  /** Its name in the log: that of its first entry. */
  name: string;
  /** How many entries it has. */
  entries: number;
}

/** SQL: the name of a share in the log: that of its first entry, never its code. */
const shareName = `(SELECT coalesce(entry.name, split_part(path, '/', -1))
  FROM share_path LEFT JOIN space_entry AS entry ON entry.id = entry_id
  WHERE share_id = share.id AND "position" = 0)`;

/** Changes of shares, as parts of a transaction. */
@Injectable()
export class SharingRepository {
  /** Lets no other share of the same owner be added until the transaction ends. @returns how many there are */
  async lockOwner(manager: EntityManager, ownerId: string): Promise<number> {
    // Foreign keys to it stay possible: two users may share with each other at the same time.
    await manager.query('SELECT FROM user_account WHERE id = $1 FOR NO KEY UPDATE', [ownerId]);
    return manager.countBy(ShareEntity, { ownerId });
  }

  /** A new share with its entries, in their order. */
  async insert(
    manager: EntityManager,
    ownerId: string,
    share: NewShare,
    entries: readonly NewEntry[],
  ): Promise<void> {
    await manager.insert(ShareEntity, { ...share, ownerId });
    await manager.query(
      `INSERT INTO share_path (share_id, "position", owner_id, path, is_directory, entry_id)
       SELECT $1, entry.number - 1, $2::uuid, entry.path, entry.is_directory,
         ${ensureEntry(`'disk'`, '$2::uuid::text', partsOf('entry.path'))}
       FROM unnest($3::text[], $4::boolean[]) WITH ORDINALITY AS entry (path, is_directory, number)`,
      [
        share.id,
        ownerId,
        entries.map(({ path }) => path),
        entries.map(({ isDirectory }) => isDirectory),
      ],
    );
  }

  /**
   * The owner's shares among these, locked; those of others are left out. Always in the same order, so that two changes of the same
   * shares cannot deadlock.
   */
  lockOwn(
    manager: EntityManager,
    ownerId: string,
    ids: readonly string[],
  ): Promise<ChangedShare[]> {
    return manager.query<ChangedShare[]>(
      `SELECT id, share_type AS "shareType", expires_at AS "expiresAt", download_limit AS "downloadLimit",
         is_drop_box AS "isDropBox", can_download AS "canDownload", for_visitors AS "forVisitors",
         visitor_title AS "visitorTitle", visitor_max_bytes::float8 AS "visitorMaxBytes",
         visitor_max_files AS "visitorMaxFiles", ${shareName} AS name,
         (SELECT count(*)::int FROM share_path WHERE share_id = share.id) AS entries
       FROM share WHERE id = ANY($1) AND owner_id = $2 ORDER BY id FOR UPDATE`,
      [ids, ownerId],
    );
  }

  /** A link that is good now stays so until the transaction ends. @returns its name; null: there is none, or it is over */
  async lockLink(manager: EntityManager, id: string): Promise<string | null> {
    const [link] = await manager.query<{ name: string }[]>(
      `SELECT ${shareName} AS name FROM share WHERE id = $1 AND expires_at > now() FOR SHARE`,
      [id],
    );
    return link?.name ?? null;
  }

  /** The names of these users, for the log. */
  async userNames(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const rows = await manager.query<{ name: string }[]>(
      'SELECT user_name AS name FROM user_account WHERE id = ANY($1::uuid[]) ORDER BY 1',
      [userIds],
    );
    return rows.map(({ name }) => name);
  }

  async update(
    manager: EntityManager,
    id: string,
    change: Partial<
      Pick<ShareEntity, 'expiresAt' | 'isExpiryTold' | 'downloadLimit' | 'canDownload'> &
        VisitorRules
    >,
  ): Promise<void> {
    await manager.update(ShareEntity, { id }, change);
  }

  async delete(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await manager.delete(ShareEntity, { id: In([...ids]) });
  }

  /** The receivers of each of these shares. */
  async receiversOf(
    manager: EntityManager,
    ids: readonly string[],
  ): Promise<{ shareId: string; userId: string }[]> {
    return manager.find(ShareReceiverEntity, {
      where: { shareId: In([...ids]), hasLeft: false },
      select: { shareId: true, userId: true },
    });
  }

  /** Gives a share to these users; those who left it have it as of now. @returns who did not have it */
  async addReceivers(
    manager: EntityManager,
    shareId: string,
    userIds: readonly string[],
  ): Promise<string[]> {
    const rows = await manager.query<{ userId: string }[]>(
      `INSERT INTO share_receiver (share_id, user_id)
       SELECT $1, id FROM unnest($2::uuid[]) AS given (id) ORDER BY id
       ON CONFLICT (share_id, user_id) DO UPDATE SET has_left = false, created_at = now()
         WHERE share_receiver.has_left
       RETURNING user_id AS "userId"`,
      [shareId, userIds],
    );
    return rows.map(({ userId }) => userId);
  }

  async removeReceivers(
    manager: EntityManager,
    shareId: string,
    userIds: readonly string[],
  ): Promise<void> {
    await manager.delete(ShareReceiverEntity, { shareId, userId: In([...userIds]) });
  }

  /** Removes shares from a receiver's list. @returns those that were on it, with their owners and names */
  async leave(
    manager: EntityManager,
    userId: string,
    ids: readonly string[],
  ): Promise<{ id: string; ownerId: string; name: string }[]> {
    const [rows] = await manager.query<[{ id: string; ownerId: string; name: string }[], number]>(
      `UPDATE share_receiver SET has_left = true FROM share
       WHERE share.id = share_receiver.share_id AND share_receiver.user_id = $1
         AND share_receiver.share_id = ANY($2) AND NOT share_receiver.has_left
       RETURNING share.id, share.owner_id AS "ownerId", ${shareName} AS name`,
      [userId, ids],
    );
    return rows;
  }
}
