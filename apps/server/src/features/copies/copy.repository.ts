import { Injectable } from '@nestjs/common';
import { DataSource, In, LessThan, MoreThan, type EntityManager } from 'typeorm';
import { isUuid } from '../../platform/database/is-uuid.js';
import { lockInTransaction } from '../../platform/database/advisory-locks.js';
import { Timings } from '../../platform/timings.js';
import { limits } from '@clusterdesk/contracts';
import { TooManyCopiesError } from './copy.errors.js';
import { CopyEntryEntity } from './copy-entry.entity.js';
import { CopyTaskEntity } from './copy-task.entity.js';
import type { SpaceKey } from '../spaces/space-key.js';
import { SpaceRegistry } from '../spaces/space.js';
import { TaskLeases } from '../spaces/tasks/task-leases.js';

/** Final states. */
const over = ['done', 'failed', 'cancelled'] as const;
const underWay = ['waiting', 'copying'] as const;
/** How long a finished copy can be queried. */
const keepMs = 24 * 3_600_000;

export type NewCopy = Pick<
  CopyTaskEntity,
  | 'userId'
  | 'space'
  | 'spaceId'
  | 'paths'
  | 'targetSpace'
  | 'targetSpaceId'
  | 'dir'
  | 'conflict'
  | 'totalBytes'
  | 'totalFiles'
  | 'quotaAccount'
  | 'kind'
> &
  Partial<Pick<CopyTaskEntity, 'newestId'>>;
type CopyChange = Partial<
  Pick<
    CopyTaskEntity,
    | 'state'
    | 'totalBytes'
    | 'doneBytes'
    | 'doneFiles'
    | 'message'
    | 'errorCode'
    | 'errorStatus'
    | 'position'
    | 'refused'
    | 'placedPath'
    | 'sha256'
  >
>;

/** Queries over copies. */
@Injectable()
export class CopyRepository {
  readonly leases: TaskLeases;

  constructor(
    private readonly dataSource: DataSource,
    private readonly spaces: SpaceRegistry,
    private readonly timings: Timings,
  ) {
    this.leases = new TaskLeases(dataSource, CopyTaskEntity, 'copying', timings.tasks.leaseMs);
  }

  /**
   * @param take runs in the same transaction, and may refuse
   * @throws TooManyCopiesError
   */
  async insert(
    manager: EntityManager,
    copy: NewCopy,
    take: ((manager: EntityManager) => Promise<void>) | undefined,
  ): Promise<CopyTaskEntity> {
    const { userId } = copy;
    const max = limits.copiesUnderWayPerUser;
    return manager.transaction(async (within) => {
      // Serialized per user: no other call may add a row between the count and the insert.
      await lockInTransaction(within, 'copiesOfUser', userId);
      const copies = within.getRepository(CopyTaskEntity);
      if ((await copies.countBy({ userId, state: In(underWay) })) >= max) {
        throw new TooManyCopiesError(max);
      }
      const inserted = await copies.save(copies.create({ ...copy, holdsUse: take !== undefined }));
      await take?.(within);
      return inserted;
    });
  }

  find(id: string): Promise<CopyTaskEntity | null> {
    return this.dataSource.getRepository(CopyTaskEntity).findOneBy({ id });
  }

  /** What its user is shown: what is under way, and what ended and is not cleared; the newest first. */
  list(userId: string): Promise<CopyTaskEntity[]> {
    return this.dataSource.getRepository(CopyTaskEntity).find({
      where: [
        { userId, state: In(underWay) },
        { userId, state: In(['done', 'failed']), isCleared: false },
      ],
      order: { touchedAt: 'DESC' },
      take: limits.copiesInList,
    });
  }

  /** Clears those of the user that are over; answers which, or null when one is not the user's. */
  async clear(userId: string, ids: readonly string[]): Promise<string[] | null> {
    const own = { userId, id: In(ids) };
    if (
      !ids.every(isUuid) ||
      (await this.dataSource.getRepository(CopyTaskEntity).countBy(own)) < ids.length
    ) {
      return null;
    }
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(
      `UPDATE copy_task SET is_cleared = true
       WHERE user_id = $1 AND id = ANY ($2::uuid[]) AND state = ANY ($3) AND NOT is_cleared RETURNING id`,
      [userId, ids, over],
    );
    return rows.map(({ id }) => id);
  }

  /** Gives the next copy to a run (`TaskLeases.take`). */
  async take(lease: string, exceptOf: readonly string[]): Promise<CopyTaskEntity | null> {
    const id = await this.leases.take(lease, exceptOf);
    return id === null ? null : this.find(id);
  }

  /** False if the copy is finished. */
  cancel(id: string): Promise<boolean> {
    return this.leases.cancel(id, over, (manager) => this.refundUse(manager, id));
  }

  /** Updates a copy; false if the run no longer holds it. */
  async updateLeased(
    id: string,
    lease: string,
    change: CopyChange,
    manager = this.dataSource.manager,
  ): Promise<boolean> {
    const result = await manager
      .getRepository(CopyTaskEntity)
      .update({ id, lease }, { ...change, touchedAt: new Date() });
    return result.affected === 1;
  }

  /** Ends a copy; false if the run no longer holds it. */
  endLeased(id: string, lease: string, change: CopyChange): Promise<boolean> {
    return this.leases.end(id, lease, change, (manager) => this.refundUse(manager, id));
  }

  listEntries(copyId: string): Promise<CopyEntryEntity[]> {
    return this.dataSource.getRepository(CopyEntryEntity).findBy({ copyId });
  }

  /** Records a completely staged entry; false if the run no longer holds the copy. */
  addEntry(lease: string, entry: Omit<CopyEntryEntity, 'copy'>): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const isOwn = await manager.getRepository(CopyTaskEntity).findOne({
        select: { id: true },
        where: { id: entry.copyId, lease },
        lock: { mode: 'pessimistic_write' },
      });
      if (isOwn !== null) {
        await manager.getRepository(CopyEntryEntity).insert(entry);
      }
      return isOwn !== null;
    });
  }

  /** Records that an entry is about to be placed; false if the run no longer holds the copy. */
  markPlacing({ copyId, position }: CopyEntryEntity, lease: string): Promise<boolean> {
    return this.changeOwn(
      `UPDATE copy_entry SET is_placing = true FROM own WHERE copy_id = own.id AND position = $3`,
      [copyId, lease, position],
    );
  }

  /** Records where an entry was placed; false if the run no longer holds the copy. */
  notePlaced(
    { copyId, position, bytes }: CopyEntryEntity,
    lease: string,
    path: string,
  ): Promise<boolean> {
    return this.changeOwn(
      `, counted AS (UPDATE copy_task SET placed_bytes = placed_bytes + $5, placed_path = coalesce(placed_path, $4) FROM own WHERE copy_task.id = own.id)
       UPDATE copy_entry SET placed_path = $4 FROM own WHERE copy_id = own.id AND position = $3`,
      [copyId, lease, position, path, bytes],
    );
  }

  /** Deletes the record of a staged entry; false if the run no longer holds the copy. */
  deleteEntry({ copyId, position }: CopyEntryEntity, lease: string): Promise<boolean> {
    return this.changeOwn(
      'DELETE FROM copy_entry USING own WHERE copy_id = own.id AND position = $3',
      [copyId, lease, position],
    );
  }

  /** How many bytes of an account are reserved for unfinished copies. */
  async pendingBytes(manager: EntityManager, account: string): Promise<number> {
    const row = await manager
      .createQueryBuilder(CopyTaskEntity, 'copy')
      .select('coalesce(sum(greatest(copy.totalBytes - copy.placedBytes, 0)), 0)', 'total')
      .where({ quotaAccount: account, state: In(underWay) })
      .getRawOne<{ total: string }>();
    return Number(row?.total ?? 0);
  }

  /** How many bytes copies and unpackings have yet to write (`TaskLeases.bytesUnderWay`); other acts write none. */
  bytesUnderWay(besides?: string): Promise<number> {
    return this.leases.bytesUnderWay(besides, { kind: In(['copy', 'unzip']) });
  }

  async deleteOld(): Promise<void> {
    await this.dataSource.getRepository(CopyTaskEntity).delete({
      state: In(over),
      touchedAt: LessThan(new Date(Date.now() - keepMs)),
    });
  }

  /** Whether a run may still need the staged files. */
  async isUnderWay(id: string): Promise<boolean> {
    return this.dataSource.getRepository(CopyTaskEntity).existsBy({ id, state: In(underWay) });
  }

  /** Whether a run may still write into staging, including one that has not noticed yet that its copy was cancelled. */
  async mayBeWritten(id: string): Promise<boolean> {
    const heardAfter = new Date(Date.now() - this.timings.tasks.leaseMs);
    return this.dataSource.getRepository(CopyTaskEntity).existsBy([
      { id, state: In(underWay) },
      { id, touchedAt: MoreThan(heardAfter) },
    ]);
  }

  /**
   * Refunds the use that a source counted for a copy which failed or was cancelled before anything was placed; repeated, it does
   * nothing. Part of the transaction that ends the copy: once the end is visible, the use is available again.
   */
  private async refundUse(manager: EntityManager, copyId: string): Promise<void> {
    const [[source]] = await manager.query<[SpaceKey[], number]>(
      `UPDATE copy_task SET holds_use = false
       WHERE id = $1 AND holds_use AND state IN ('failed', 'cancelled') AND NOT EXISTS (
         SELECT FROM copy_entry WHERE copy_id = $1 AND (is_placing OR placed_path IS NOT NULL))
       RETURNING space, space_id AS "spaceId"`,
      [copyId],
    );
    if (source) {
      await this.spaces.find(source.space)?.refund(manager, source);
    }
  }

  /** One statement about a copy ($1) that is locked for the run that holds it ($2): nothing takes it over or cancels it meanwhile. */
  private async changeOwn(change: string, parameters: unknown[]): Promise<boolean> {
    const [, affected] = await this.dataSource.query<[unknown[], number]>(
      `WITH own AS (SELECT id FROM copy_task WHERE id = $1 AND lease = $2 FOR UPDATE) ${change}`,
      parameters,
    );
    return affected === 1;
  }
}
