import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { taskQueueNames, type TaskDefinition, type TaskQueueName } from '@clusterdesk/contracts';
import { Queue, type JobsOptions } from 'bullmq';
import type { z } from 'zod';
import { Config } from '../../config/config.js';
import { Semaphore } from '../concurrency.js';
import { Postgres } from '../database/postgres.js';
import {
  taskBackend,
  type BackendQueue,
  type QueueMemory,
  type TaskBackend,
} from './task-backend.js';
import { TaskQueueAwayError } from './task-queue.errors.js';
import { Timings } from '../timings.js';

/** How long ended tasks stay visible to administrators. */
const keepEnded = {
  removeOnComplete: { age: 3_600, count: 500 },
  removeOnFail: { age: 7 * 86_400, count: 1_000 },
};

/** How many tasks of a queue are in which state. */
export type TaskCounts = Record<'waiting' | 'active' | 'delayed' | 'failed', number>;

/** Puts tasks into their queues. Call after the commit; what got lost is found by due work. */
@Injectable()
export class TaskQueue implements OnApplicationShutdown {
  private readonly logger = new Logger('TaskQueue');
  private readonly queues = new Map<TaskQueueName, BackendQueue>();
  private readonly adding: Semaphore;
  /** Also makes the workers of this process. */
  readonly backend: TaskBackend;

  constructor(
    config: Config,
    private readonly timings: Timings,
    postgres: Postgres,
  ) {
    this.backend = taskBackend(config, postgres, timings.tasks.commandMs);
    this.adding = new Semaphore(this.backend.addsAtOnce);
  }

  /**
   * Queues a task. The payload is checked here and again when it is taken out. A backend that is away only delays the task:
   * for what is added this way there is a row, and due work that looks for such rows.
   */
  async add<J extends TaskDefinition>(
    task: J,
    payload: z.input<J['payload']>,
    options: { delayMs?: number } = {},
  ): Promise<void> {
    const data: unknown = task.payload.parse(payload);
    try {
      await this.insert(task, data, this.timings.tasks.hintMs, options.delayMs);
    } catch (error) {
      this.logger.warn(
        { err: error, task: task.name },
        'A task could not be queued; due work will find it.',
      );
    }
  }

  /**
   * The same for a task that no due work would find.
   * @throws TaskQueueAwayError when it is not certain to run.
   */
  async addOrFail<J extends TaskDefinition>(
    task: J,
    payload: z.input<J['payload']>,
  ): Promise<void> {
    const data: unknown = task.payload.parse(payload);
    try {
      await this.insert(task, data, this.timings.tasks.addMs);
    } catch (error) {
      this.logger.warn({ err: error, task: task.name }, 'A task could not be queued');
      throw new TaskQueueAwayError();
    }
  }

  /** Opens every queue, so that a backend that is away or wrong stops the start. */
  async open(): Promise<void> {
    await withDeadline(
      Promise.all(taskQueueNames.map((name) => this.queue(name).waitUntilReady())),
      this.timings.tasks.openMs,
      'The task queues do not answer',
    );
  }

  /** Ends what earlier versions let BullMQ repeat, and `DueWork` runs now. */
  async endOldSchedules(): Promise<void> {
    for (const name of [...taskQueueNames, 'reconcile']) {
      const queue = this.backend.createQueue(name);
      for (const { key } of await queue.getJobSchedulers()) {
        await queue.removeJobScheduler(key);
      }
      await queue.close();
    }
  }

  /** How full the queues are. */
  async count(): Promise<Record<TaskQueueName, TaskCounts>> {
    const counts = await Promise.all(
      taskQueueNames.map(async (name) => {
        const found = await this.reachable(name).getJobCounts(
          'waiting',
          'active',
          'delayed',
          'failed',
        );
        const { waiting = 0, active = 0, delayed = 0, failed = 0 } = found;
        return [name, { waiting, active, delayed, failed }] as const;
      }),
    );
    return Object.fromEntries(counts) as Record<TaskQueueName, TaskCounts>;
  }

  /** Since when the oldest task waits that is not yet taken, and when a task of the queue last failed, milliseconds since the epoch. */
  async times(
    name: TaskQueueName,
  ): Promise<{ waitsSince: number | null; failedAt: number | null }> {
    const [[oldest], [newest]] = await Promise.all([
      this.reachable(name).getJobs(['waiting'], 0, 0, true),
      this.reachable(name).getJobs(['failed'], 0, 0, false),
    ]);
    return { waitsSince: oldest?.timestamp ?? null, failedAt: newest?.finishedOn ?? null };
  }

  /** The queues as BullMQ has them, to be shown. */
  listQueues(): Queue[] {
    return taskQueueNames
      .map((name) => this.queue(name))
      .filter((queue): queue is BackendQueue & Queue => queue instanceof Queue);
  }

  /** How many workers there are, in all processes and on all hosts. */
  async countWorkers(): Promise<number> {
    return this.backend.countWorkers(this.reachable('dispatch'));
  }

  /** Of the Redis that the queues are in; null without one. */
  memory(): Promise<QueueMemory | null> {
    return this.backend.memory();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await this.backend.close();
  }

  /** What is late in its turn is not added any more; what is under way then may still arrive. */
  private async insert(
    task: TaskDefinition,
    data: unknown,
    deadlineMs: number,
    delayMs?: number,
  ): Promise<void> {
    const queue = this.reachable(task.queue);
    let isGivenUp = false;
    const add = async (): Promise<void> => {
      if (!isGivenUp) {
        await queue.add(task.name, data, {
          ...taskOptions(task),
          ...deduplicationOf(task, data),
          ...(delayMs === undefined ? {} : { delay: delayMs }),
        });
      }
    };
    try {
      const message = `The queue ${task.queue} does not answer`;
      await withDeadline(this.adding.run(add), deadlineMs, message);
    } finally {
      isGivenUp = true;
    }
  }

  /** @throws when the queues are known to be away: BullMQ would wait for them */
  private reachable(name: TaskQueueName): BackendQueue {
    if (this.backend.isAway()) {
      throw new Error('The task queues are away');
    }
    return this.queue(name);
  }

  /** Each queue and each worker has the same to say of a Redis that is away; the backend says it once. */
  logUnlessAway(line: string): void {
    if (!this.backend.isAway()) {
      this.logger.warn(line);
    }
  }

  private queue(name: TaskQueueName): BackendQueue {
    let queue = this.queues.get(name);
    if (!queue) {
      queue = this.backend.createQueue(name);
      queue.on('error', (error) => this.logUnlessAway(`Queue ${name}: ${error.message}`));
      this.queues.set(name, queue);
      this.replaceIfBroken(name, queue);
    }
    return queue;
  }

  /** A queue whose first connection failed never recovers: the next task makes a new one. */
  private replaceIfBroken(name: TaskQueueName, queue: BackendQueue): void {
    queue.waitUntilReady().catch(() => {
      if (this.queues.get(name) === queue) {
        this.queues.delete(name);
      }
      queue.close().catch(() => undefined);
    });
  }
}

/** @throws Error when the work is not over in time; it goes on then, and its result is lost. */
async function withDeadline<T>(work: Promise<T>, deadlineMs: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function taskOptions(task: TaskDefinition): JobsOptions {
  const { attempts, backoffMs } = task.options;
  return {
    attempts,
    ...(backoffMs > 0 ? { backoff: { type: 'exponential', delay: backoffMs } } : {}),
    ...keepEnded,
  };
}

/**
 * A request made while the same work is under way runs once more afterwards: nothing it saw too early is missed.
 */
function deduplicationOf(task: TaskDefinition, data: unknown): JobsOptions {
  const { deduplicateBy } = task.options;
  return deduplicateBy
    ? { deduplication: { id: `${task.name}/${deduplicateBy(data)}`, keepLastIfActive: true } }
    : {};
}
