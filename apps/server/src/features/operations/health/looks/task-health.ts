import { Injectable } from '@nestjs/common';
import { taskQueueNames, type TaskQueueName } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../../config/config.js';
import { TaskQueue } from '../../../../platform/tasks/task-queue.service.js';
import type { Finding, HealthLooker } from '../health-look.js';

/** How long a task may wait, seconds: those of some queues wait for others' long work. */
const waitSeconds: Readonly<Record<TaskQueueName, number>> = {
  dispatch: 120,
  mail: 120,
  packaging: 3_600,
  copies: 3_600,
  usage: 3_600,
  maintenance: 3_600,
  thumbnails: 3_600,
  backup: 3_600,
};
/** A task that failed is a warning for this long. */
const failedForMs = 24 * 3_600_000;

/** Redis takes no more tasks when its memory is full: a warning comes before. */
const fullAt = 0.9;

/** The queues of tasks and who serves them. */
@Injectable()
export class TaskHealth implements HealthLooker {
  readonly looks = {
    tasks: () => this.lookAtTasks(),
    workers: () => this.lookAtWorkers(),
    redis: () => this.lookAtRedis(),
  };

  constructor(
    private readonly tasks: TaskQueue,
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  private async lookAtTasks(): Promise<Finding> {
    const now = Date.now();
    const [counts, queues] = await Promise.all([
      this.tasks.count(),
      Promise.all(
        taskQueueNames.map(async (name) => {
          const { waitsSince, failedAt } = await this.tasks.times(name);
          const waited = waitsSince === null ? 0 : Math.max(0, now - waitsSince) / 1_000;
          return { waited, failedAt, isLate: waited > waitSeconds[name] };
        }),
      ),
    ]);
    const failedAt = Math.max(0, ...queues.map((queue) => queue.failedAt ?? 0));
    const sum = (state: 'waiting' | 'active' | 'failed'): number =>
      Object.values(counts).reduce((all, queue) => all + queue[state], 0);
    const facts = {
      waiting: sum('waiting'),
      active: sum('active'),
      failed: sum('failed'),
      oldestWaitingSeconds: Math.round(Math.max(0, ...queues.map(({ waited }) => waited))),
      ...(failedAt > 0 && { lastFailureTime: failedAt }),
    };
    if (queues.some(({ isLate }) => isLate)) {
      return { state: 'warning', reason: 'tasksWait', facts };
    }
    return failedAt > now - failedForMs
      ? { state: 'warning', reason: 'tasksFailed', facts }
      : { state: 'ok', facts };
  }

  private async lookAtWorkers(): Promise<Finding> {
    const [workers, [late]] = await Promise.all([
      this.tasks.countWorkers(),
      this.dataSource.query<{ count: number }[]>(
        `SELECT count(*)::int FROM due_work
         WHERE due_at < now() - interval '15 minutes' AND leased_until <= now()`,
      ),
    ]);
    const lateWork = late?.count ?? 0;
    const facts = { workers, lateWork };
    if (workers === 0) {
      return { state: 'failed', reason: 'noWorker', facts };
    }
    return lateWork > 0
      ? { state: 'warning', reason: 'dueWorkLate', facts }
      : { state: 'ok', facts };
  }

  private async lookAtRedis(): Promise<Finding> {
    if (!this.config.redis) {
      return null;
    }
    const begin = performance.now();
    try {
      await this.tasks.count();
    } catch {
      return { state: 'failed', reason: 'redisAway', facts: {} };
    }
    const answerMs = Math.round(performance.now() - begin);
    // Some that are rented do not tell.
    const memory = await this.tasks.memory().catch(() => null);
    const facts = {
      answerMs,
      ...(memory && { sizeBytes: memory.usedBytes }),
      ...(memory?.maxBytes && { totalBytes: memory.maxBytes }),
    };
    if (memory?.maxBytes && memory.usedBytes > memory.maxBytes * fullAt) {
      return { state: 'warning', reason: 'redisFull', facts };
    }
    return memory?.evicts
      ? { state: 'warning', reason: 'redisEvicts', facts }
      : { state: 'ok', facts };
  }
}
