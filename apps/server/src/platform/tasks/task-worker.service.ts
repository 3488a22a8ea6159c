import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import {
  taskDefinitions,
  taskQueueNames,
  type TaskDefinition,
  type TaskQueueName,
} from '@clusterdesk/contracts';
import { DelayedError, UnrecoverableError } from 'bullmq';
import { LostWork } from './lost-work.service.js';
import { onTaskMetadata } from './on-task.decorator.js';
import { OwnerSlots } from './owner-slots.js';
import type { BackendTask, BackendWorker } from './task-backend.js';
import { TaskQueue } from './task-queue.service.js';
import { Timings } from '../timings.js';

type Handler = (payload: unknown, signal: AbortSignal) => Promise<void>;
type Handlers = ReadonlyMap<string, [TaskDefinition, Handler]>;

/** How one worker process serves a queue. */
interface QueueService {
  /** How many tasks of the queue run at once. */
  concurrency: number;
  /** How often it is looked for tasks whose worker was killed, milliseconds. People wait for some of them. */
  stalledIntervalMs: number;
}

const services: Record<TaskQueueName, QueueService> = {
  reconcile: { concurrency: 4, stalledIntervalMs: 15_000 },
  dispatch: { concurrency: 4, stalledIntervalMs: 5_000 },
  packaging: { concurrency: 3, stalledIntervalMs: 5_000 },
  copies: { concurrency: 3, stalledIntervalMs: 5_000 },
  usage: { concurrency: 1, stalledIntervalMs: 30_000 },
  maintenance: { concurrency: 2, stalledIntervalMs: 30_000 },
  mail: { concurrency: 4, stalledIntervalMs: 15_000 },
};

/** An upgrade is over after so long: what no worker can read then is wrong. */
const unreadableForMs = 3_600_000;

/** How often missing schedules are looked for. */
const scheduleCheckMs = 60_000;

/** Runs tasks: finds their handlers, checks that none is missing, and serves all queues. */
@Injectable()
export class TaskWorker implements BeforeApplicationShutdown {
  private readonly logger = new Logger('TaskWorker');
  private readonly workers: BackendWorker[] = [];
  private readonly stopping = new AbortController();
  /** Schedules whose run is under way here. */
  private readonly running = new Set<string>();
  private readonly owners = new Map(
    taskQueueNames.map((name) => [name, new OwnerSlots(services[name].concurrency)]),
  );
  private timer: NodeJS.Timeout | undefined;
  private starting: Promise<void> | undefined;
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly tasks: TaskQueue,
    private readonly lostWork: LostWork,
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
    const handlers = checkHandlers(this.findHandlers());
    await this.tasks.open();
    for (const name of taskQueueNames) {
      const { concurrency, stalledIntervalMs } = services[name];
      const worker = this.tasks.backend.createWorker(
        name,
        (task, token) => this.run(handlers, task, token),
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
      worker.on('error', (error) => this.logger.warn(`Worker of ${name}: ${error.message}`));
      await worker.waitUntilReady();
      this.workers.push(worker);
    }
    await this.tasks.startSchedules();
    this.timer = setInterval(() => this.restoreSchedules(), scheduleCheckMs);
    this.timer.unref();
    this.lostWork.start();
  }

  private async close(): Promise<void> {
    this.stopping.abort();
    // A stop may come while it starts: what is opened by then is closed as well.
    await this.starting?.catch(() => undefined);
    clearInterval(this.timer);
    await this.lostWork.stop();
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  private restoreSchedules(): void {
    this.tasks
      .restoreSchedules()
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'The schedules could not be looked through'),
      );
  }

  private async run(handlers: Handlers, task: BackendTask, token?: string): Promise<void> {
    const found = handlers.get(task.name);
    const payload = found?.[0].payload.safeParse(task.data);
    if (!found || !payload?.success) {
      const reason = payload?.error
        ? `has a payload that is wrong: ${payload.error.message}`
        : 'is unknown';
      return this.leaveToOthers(task, `The task ${task.name} ${reason}`, token);
    }
    const [definition, handler] = found;
    if (task.repeatJobKey !== undefined || definition.options.everyMs !== undefined) {
      return this.runScheduled(definition, () => handler(payload.data, this.stopping.signal));
    }
    const owners = this.owners.get(definition.queue);
    const owner = definition.options.ownerOf?.(payload.data);
    if (owner === undefined || !owners) {
      return handler(payload.data, this.stopping.signal);
    }
    if (!owners.take(owner)) {
      return this.putBack(task, token);
    }
    try {
      await handler(payload.data, this.stopping.signal);
    } finally {
      owners.release(owner);
    }
  }

  /** The next run of a schedule, or one that `LostWork` asks for, has nothing to add to one that is not over. */
  private async runScheduled({ name }: TaskDefinition, work: () => Promise<void>): Promise<void> {
    if (this.running.has(name)) {
      return;
    }
    this.running.add(name);
    try {
      await work();
    } finally {
      this.running.delete(name);
    }
  }

  /** In an upgrade tasks of the new version meet workers of the old one, which must not fail them for good. */
  private async leaveToOthers(task: BackendTask, reason: string, token?: string): Promise<void> {
    if (task.repeatJobKey !== undefined) {
      this.logger.warn(`${reason}; its next run is left to another worker.`);
      return;
    }
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

  private findHandlers(): [TaskDefinition, Handler][] {
    return this.discovery.getProviders().flatMap((wrapper) => {
      const instance: unknown = wrapper.instance;
      if (!wrapper.isDependencyTreeStatic() || typeof instance !== 'object' || instance === null) {
        return [];
      }
      const prototype: unknown = Object.getPrototypeOf(instance);
      if (typeof prototype !== 'object' || prototype === null) {
        return [];
      }
      return this.scanner
        .getAllMethodNames(prototype)
        .flatMap((name): [TaskDefinition, Handler][] => {
          const method: unknown = Reflect.get(instance, name);
          if (typeof method !== 'function') {
            return [];
          }
          const task = this.reflector.get<TaskDefinition | undefined>(onTaskMetadata, method);
          return task
            ? [
                [
                  task,
                  async (payload, signal) =>
                    void (await Reflect.apply(method, instance, [payload, signal])),
                ],
              ]
            : [];
        });
    });
  }
}

/** Every task has exactly one handler, or the worker does not start. */
export function checkHandlers(
  found: readonly [TaskDefinition, Handler][],
  defined: readonly TaskDefinition[] = taskDefinitions,
): Handlers {
  for (const task of defined) {
    const count = found.filter(([definition]) => definition.name === task.name).length;
    if (count !== 1) {
      throw new Error(`The task ${task.name} has ${count} handlers; it needs exactly one.`);
    }
  }
  return new Map(found.map(([definition, handler]) => [definition.name, [definition, handler]]));
}
