import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  taskDefinitions,
  taskQueueNames,
  type TaskDefinition,
  type TaskQueueName,
} from '@clusterdesk/contracts';
import type { JobsOptions } from 'bullmq';
import type { z } from 'zod';
import { Config } from '../../config/config.js';
import { taskBackend, type BackendQueue, type TaskBackend } from './task-backend.js';

/** How long ended background jobs stay visible to administrators. */
const keepEnded = {
  removeOnComplete: { age: 3_600, count: 500 },
  removeOnFail: { age: 7 * 86_400, count: 1_000 },
};

/** Puts background jobs into their queues. Call after the commit; what got lost is found by the reconcile schedules. */
@Injectable()
export class TaskQueue implements OnApplicationShutdown {
  private readonly logger = new Logger('TaskQueue');
  private readonly backend: TaskBackend;
  private readonly queues = new Map<TaskQueueName, BackendQueue>();

  constructor(config: Config) {
    this.backend = taskBackend(config);
  }

  /**
   * Queues a job. The payload is checked here and again when it is taken out.
   * A backend that is away only delays the job: every kind of job is found again by a schedule.
   */
  async add<J extends TaskDefinition>(
    job: J,
    payload: z.input<J['payload']>,
    options: { delayMs?: number } = {},
  ): Promise<void> {
    const data: unknown = job.payload.parse(payload);
    try {
      await this.queue(job.queue).add(job.name, data, {
        ...jobOptions(job, data),
        delay: options.delayMs,
      });
    } catch (error) {
      this.logger.error(
        { err: error, job: job.name },
        'A job could not be queued; its schedule will find it.',
      );
    }
  }

  /** Starts the schedules of every job that runs by itself; any number of workers may call it. */
  async startSchedules(): Promise<void> {
    for (const job of taskDefinitions) {
      if ('everyMs' in job.options && job.options.everyMs !== undefined) {
        await this.queue(job.queue).upsertJobScheduler(
          job.name,
          { every: job.options.everyMs },
          { name: job.name, data: {}, opts: jobOptions(job, {}) },
        );
      }
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  /** Opens every queue, so that a backend that is away or wrong stops the start. */
  async open(): Promise<void> {
    await Promise.all(taskQueueNames.map((name) => this.queue(name).waitUntilReady()));
  }

  private queue(name: TaskQueueName): BackendQueue {
    let queue = this.queues.get(name);
    if (!queue) {
      queue = this.backend.createQueue(name);
      queue.on('error', (error) => this.logger.warn(`Queue ${name}: ${error.message}`));
      this.queues.set(name, queue);
    }
    return queue;
  }
}

function jobOptions(job: TaskDefinition, data: unknown): JobsOptions {
  const { attempts, backoffMs, deduplicateBy } = job.options;
  return {
    attempts,
    ...(backoffMs > 0 ? { backoff: { type: 'exponential', delay: backoffMs } } : {}),
    // A request made while the same work is under way runs once more afterwards: nothing it saw too early is missed.
    ...(deduplicateBy
      ? { deduplication: { id: `${job.name}/${deduplicateBy(data)}`, keepLastIfActive: true } }
      : {}),
    ...keepEnded,
  };
}
