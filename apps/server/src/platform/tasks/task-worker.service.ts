import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import {
  taskDefinitions,
  taskQueueNames,
  type TaskDefinition,
  type TaskQueueName,
} from '@clusterdesk/contracts';
import { UnrecoverableError } from 'bullmq';
import { Config } from '../../config/config.js';
import { TaskQueue } from './task-queue.service.js';
import { onTaskMetadata } from './on-task.decorator.js';
import { taskBackend, type BackendWorker } from './task-backend.js';

type Handler = (payload: unknown, signal: AbortSignal) => Promise<void>;

/** How many jobs of a queue run at once in one worker process. */
const concurrency: Record<TaskQueueName, number> = {
  packaging: 2,
  dispatch: 4,
  mail: 4,
  maintenance: 2,
};

/** Runs background jobs: finds their handlers, checks that none is missing, and serves all queues. */
@Injectable()
export class TaskWorker implements OnApplicationShutdown {
  private readonly logger = new Logger('TaskWorker');
  private readonly workers: BackendWorker[] = [];
  private readonly stopping = new AbortController();

  constructor(
    private readonly config: Config,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly tasks: TaskQueue,
  ) {}

  /** @throws when a job has no handler, or two. */
  async start(): Promise<void> {
    const handlers = checkHandlers(this.findHandlers());
    const backend = taskBackend(this.config);
    await this.tasks.open();
    for (const name of taskQueueNames) {
      const worker = backend.createWorker(name, (job) => this.run(handlers, job), {
        concurrency: concurrency[name],
        // A job whose worker was killed is taken up by another after this long.
        lockDuration: 10_000,
        stalledInterval: 5_000,
        maxStalledCount: 3,
      });
      worker.on('failed', (job, error) =>
        this.logger.error({ err: error, job: job?.name }, 'Job failed'),
      );
      worker.on('error', (error) => this.logger.warn(`Worker of ${name}: ${error.message}`));
      await worker.waitUntilReady();
      this.workers.push(worker);
    }
    await this.tasks.startSchedules();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  private async run(
    handlers: ReadonlyMap<string, [TaskDefinition, Handler]>,
    job: { name: string; data: unknown },
  ): Promise<void> {
    const found = handlers.get(job.name);
    if (!found) {
      throw new UnrecoverableError(`No job is called ${job.name}.`);
    }
    const [definition, handler] = found;
    const payload = definition.payload.safeParse(job.data);
    if (!payload.success) {
      throw new UnrecoverableError(`The payload of ${job.name} is wrong: ${payload.error.message}`);
    }
    await handler(payload.data, this.stopping.signal);
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
          const job = this.reflector.get<TaskDefinition | undefined>(onTaskMetadata, method);
          return job
            ? [
                [
                  job,
                  async (payload, signal) =>
                    void (await Reflect.apply(method, instance, [payload, signal])),
                ],
              ]
            : [];
        });
    });
  }
}

/** Every job has exactly one handler, or the worker does not start. */
export function checkHandlers(
  found: readonly [TaskDefinition, Handler][],
  defined: readonly TaskDefinition[] = taskDefinitions,
): ReadonlyMap<string, [TaskDefinition, Handler]> {
  for (const job of defined) {
    const count = found.filter(([definition]) => definition.name === job.name).length;
    if (count !== 1) {
      throw new Error(`The job ${job.name} has ${count} handlers; it needs exactly one.`);
    }
  }
  return new Map(found.map(([definition, handler]) => [definition.name, [definition, handler]]));
}
