import { Injectable, Logger } from '@nestjs/common';
import { operationStuckNotice, settleOperations, type SpaceRef } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { withStatementTimeout } from '../../../platform/database/long-statement.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { EntryTree } from '../entries/entry-tree.js';
import { SpaceRegistry } from '../space.js';
import type { SpaceKey } from '../space-key.js';
import { findOutcome, type IntendedStep } from './intended-step.js';
import {
  hearsOf,
  tellingOrder,
  tellObserver,
  type EntryChange,
  type SpaceObserver,
} from './space-observer.js';

/** How many operations one run settles; the next run takes the others. */
const settledAtOnce = 100;
/** How long the worker may tell observers about one operation, milliseconds; in a call the deadline of every statement holds. */
const settlingMs = 60_000;
/** After so many failures, about two and a half minutes, administrators are told. */
const triesBeforeAlert = 5;

/**
 * Entries of a space are about to change, and observers have yet to be told. The row goes when they were told; until then what it
 * covers is closed. One that stays belongs to a process that died, or could not be told of.
 */
interface OperationRow {
  id: string;
  space: SpaceRef['space'];
  spaceId: string;
  /** On whose behalf; null: the platform's own. */
  userId: string | null;
  steps: IntendedStep[];
}

/** After these an entry is elsewhere than it was. */
const leaving: ReadonlySet<EntryChange['kind']> = new Set(['moved', 'removed', 'restored']);

const rowsWhere = (condition: string): string =>
  `SELECT id, space, space_id AS "spaceId", user_id AS "userId", steps FROM space_operation WHERE ${condition}`;

/** Records what is about to happen to entries, and tells the observers when it has happened. */
@Injectable()
export class OperationLog {
  /** Whether an operation waits for the sweep, as SQL. */
  readonly unsettledCondition = 'EXISTS (SELECT FROM space_operation WHERE due_at <= now())';
  private readonly logger = new Logger('OperationLog');
  private readonly observers = new Map<SpaceRef['space'], SpaceObserver[]>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly spaces: SpaceRegistry,
    private readonly tree: EntryTree,
    private readonly notifications: Notifications,
    private readonly rights: UserRights,
  ) {}

  /** Registers an observer of one kind of space. Call once, when the module starts. */
  observe(space: SpaceRef['space'], observer: SpaceObserver): void {
    this.observers.set(space, [...this.observersOf(space), observer]);
  }

  /** Whether an observer wants changes of these kinds; otherwise nothing is recorded and no query is made. */
  isObserved({ space }: SpaceKey, kinds: readonly EntryChange['kind'][]): boolean {
    return this.observersOf(space).some((observer) => hearsOf(observer, kinds));
  }

  /** Records what is to happen. @returns the id of the row */
  async begin(key: SpaceKey, userId: string | null, steps: IntendedStep[]): Promise<string> {
    const left = steps.flatMap((step) =>
      step.kind === 'move' ? step.from : step.kind === 'remove' ? step.path : [],
    );
    if (left.length === 0 || !this.observersOf(key.space).some(({ isInherited }) => isInherited)) {
      return this.insert(this.dataSource.manager, key, userId, steps);
    }
    return this.dataSource.transaction(async (manager) => {
      await this.tree.ensure(manager, key, left);
      return this.insert(manager, key, userId, steps);
    });
  }

  /**
   * Tells the observers and takes the row away, in one transaction. When that fails the row stays, and the sweep tells
   * them: the files have changed, and the caller's part is done.
   */
  async finish(
    id: string,
    key: SpaceKey,
    userId: string | null,
    changes: readonly EntryChange[],
  ): Promise<void> {
    await this.dataSource
      .transaction((manager) => this.conclude(manager, id, key, userId, changes))
      .catch((error: unknown) => this.postpone(id, error));
  }

  /** Tells observers about changes that were not recorded before. When that fails they are recorded now, for the sweep. */
  async tell(
    key: SpaceKey,
    userId: string | null,
    steps: IntendedStep[],
    changes: readonly EntryChange[],
  ): Promise<void> {
    if (changes.length === 0) {
      return;
    }
    try {
      await this.dataSource.transaction((manager) => this.apply(manager, key, userId, changes));
    } catch (error) {
      await this.insert(this.dataSource.manager, key, userId, steps).then(
        (id) => this.postpone(id, error),
        () => this.logger.error({ err: error }, 'Nobody could be told who made a folder'),
      );
    }
  }

  /** Finds out what an operation did that has just failed: part of a batch may be done. */
  async settleFailed(id: string): Promise<void> {
    const [row] = await this.dataSource
      .query<OperationRow[]>(rowsWhere('id = $1'), [id])
      .catch(() => []);
    if (row) {
      await this.settle(row);
    }
  }

  /** Settles operations of processes that died or could not tell the observers. One that fails waits longer; others do not wait for it. */
  @OnDue(settleOperations)
  async sweep(signal: AbortSignal): Promise<void> {
    const rows = await this.dataSource.query<OperationRow[]>(
      rowsWhere(`due_at <= now() ORDER BY due_at LIMIT ${settledAtOnce}`),
    );
    for (const row of rows) {
      signal.throwIfAborted();
      await this.settle(row);
    }
  }

  /** Finds out what became of one operation, and tells the observers of that. */
  private async settle(row: OperationRow): Promise<void> {
    const key = { space: row.space, spaceId: row.spaceId };
    try {
      const files = (await this.spaces.find(row.space)?.filesOf(key)) ?? null;
      const changes: EntryChange[] = [];
      for (const step of files ? row.steps : []) {
        changes.push(...(files ? await findOutcome(files, step) : []));
      }
      await withStatementTimeout(this.dataSource, settlingMs, (manager) =>
        this.conclude(manager, row.id, key, row.userId, changes),
      );
    } catch (error) {
      await this.postpone(row.id, error);
    }
  }

  /** Only the transaction that deletes the row tells the observers: none is told twice. */
  private async conclude(
    manager: EntityManager,
    id: string,
    key: SpaceKey,
    userId: string | null,
    changes: readonly EntryChange[],
  ): Promise<void> {
    const [, count] = await manager.query<[unknown[], number]>(
      'DELETE FROM space_operation WHERE id = $1',
      [id],
    );
    if (count === 1) {
      await this.apply(manager, key, userId, changes);
    }
  }

  private async apply(
    manager: EntityManager,
    key: SpaceKey,
    userId: string | null,
    changes: readonly EntryChange[],
  ): Promise<void> {
    const known = new Map<EntryChange, string>();
    const ordered = tellingOrder.flatMap((kind) =>
      changes.filter((change) => change.kind === kind),
    );
    if (ordered.some(({ kind }) => leaving.has(kind))) {
      await this.tree.beginFollowing(manager, key);
    }
    for (const change of ordered) {
      const id = await this.tree.follow(manager, key, change);
      if (id !== undefined) {
        known.set(change, id);
      }
    }
    for (const observer of this.observersOf(key.space)) {
      await tellObserver(observer, { manager, key, userId, known }, ordered);
    }
  }

  private async postpone(id: string, error: unknown): Promise<void> {
    this.logger.error({ err: error, operation: id }, 'An operation could not be settled yet');
    try {
      const [[row]] = await this.dataSource.query<[{ tries: number }[], number]>(
        `UPDATE space_operation SET tries = tries + 1,
           due_at = now() + least(power(2, tries) * interval '5 seconds', interval '10 minutes')
         WHERE id = $1 RETURNING tries`,
        [id],
      );
      if (row?.tries === triesBeforeAlert) {
        await this.alert();
      }
    } catch (failure) {
      this.logger.warn({ err: failure, operation: id }, 'An operation waits for the sweep');
    }
  }

  /** Tells administrators, once for each operation that fails again and again, how many of them there are now. */
  private async alert(): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const [{ waiting } = { waiting: 1 }] = await manager.query<{ waiting: number }[]>(
        'SELECT count(*)::int AS waiting FROM space_operation WHERE tries > 0',
      );
      const userIds = await this.rights.listAdministrators(manager);
      await this.notifications.notify(manager, userIds, operationStuckNotice, { waiting });
    });
  }

  private async insert(
    manager: EntityManager,
    { space, spaceId }: SpaceKey,
    userId: string | null,
    steps: IntendedStep[],
  ): Promise<string> {
    // Most take milliseconds, a batch on a slow network filesystem seconds: what is a minute old has lost its process.
    const [{ id } = { id: '' }] = await manager.query<{ id: string }[]>(
      `INSERT INTO space_operation (space, space_id, user_id, steps, due_at)
       VALUES ($1, $2, $3, $4, now() + interval '1 minute') RETURNING id`,
      [space, spaceId, userId, JSON.stringify(steps)],
    );
    return id;
  }

  private observersOf(space: SpaceRef['space']): readonly SpaceObserver[] {
    return this.observers.get(space) ?? [];
  }
}
