import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import {
  DataSource,
  type EntityManager,
  type EntitySubscriberInterface,
  type QueryRunner,
  type TransactionCommitEvent,
  type TransactionRollbackEvent,
} from 'typeorm';

type Work = () => void | Promise<void>;

/**
 * What is to happen when a transaction has committed: tasks, events, notifications. A transaction that rolls back forgets it, and
 * so does a process that dies: what must not be lost is found again by a schedule.
 */
@Injectable()
export class AfterCommit implements OnModuleInit, EntitySubscriberInterface {
  private readonly logger = new Logger('AfterCommit');
  private readonly waiting = new WeakMap<QueryRunner, Work[]>();

  constructor(private readonly dataSource: DataSource) {}

  onModuleInit(): void {
    this.dataSource.subscribers.push(this);
  }

  /** Runs the work after the commit of the manager's transaction; outside a transaction, now. An error of it is logged. */
  run(manager: EntityManager, work: Work): void {
    const runner = manager.queryRunner;
    if (!runner?.isTransactionActive) {
      this.runSafely(work);
      return;
    }
    const works = this.waiting.get(runner) ?? [];
    works.push(work);
    this.waiting.set(runner, works);
  }

  /** TypeORM calls it for savepoints too: only the outermost commit counts. */
  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    if (!queryRunner.isTransactionActive) {
      const works = this.waiting.get(queryRunner) ?? [];
      this.waiting.delete(queryRunner);
      works.forEach((work) => this.runSafely(work));
    }
  }

  afterTransactionRollback({ queryRunner }: TransactionRollbackEvent): void {
    if (!queryRunner.isTransactionActive) {
      this.waiting.delete(queryRunner);
    }
  }

  /** Not awaited: the caller answers without waiting for it. */
  private runSafely(work: Work): void {
    Promise.resolve()
      .then(work)
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'Something that follows a commit failed'),
      );
  }
}
