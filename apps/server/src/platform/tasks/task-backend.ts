import {
  createPostgresBackend,
  createRedisBackend,
  withBackend,
  type JobsOptions,
  type QueueOptions,
  type WorkerOptions,
} from 'bullmq';
import type { Config } from '../../config/config.js';

type Owned<Options> = Omit<Options, 'connection'>;

/** What we use of a BullMQ queue, whatever it stands on. */
export interface BackendQueue {
  add(name: string, data: unknown, options: JobsOptions): Promise<unknown>;
  upsertJobScheduler(
    id: string,
    repeat: { every: number },
    template: { name: string; data: unknown; opts: JobsOptions },
  ): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/** What we use of a BullMQ worker. */
export interface BackendWorker {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'failed', listener: (job: { name: string } | undefined, error: Error) => void): unknown;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

export type BackgroundProcessor = (job: { name: string; data: unknown }) => Promise<void>;

/** Makes BullMQ queues and workers on the backend of this installation; features can't tell which it is. */
export interface TaskBackend {
  createQueue(name: string, options?: Owned<QueueOptions>): BackendQueue;
  createWorker(
    name: string,
    processor: BackgroundProcessor,
    options?: Owned<WorkerOptions>,
  ): BackendWorker;
}

/** Redis or Valkey when `REDIS_URL` is set, else PostgreSQL (design: Queues). */
export function taskBackend(config: Pick<Config, 'databaseUrl' | 'redisUrl'>): TaskBackend {
  return config.redisUrl ? onRedis(config.redisUrl) : onPostgres(config.databaseUrl);
}

/** Each queue or worker opens a pool of its own, so pools stay small. `migrate` creates BullMQ's own schema. */
function onPostgres(connectionString: string): TaskBackend {
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = { connectionString, max: 2, migrate: true };
  return {
    createQueue: (name, options) => new Queue(name, { ...options, connection }),
    createWorker: (name, processor, options) =>
      new Worker<unknown, void>(name, processor, {
        ...options,
        connection: { ...connection, max: 4 },
      }),
  };
}

function onRedis(redisUrl: string): TaskBackend {
  const { Queue, Worker } = withBackend(createRedisBackend);
  const url = new URL(redisUrl);
  const connection = {
    host: url.hostname,
    port: Number(url.port || 6379),
    username: decodeURIComponent(url.username) || undefined,
    password: decodeURIComponent(url.password) || undefined,
    db: Number(url.pathname.slice(1) || 0),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
    maxRetriesPerRequest: null,
  };
  return {
    createQueue: (name, options) => new Queue(name, { ...options, connection }),
    createWorker: (name, processor, options) =>
      new Worker<unknown, void>(name, processor, { ...options, connection }),
  };
}
