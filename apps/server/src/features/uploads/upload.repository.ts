import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import { limits } from '@clusterdesk/contracts';
import { lockInTransaction } from '../../platform/database/advisory-locks.js';
import { Semaphore } from '../../platform/concurrency.js';
import type { ChunkBits } from './forms/chunk-bits.js';
import type { SpaceKey } from '../spaces/space-key.js';
import { TooManyUploadsError } from './upload.errors.js';
import { UploadEntity } from './upload.entity.js';

/** How many uploads may begin at once: each holds a connection of the pool (10) while it waits for the user's others. */
const begunAtOnce = 4;

/** Rows deleted by one statement. */
const deletedAtOnce = 10_000;

/** Where a finished upload is; `isNew` for the call that placed it. */
export interface Placed {
  path: string;
  isNew: boolean;
}

/** An upload as it begins. */
export type NewUpload = Omit<Partial<UploadEntity>, 'user'> & Pick<UploadEntity, 'id' | 'userId'>;

/** Queries over uploads. */
@Injectable()
export class UploadRepository {
  private readonly beginning = new Semaphore(begunAtOnce);

  constructor(private readonly dataSource: DataSource) {}

  /** In the transaction that reserved its room. */
  async insert(manager: EntityManager, upload: NewUpload): Promise<void> {
    await manager.getRepository(UploadEntity).insert(upload);
  }

  /**
   * Inserts within the user's limit of unfinished uploads, or within what the space itself admits of those of visitors.
   * @throws TooManyUploadsError, or what `admit` refuses
   */
  async insertBounded(
    manager: EntityManager,
    upload: NewUpload,
    admit: ((within: EntityManager) => Promise<void>) | null,
  ): Promise<void> {
    const insert = async (within: EntityManager): Promise<void> => {
      await (admit ? admit(within) : this.admitOfUser(within, upload.userId));
      await this.insert(within, upload);
    };
    await this.beginning.run(() => manager.transaction(insert));
  }

  private async admitOfUser(within: EntityManager, userId: string): Promise<void> {
    const max = limits.uploadsUnderWayPerUser;
    // Serialized per user: no other call may add a row between the count and the insert.
    await lockInTransaction(within, 'uploadsOfUser', userId);
    const own = { userId, visitorId: IsNull(), placedPath: IsNull() };
    if ((await within.getRepository(UploadEntity).countBy(own)) >= max) {
      throw new TooManyUploadsError(max);
    }
  }

  find(id: string): Promise<UploadEntity | null> {
    return this.dataSource.getRepository(UploadEntity).findOneBy({ id });
  }

  async update(
    id: string,
    change: Partial<Pick<UploadEntity, 'fileIdentity' | 'conflict' | 'uncheckedFrom'>>,
  ): Promise<void> {
    await this.dataSource.getRepository(UploadEntity).update({ id }, change);
  }

  /** The upload that a user's chunks with this key belong to. */
  findByChunkKey(userId: string, chunkKey: string): Promise<UploadEntity | null> {
    return this.dataSource.getRepository(UploadEntity).findOneBy({ userId, chunkKey });
  }

  /** Marks a chunk as received, which may be repeated; returns all received chunks, null if the upload is gone. */
  async addChunk(id: string, index: number): Promise<ChunkBits | null> {
    const [rows] = await this.dataSource.query<[{ bits: ChunkBits }[], number]>(
      `UPDATE upload SET chunk_bits = set_bit(chunk_bits, $2, 1) WHERE id = $1 RETURNING chunk_bits AS bits`,
      [id, index - 1],
    );
    return rows[0]?.bits ?? null;
  }

  /** Uploads into a moved folder, or into one below it, follow it. */
  async moveTargets(
    manager: EntityManager,
    { space, spaceId }: SpaceKey,
    from: string,
    to: string,
  ): Promise<void> {
    await manager.query(
      `UPDATE upload SET base_dir = $4 || substr(base_dir, length($3) + 1), target_dir = $4 || substr(target_dir, length($3) + 1)
       WHERE placed_path IS NULL AND (space, space_id) = ($1, $2) AND (base_dir = $3 OR starts_with(base_dir, $3 || '/'))`,
      [space, spaceId, from, to],
    );
  }

  /** Records where an upload was placed; false if it is gone. */
  async notePlaced(id: string, placedPath: string): Promise<boolean> {
    const change = { placedPath, placedAt: () => 'now()' };
    return (
      (await this.dataSource.getRepository(UploadEntity).update({ id }, change)).affected === 1
    );
  }

  /** How many bytes of an account are reserved for unfinished uploads. */
  async pendingBytes(manager: EntityManager, account: string): Promise<number> {
    const row = await manager
      .createQueryBuilder(UploadEntity, 'upload')
      .select('coalesce(sum(upload.quotaBytes), 0)', 'total')
      .where('upload.quotaAccount = :account AND upload.placedPath IS NULL', { account })
      .getRawOne<{ total: string }>();
    return Number(row?.total ?? 0);
  }

  /** Unfinished uploads, newest first. */
  listNewestUnplaced(count: number): Promise<UploadEntity[]> {
    return this.dataSource.getRepository(UploadEntity).find({
      where: { placedPath: IsNull(), fileIdentity: IsNull() },
      order: { createdAt: 'DESC' },
      take: count,
    });
  }

  /** Unfinished uploads that began so long ago, of users and of visitors, oldest first. */
  listUnplacedBefore(
    byUsers: Date,
    byVisitors: Date,
  ): Promise<Pick<UploadEntity, 'id' | 'visitorId'>[]> {
    return this.dataSource.getRepository(UploadEntity).find({
      select: { id: true, visitorId: true },
      where: [
        { createdAt: LessThan(byUsers), placedPath: IsNull() },
        { createdAt: LessThan(byVisitors), placedPath: IsNull(), visitorId: Not(IsNull()) },
      ],
      order: { createdAt: 'ASC' },
    });
  }

  /** Deletes finished uploads that began before, in batches: all at once would be one long transaction. */
  async deletePlacedBefore(time: Date): Promise<void> {
    for (let deleted = deletedAtOnce; deleted === deletedAtOnce;) {
      [, deleted] = await this.dataSource.query<[unknown[], number]>(
        `DELETE FROM upload WHERE id IN (
           SELECT id FROM upload WHERE created_at < $1 AND placed_path IS NOT NULL LIMIT ${deletedAtOnce})`,
        [time],
      );
    }
  }

  /** Deletes holds of forms that are no longer renewed: their processes died. The row of a form has no file name. */
  async deleteHoldsBefore(time: Date): Promise<void> {
    const abandoned = { fileName: '', placedPath: IsNull(), createdAt: LessThan(time) };
    await this.dataSource.getRepository(UploadEntity).delete(abandoned);
  }

  /** Complete uploads that are not placed yet, with their owners, except those of the last minute. */
  async listSealed(): Promise<Pick<UploadEntity, 'id' | 'userId' | 'visitorId'>[]> {
    return this.dataSource.getRepository(UploadEntity).find({
      select: { id: true, userId: true, visitorId: true },
      where: {
        fileIdentity: Not(IsNull()),
        placedPath: IsNull(),
        createdAt: LessThan(new Date(Date.now() - 60_000)),
      },
    });
  }

  /** Deletes an upload; of one that was not placed, `release` gives back in the same transaction what its space had admitted. */
  async discard(
    id: string,
    release: (manager: EntityManager, upload: UploadEntity) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const upload = await manager.findOne(UploadEntity, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      if (upload) {
        await this.delete(id, manager);
        if (upload.placedPath === null) {
          await release(manager, upload);
        }
      }
    });
  }

  async delete(id: string, manager: EntityManager = this.dataSource.manager): Promise<void> {
    await manager.getRepository(UploadEntity).delete({ id });
  }
}
