import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { runRestorings, sweepBackups } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { lockKey } from '../../../platform/database/advisory-locks.js';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { BackupRuns } from '../running/backup-runs.repository.js';
import { FolderSwap } from './folder-swap.js';
import { RestoredNews } from './restored-news.service.js';
import { RestoringInterruptedError } from './restoring.errors.js';
import { RestoringRows } from './restoring-rows.repository.js';

/** Ends what a process that died has left of a restoring, before this one serves anybody. */
@Injectable()
export class RestoringRecovery implements OnModuleInit {
  private readonly logger = new Logger('RestoringRecovery');

  constructor(
    private readonly dataSource: DataSource,
    private readonly rows: RestoringRows,
    private readonly told: RestoredNews,
    private readonly backups: BackupRuns,
    private readonly due: DueWork,
    private readonly tasks: TaskQueue,
    private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    this.due.watch(sweepBackups, this.rows.staleCondition);
    await this.resume();
  }

  /** Ends what nobody works on any more, and queues what waits: its task may have got lost. */
  async resume(): Promise<void> {
    await this.recover();
    if (await this.rows.hasWaiting()) {
      await this.tasks.add(runRestorings, {});
    }
  }

  /**
   * What was committed is completed, anything else is taken away and said to have failed. Does nothing while a worker restores: that one
   * holds the lock.
   */
  async recover(): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    const key = lockKey('restoring');
    try {
      const [row] = (await runner.query(
        'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
        key,
      )) as { locked: boolean }[];
      if (!row?.locked) {
        return;
      }
      try {
        await this.settle();
      } finally {
        await runner.query('SELECT pg_advisory_unlock($1, hashtext($2))', key);
      }
    } finally {
      await runner.release();
    }
  }

  /** The same, for who holds the lock. */
  async settle(): Promise<void> {
    const { filesDir } = this.config;
    for (const id of await FolderSwap.listIds(filesDir)) {
      const swap = new FolderSwap(filesDir, id);
      if (await this.rows.isDone(id)) {
        await swap.complete();
        this.logger.log('The folders of a restored backup are in their place.');
      }
      // It may take a while, and a start waits for this.
      swap.remove().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'What a restoring left could not be removed');
      });
    }
    await this.told.tellLate();
    await this.rows.failRunning(new RestoringInterruptedError().sentence);
    await this.endSafetyBackups();
  }

  /** A restoring that is over needs none, and the next one could not begin while one is under way. */
  async endSafetyBackups(): Promise<void> {
    for (const id of await this.rows.listLeftSafetyBackups()) {
      await this.backups.cancel(this.dataSource.manager, id);
    }
  }
}
