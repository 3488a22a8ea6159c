import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { ensureEntry, partsOf } from '../../spaces/entries/entry-sql.js';
import { ShareEntity } from '../share.entity.js';
import { ShareReceiverEntity } from '../share-receiver.entity.js';
import type { NewShare } from './new-share.js';

/** One entry that is shared, as it is on the disk. */
export interface SharedEntry {
  path: string;
  isDirectory: boolean;
}

/** A share as whoever changes it knows it, with the name of its first entry. */
export type ChangedShare = Omit<ShareEntity, 'owner'> & { name: string };

const sharerName = `coalesce(nullif(real_name, ''), user_name)`;

/** The display name of an owner of shares, and how many they have. */
export interface Owner {
  sharer: string;
  shares: number;
}

/** Changes of shares, as parts of a transaction. */
@Injectable()
export class SharingRepository {
  /** Lets no other share of the same owner be added until the transaction ends. @returns null: there is no such user */
  async lockOwner(manager: EntityManager, ownerId: string): Promise<Owner | null> {
    // Not against the keys that other tables hold of it: two users may share with each other at the same moment.
    const [owner] = await manager.query<{ sharer: string }[]>(
      `SELECT ${sharerName} AS sharer FROM user_account WHERE id = $1 FOR NO KEY UPDATE`,
      [ownerId],
    );
    const shares = await manager.countBy(ShareEntity, { ownerId });
    return owner ? { ...owner, shares } : null;
  }

  /** A new share with its entries, in their order, and its users. */
  async insert(
    manager: EntityManager,
    ownerId: string,
    share: NewShare,
    entries: readonly SharedEntry[],
  ): Promise<void> {
    await manager.insert(ShareEntity, {
      id: share.id,
      ownerId,
      shareType: share.shareType,
      verification: share.verification,
      expiresAt: share.expiresAt,
      isDropBox: share.isDropBox,
      downloadLimit: share.downloadLimit,
    });
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
    await this.addReceivers(manager, share.id, share.userIds);
  }

  /** One's own share of these ids, locked; those of others are left out as if they were not there. */
  async lockOwn(
    manager: EntityManager,
    ownerId: string,
    ids: readonly string[],
  ): Promise<ChangedShare[]> {
    // Always in the same order, so that two who change the same shares wait for each other only once.
    const shares = await manager.find(ShareEntity, {
      where: { id: In([...ids]), ownerId },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const names = await this.names(manager, ids);
    return shares.map((share) => ({ ...share, name: names.get(share.id) ?? '' }));
  }

  /** A link that is good now; it stays so until the transaction ends. Null: there is none, or it is over. */
  async lockLink(manager: EntityManager, id: string): Promise<{ id: string; name: string } | null> {
    const [row] = await manager.query<{ id: string }[]>(
      'SELECT id FROM share WHERE id = $1 AND expires_at > now() FOR SHARE',
      [id],
    );
    return row ? { id, name: (await this.names(manager, [id])).get(id) ?? '' } : null;
  }

  /** What users are told of a share that they get. */
  async noticeOf(
    manager: EntityManager,
    { id, ownerId, name, isDropBox }: ChangedShare,
  ): Promise<{
    shareId: string;
    sharer: string;
    name: string;
    entries: number;
    isDropBox: boolean;
  }> {
    const [row] = await manager.query<{ sharer: string; entries: number }[]>(
      `SELECT ${sharerName} AS sharer,
              (SELECT count(*)::int FROM share_path WHERE share_id = $2) AS entries
       FROM user_account WHERE id = $1`,
      [ownerId, id],
    );
    return { shareId: id, sharer: row?.sharer ?? '', name, entries: row?.entries ?? 0, isDropBox };
  }

  /** How these users are called, for the log. */
  async userNames(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const rows = await manager.query<{ name: string }[]>(
      'SELECT user_name AS name FROM user_account WHERE id = ANY($1::uuid[]) ORDER BY 1',
      [userIds],
    );
    return rows.map(({ name }) => name);
  }

  /** What the log calls these shares: the name of the first entry. */
  async names(manager: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await manager.query<{ id: string; name: string }[]>(
      `SELECT share_id AS id, coalesce(entry.name, split_part(path, '/', -1)) AS name
       FROM share_path LEFT JOIN space_entry AS entry ON entry.id = entry_id
       WHERE share_id = ANY($1) AND "position" = 0`,
      [ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async update(
    manager: EntityManager,
    id: string,
    change: Partial<Pick<ShareEntity, 'expiresAt' | 'isExpiryTold' | 'downloadLimit'>>,
  ): Promise<void> {
    if (Object.keys(change).length > 0) {
      await manager.update(ShareEntity, { id }, change);
    }
  }

  async delete(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await manager.delete(ShareEntity, { id: In([...ids]) });
  }

  /** Who has each of these shares now. */
  async receiversOf(
    manager: EntityManager,
    ids: readonly string[],
  ): Promise<{ shareId: string; userId: string }[]> {
    return manager.find(ShareReceiverEntity, {
      where: { shareId: In([...ids]), hasLeft: false },
      select: { shareId: true, userId: true },
    });
  }

  /** Gives a share to these users; who left it has it as of now. @returns who did not have it */
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

  /** Takes shares off a receiver's list. @returns those that were on it, with their owners */
  async leave(
    manager: EntityManager,
    userId: string,
    ids: readonly string[],
  ): Promise<{ id: string; ownerId: string }[]> {
    const [rows] = await manager.query<[{ id: string; ownerId: string }[], number]>(
      `UPDATE share_receiver SET has_left = true FROM share
       WHERE share.id = share_receiver.share_id AND share_receiver.user_id = $1
         AND share_receiver.share_id = ANY($2) AND NOT share_receiver.has_left
       RETURNING share.id, share.owner_id AS "ownerId"`,
      [userId, ids],
    );
    return rows;
  }
}
