import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import {
  taskDefinitions,
  taskQueueNames,
  type TaskDefinition,
  type TaskQueueName,
} from '@clusterdesk/contracts';
import { DelayedError, UnrecoverableError } from 'bullmq';
import { DueWork } from './due-work.service.js';
import { Handlers, type Handler } from './handlers.js';
import { onTaskMetadata } from './on-task.decorator.js';
import type { BackendTask, BackendWorker } from './task-backend.js';
import { measureTask } from './task-metrics.js';
import { TaskQueue } from './task-queue.service.js';
import { Timings } from '../timings.js';

type TaskHandlers = ReadonlyMap<string, Handler<[payload: unknown, signal: AbortSignal]>>;

/** How one worker process serves a queue. */
interface QueueService {
  /** How many tasks of the queue run at once. */
  concurrency: number;
  /** How often it is looked for tasks whose worker was killed, milliseconds. People wait for some of them. */
  stalledIntervalMs: number;
}

export const taskServices: Readonly<Record<TaskQueueName, QueueService>> = {
  dispatch: { concurrency: 4, stalledIntervalMs: 5_000 },
  packaging: { concurrency: 3, stalledIntervalMs: 5_000 },
  copies: { concurrency: 3, stalledIntervalMs: 5_000 },
  usage: { concurrency: 1, stalledIntervalMs: 30_000 },
  maintenance: { concurrency: 2, stalledIntervalMs: 30_000 },
  // One process after the other.
  thumbnails: { concurrency: 1, stalledIntervalMs: 30_000 },
  mail: { concurrency: 4, stalledIntervalMs: 15_000 },
  // One is taken, and one restored.
  backup: { concurrency: 2, stalledIntervalMs: 15_000 },
};

/** An upgrade is over after this time: a task that no worker can read by then is invalid. */
const unreadableForMs = 3_600_000;

const definitions: readonly TaskDefinition[] = taskDefinitions;

/** Runs tasks: finds their handlers, checks that none is missing, and serves all queues. */
@Injectable()
export class TaskWorker implements BeforeApplicationShutdown {
  private readonly logger = new Logger('TaskWorker');
  private readonly workers: BackendWorker[] = [];
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private starting: Promise<void> | undefined;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly discovery: Handlers,
    private readonly tasks: TaskQueue,
    private readonly due: DueWork,
    private readonly timings: Timings,
  ) {}

  /** Whether tasks are taken out of the queues. */
  get isRunning(): boolean {
    return this.workers.length === taskQueueNames.length && this.stopped === undefined;
  }

  /** @throws when a task has no handler, or two. */
  start(): Promise<void> {
    this.starting = this.open();
    return this.starting;
  }

  /** Takes no more tasks, tells those under way to stop, and waits for them. What they leave is taken up by another worker. */
  async stop(): Promise<void> {
    this.stopped ??= this.close();
    await this.stopped;
  }

  /** Before sockets and database close: a task that ends tells the browsers, and writes its state. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.stop();
  }

  private async open(): Promise<void> {
    const handlers: TaskHandlers = this.discovery.find(onTaskMetadata, definitions);
    await this.tasks.open();
    for (const name of taskQueueNames) {
      const { concurrency, stalledIntervalMs } = taskServices[name];
      const worker = this.tasks.backend.createWorker(
        name,
        (task, token) => this.track(this.run(handlers, task, token)),
        {
          concurrency,
          lockDuration: this.timings.tasks.lockMs,
          stalledInterval: stalledIntervalMs,
          maxStalledCount: 3,
        },
      );
      worker.on('failed', (task, error) =>
        this.logger.error({ err: error, task: task?.name }, 'A task failed'),
      );
      worker.on('error', (error) =>
        this.tasks.logUnlessAway(`Worker of ${name}: ${error.message}`),
      );
      await worker.waitUntilReady();
      this.workers.push(worker);
    }
    await this.tasks.endOldSchedules();
    await this.due.start();
  }

  private async close(): Promise<void> {
    this.stopping.abort();
    // A stop may come while it starts: what is opened by then is closed as well.
    await this.starting?.catch(() => undefined);
    await this.due.stop();
    // BullMQ would wait for a backend that is away, or goes away meanwhile, to end the waits in it: whoever closes it ends them.
    // What runs here is waited for in any case.
    const { backend } = this.tasks;
    const isLost = backend.untilAway().then(() => Promise.allSettled(this.running));
    const areClosed = Promise.all(this.workers.map((worker) => worker.close(backend.isAway())));
    await Promise.race([areClosed, isLost]);
  }

  private async track(run: Promise<void>): Promise<void> {
    this.running.add(run);
    try {
      await run;
    } finally {
      this.running.delete(run);
    }
  }

  private async run(handlers: TaskHandlers, task: BackendTask, token?: string): Promise<void> {
    const definition = definitions.find(({ name }) => name === task.name);
    const handler = handlers.get(task.name);
    const payload = definition?.payload.safeParse(task.data);
    if (!definition || !handler || !payload?.success) {
      const reason = payload?.error
        ? `has a payload that is wrong: ${payload.error.message}`
        : 'is unknown';
      return this.leaveToOthers(task, `The task ${task.name} ${reason}`, token);
    }
    await measureTask(task.name, () => handler(payload.data, this.stopping.signal));
  }

  /** In an upgrade tasks of the new version meet workers of the old one, which must not fail them for good. */
  private async leaveToOthers(task: BackendTask, reason: string, token?: string): Promise<void> {
    if (Date.now() - task.timestamp > unreadableForMs) {
      throw new UnrecoverableError(reason);
    }
    this.logger.warn(`${reason}; it is left to another worker.`);
    await this.putBack(task, token);
  }

  private async putBack(task: BackendTask, token?: string): Promise<never> {
    await task.moveToDelayed(Date.now() + this.timings.tasks.comeAgainMs, token);
    throw new DelayedError();
  }
}
