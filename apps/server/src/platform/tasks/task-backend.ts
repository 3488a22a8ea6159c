import {
  createRedisBackend,
  PostgresQueueBackend,
  withBackend,
  type Job,
  type PostgresConnectionOptions,
  type Queue,
  type QueueBaseOptions,
  type QueueOptions,
  type Worker,
  type WorkerOptions,
} from 'bullmq';
import type { Config } from '../../config/config.js';
import type { Postgres } from '../database/postgres.js';
import { SharedTaskConnection } from './postgres-task-backend.js';

type Owned<Options> = Omit<Options, 'connection' | 'prefix'>;

/** What we use of BullMQ's queues and workers, whatever they stand on. */
export type BackendQueue = Pick<
  Queue,
  | 'add'
  | 'getJobSchedulers'
  | 'removeJobScheduler'
  | 'getJobCounts'
  | 'getJobs'
  | 'getWorkersCount'
  | 'waitUntilReady'
  | 'close'
> & { on(event: 'error', listener: (error: Error) => void): unknown };
export type BackendWorker = Pick<Worker, 'waitUntilReady' | 'close'> & {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'failed', listener: (task: Job | undefined, error: Error) => void): unknown;
};

/** A task as a worker takes it out of its queue. */
export type BackendTask = Pick<Job<unknown>, 'name' | 'data' | 'timestamp' | 'moveToDelayed'>;

export type BackgroundProcessor = (task: BackendTask, token?: string) => Promise<void>;

/** Makes BullMQ queues and workers on the backend of this installation; features can't tell which it is. */
export interface TaskBackend {
  /** How many tasks are added at once; the others wait. */
  readonly addsAtOnce: number;
  createQueue(name: string, options?: Owned<QueueOptions>): BackendQueue;
  createWorker(
    name: string,
    processor: BackgroundProcessor,
    options?: Owned<WorkerOptions>,
  ): BackendWorker;
  /** How many workers of the platform are connected. @param queue any of theirs: each worker serves all */
  countWorkers(queue: BackendQueue): Promise<number>;
  /** After all queues and workers have closed. */
  close(): Promise<void>;
}

/**
 * Redis or Valkey when `REDIS_URL` is set, else PostgreSQL (design: Queues).
 * @param commandTimeoutMs how long a command of Redis may take
 */
export function taskBackend(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  postgres: Postgres,
  commandTimeoutMs: number,
): TaskBackend {
  return redisUrl ? onRedis(redisUrl, commandTimeoutMs) : onPostgres(postgres);
}

/**
 * How long a worker waits for a task before it asks by itself, seconds. Tasks that are added, come back or are due wake it at
 * once on both backends; BullMQ's 5 s would be most of what an idle worker does. BullMQ itself blocks Redis no longer than 10 s,
 * for a connection that breaks meanwhile.
 */
const drainDelaySeconds = { postgres: 60, redis: 10 };

/**
 * Adding a task takes a connection of the pool that all calls share. Tables of the queues that are locked or stand still keep
 * only so many of them, and calls that have nothing to do with tasks go on.
 */
const postgresAddsAtOnce = 3;

function onPostgres(postgres: Postgres): TaskBackend {
  const shared = new SharedTaskConnection(postgres);
  const { Queue, Worker } = withBackend(
    (name: string, options: QueueBaseOptions<PostgresConnectionOptions>) =>
      new PostgresQueueBackend(shared, name, options),
  );
  // Only the factory above would read it.
  const connection = {};
  return {
    addsAtOnce: postgresAddsAtOnce,
    createQueue: (name, options) => new Queue(name, { ...options, connection }),
    createWorker: (name, processor, options) =>
      new Worker<unknown, void>(name, processor, {
        ...options,
        drainDelay: drainDelaySeconds.postgres,
        connection,
      }),
    countWorkers: () => shared.countListening(),
    close: () => shared.end(),
  };
}

/** All keys of ours in a Redis that may serve others too. */
const prefix = 'clusterdesk';

function onRedis(redisUrl: string, commandTimeoutMs: number): TaskBackend {
  const { Queue, Worker } = withBackend(createRedisBackend);
  const url = new URL(redisUrl);
  const connection = {
    host: url.hostname,
    port: Number(url.port || 6379),
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    db: Number(url.pathname.slice(1) || 0),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
    connectTimeout: commandTimeoutMs,
    // Reconnects soon after Redis is back, however long it was away.
    retryStrategy: (times: number) => Math.min(times * 200, 2_000),
  };
  return {
    // All go over one connection, which holds up nothing else.
    addsAtOnce: Number.POSITIVE_INFINITY,
    createQueue: (name, options) =>
      new Queue(name, {
        ...options,
        prefix,
        // The caller waits for the answer: without Redis it gets an error at once, not a place in ioredis' own queue.
        connection: {
          ...connection,
          enableOfflineQueue: false,
          maxRetriesPerRequest: 1,
          commandTimeout: commandTimeoutMs,
        },
      }),
    createWorker: (name, processor, options) =>
      new Worker<unknown, void>(name, processor, {
        ...options,
        drainDelay: drainDelaySeconds.redis,
        prefix,
        connection: { ...connection, maxRetriesPerRequest: null },
      }),
    countWorkers: (queue) => queue.getWorkersCount(),
    close: () => Promise.resolve(),
  };
}
