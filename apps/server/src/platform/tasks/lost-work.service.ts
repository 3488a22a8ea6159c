import { Injectable, Logger } from '@nestjs/common';
import type { TaskDefinition } from '@clusterdesk/contracts';
import { readDatabaseFailure } from '../database/database-failure.js';
import { Postgres } from '../database/postgres.js';
import { TaskQueue } from './task-queue.service.js';
import { Timings } from '../timings.js';

interface Watched {
  task: TaskDefinition;
  condition: string;
}

/**
 * Looks for work whose signal got lost with a process, and queues the task that carries it on. A worker asks for all of it in
 * one statement; a schedule for each would cost some ten statements a run, nearly always to find nothing.
 */
@Injectable()
export class LostWork {
  private readonly logger = new Logger('LostWork');
  private readonly watched: Watched[] = [];
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(
    private readonly postgres: Postgres,
    private readonly tasks: TaskQueue,
    private readonly timings: Timings,
  ) {}

  /**
   * Queues the task whenever the condition holds; call once, when the module starts. The condition is a boolean SQL expression
   * without parameters, and cheap: it looks into an index that is empty when there is nothing to do. The task's run makes it
   * false, or finds out that it has to wait.
   */
  watch(task: TaskDefinition, condition: string): void {
    this.watched.push({ task, condition });
  }

  /** Looks now, and again and again. Only where tasks run. */
  start(): void {
    this.timer = setInterval(() => this.lookSafely(), this.timings.tasks.lostWorkMs);
    this.timer.unref();
    this.lookSafely();
  }

  /** Looks no more; a look that is under way ends first. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  /** Looks once. */
  async look(): Promise<void> {
    for (const { task } of await this.findNeeded()) {
      await this.tasks.add(task, {});
    }
  }

  private lookSafely(): void {
    this.looking ??= this.look()
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'Lost work could not be looked for'),
      )
      .finally(() => {
        this.looking = undefined;
      });
  }

  /** A condition that fails does not stop the others: then each is asked by itself. */
  private async findNeeded(): Promise<Watched[]> {
    try {
      return await this.select(this.watched);
    } catch (error) {
      if (readDatabaseFailure(error) !== null) {
        throw error;
      }
    }
    const needed: Watched[] = [];
    for (const one of this.watched) {
      try {
        needed.push(...(await this.select([one])));
      } catch (error) {
        this.logger.error({ err: error, task: one.task.name }, 'A condition of lost work fails');
      }
    }
    return needed;
  }

  private async select(watched: readonly Watched[]): Promise<Watched[]> {
    if (watched.length === 0) {
      return [];
    }
    const selects = watched.map(
      ({ condition }, place) => `SELECT ${place} AS place WHERE ${condition}`,
    );
    const { rows } = await this.postgres.pool.query<{ place: number }>(selects.join(' UNION ALL '));
    const places = new Set(rows.map(({ place }) => place));
    return watched.filter((_, place) => places.has(place));
  }
}
