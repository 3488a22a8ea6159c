import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { settleOperations, type SpaceRef } from '@clusterdesk/contracts';
import { DataSource, LessThan } from 'typeorm';
import { LostWork } from '../../../platform/tasks/lost-work.service.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { SpaceRegistry } from '../space.js';
import type { SpaceKey } from '../space-key.js';
import { findOutcome, type IntendedStep } from './intended-step.js';
import { SpaceOperationEntity } from './space-operation.entity.js';
import { hearsOf, tellObserver, type EntryChange, type SpaceObserver } from './space-observer.js';

/** An operation takes milliseconds, a batch on a slow network filesystem seconds: one that is older has lost its process. */
const abandonedMs = 60_000;
const settledAtOnce = 100;
const abandonedCondition = `EXISTS (
  SELECT FROM space_operation WHERE created_at < now() - interval '${abandonedMs} milliseconds')`;

/** What is about to happen to entries, and who is to be told when it has. */
@Injectable()
export class OperationLog implements OnModuleInit {
  private readonly logger = new Logger('OperationLog');
  private readonly observers = new Map<SpaceRef['space'], SpaceObserver[]>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly spaces: SpaceRegistry,
    private readonly lostWork: LostWork,
  ) {}

  onModuleInit(): void {
    this.lostWork.watch(settleOperations, abandonedCondition);
  }

  /** Registers who keeps something about the entries of one kind of space. Call once, when the module starts. */
  observe(space: SpaceRef['space'], observer: SpaceObserver): void {
    this.observers.set(space, [...(this.observers.get(space) ?? []), observer]);
  }

  /** Whether anybody is to be told of these kinds; where nobody is, nothing is written down and no query is made. */
  isObserved({ space }: SpaceKey, kinds: readonly EntryChange['kind'][]): boolean {
    return (this.observers.get(space) ?? []).some((observer) => hearsOf(observer, kinds));
  }

  /** Writes down what shall happen; the id of the row. */
  async begin(key: SpaceKey, userId: string | null, steps: IntendedStep[]): Promise<string> {
    const rows = this.dataSource.getRepository(SpaceOperationEntity);
    const { id } = await rows.save(rows.create({ ...key, userId, steps }));
    return id;
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
    try {
      await this.dataSource.transaction(async (manager) => {
        for (const observer of this.observers.get(key.space) ?? []) {
          await tellObserver(observer, { manager, key, userId }, changes);
        }
        await manager.getRepository(SpaceOperationEntity).delete({ id });
      });
    } catch (error) {
      this.logger.error({ err: error, operation: id }, 'Observers could not be told yet');
    }
  }

  /** Finds out what became of one operation, and tells the observers of that. */
  async settle(row: SpaceOperationEntity): Promise<void> {
    const key = { space: row.space, spaceId: row.spaceId };
    const files = (await this.spaces.find(row.space)?.filesOf(key)) ?? null;
    const changes: EntryChange[] = [];
    for (const step of files ? row.steps : []) {
      changes.push(...(files ? await findOutcome(files, step) : []));
    }
    await this.finish(row.id, key, row.userId, changes);
  }

  /** The same, for an operation that has just failed: part of a batch may be done. */
  async settleFailed(id: string): Promise<void> {
    try {
      const row = await this.dataSource.getRepository(SpaceOperationEntity).findOneBy({ id });
      if (row) {
        await this.settle(row);
      }
    } catch (error) {
      this.logger.warn({ err: error, operation: id }, 'The sweep will look at an operation');
    }
  }

  /** Settles what belongs to processes that died. */
  @OnTask(settleOperations)
  async sweep(_payload: object = {}, _signal?: AbortSignal, olderMs = abandonedMs): Promise<void> {
    const rows = await this.dataSource.getRepository(SpaceOperationEntity).find({
      where: { createdAt: LessThan(new Date(Date.now() - olderMs)) },
      order: { createdAt: 'ASC' },
      take: settledAtOnce,
    });
    for (const row of rows) {
      await this.settle(row).catch((error: unknown) =>
        this.logger.error({ err: error, operation: row.id }, 'An operation could not be settled'),
      );
    }
  }
}
