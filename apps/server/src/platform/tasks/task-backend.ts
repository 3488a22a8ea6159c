import { Logger } from '@nestjs/common';
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
import type { RedisPlace } from '../../config/redis-place.js';
import type { Postgres } from '../database/postgres.js';
import { failAtOnce, redisOptions, redisPrefix, waitForRedis } from '../redis/redis-options.js';
import { logAbsence, WatchedRedis } from '../redis/watched-redis.js';
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
  /** Whether what the queues stand on is known not to answer: whoever adds a task is told at once. */
  isAway(): boolean;
  /** Resolves when that is known, at once if it is already; never where there is nothing that could be away. */
  untilAway(): Promise<void>;
  /** How many workers of the platform are connected. @param queue any of theirs: each worker serves all */
  countWorkers(queue: BackendQueue): Promise<number>;
  /** Null: the queues are in the database, which has no bound of its own. @throws when Redis does not answer or does not tell */
  memory(): Promise<QueueMemory | null>;
  /** After all queues and workers have closed. */
  close(): Promise<void>;
}

/** The memory of the Redis that holds the queues. */
export interface QueueMemory {
  /** Whether it forgets tasks when its memory is full. */
  evicts: boolean;
  usedBytes: number;
  /** Null: as much as there is. */
  maxBytes: number | null;
}

/**
 * Redis or Valkey when `REDIS_URL` is set, else PostgreSQL (design: Queues).
 * @param commandTimeoutMs how long a command of Redis may take
 */
export function taskBackend(
  { redis }: Pick<Config, 'redis'>,
  postgres: Postgres,
  commandTimeoutMs: number,
): TaskBackend {
  return redis ? onRedis(redis, commandTimeoutMs) : onPostgres(postgres);
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
    isAway: () => false,
    untilAway: () => new Promise(() => undefined),
    countWorkers: () => shared.countListening(),
    memory: () => Promise.resolve(null),
    close: () => shared.end(),
  };
}

function onRedis(place: RedisPlace, commandMs: number): TaskBackend {
  const { Queue, Worker } = withBackend(createRedisBackend);
  const logger = new Logger('Redis');
  // All queues add over one connection, and all workers end their tasks over another: each worker has a third kind to wait on.
  const adding = new WatchedRedis(
    { ...redisOptions(place, 'tasks', commandMs), ...failAtOnce, commandTimeout: commandMs },
    commandMs,
  );
  logAbsence(adding, logger);
  let serving: WatchedRedis | undefined;
  const serve = (): WatchedRedis => {
    serving ??= new WatchedRedis(
      { ...redisOptions(place, 'worker', commandMs), ...waitForRedis },
      commandMs,
    );
    return serving;
  };
  return {
    // All go over one connection, which holds up nothing else.
    addsAtOnce: Number.POSITIVE_INFINITY,
    isAway: () => adding.isAway,
    untilAway: () => adding.untilAway(),
    createQueue: (name, options) =>
      new Queue(name, { ...options, prefix: redisPrefix, connection: adding }),
    createWorker: (name, processor, options) =>
      new Worker<unknown, void>(name, processor, {
        ...options,
        drainDelay: drainDelaySeconds.redis,
        prefix: redisPrefix,
        connection: serve(),
      }),
    countWorkers: (queue) => queue.getWorkersCount(),
    memory: async () => readMemory(await adding.info('memory')),
    close: () => {
      adding.disconnect();
      serving?.disconnect();
      return Promise.resolve();
    },
  };
}

/** @param info what Redis says of its memory (INFO) */
function readMemory(info: string): QueueMemory {
  const said = new Map(
    info.split(/\r?\n/).map((line): [string, string] => {
      const [name = '', value = ''] = line.split(':');
      return [name, value];
    }),
  );
  return {
    evicts: ![undefined, '', 'noeviction'].includes(said.get('maxmemory_policy')),
    usedBytes: Number(said.get('used_memory') ?? 0),
    maxBytes: Number(said.get('maxmemory') ?? 0) || null,
  };
}
