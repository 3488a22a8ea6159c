import { Logger } from '@nestjs/common';
import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createStreamsAdapter } from '@socket.io/redis-streams-adapter';
import { Redis } from 'ioredis';
import { Pool, type PoolClient } from 'pg';
import type { ServerOptions } from 'socket.io';
import type { Config } from '../../config/config.js';

/** How Socket.IO servers of several processes hear of each other. */
export interface RealtimeAdapter {
  factory: ServerOptions['adapter'];
  close(): Promise<void>;
}

/** How long a reader waits for the next event before it asks again. */
export const readerBlockMs = 1_000;

/** Redis streams when `REDIS_URL` is set, else PostgreSQL's NOTIFY (large events go through `socket_io_attachments`). */
export function createRealtimeAdapter(
  config: Pick<Config, 'databaseUrl' | 'redisUrl'>,
): RealtimeAdapter {
  const logger = new Logger('Realtime');
  if (config.redisUrl) {
    const redis = new Redis(config.redisUrl, { maxRetriesPerRequest: null });
    redis.on('error', (error) => logger.warn(`Redis: ${error.message}`));
    return {
      // A closed adapter's readers leave after the block they are in: keep it short.
      factory: createStreamsAdapter(redis, { blockTimeInMs: readerBlockMs }),
      close: async () => {
        await redis.quit();
      },
    };
  }
  const pool = new AdapterPool({ connectionString: config.databaseUrl, max: 3 });
  // Every client has its own listener: the pool's is not heard while the adapter has the client, and that would end us.
  pool.on('connect', (client) =>
    client.on('error', (error) => logger.warn(`PostgreSQL: ${error.message}`)),
  );
  pool.on('error', () => undefined);
  return {
    factory: createPostgresAdapter(pool, {
      errorHandler: (error) => logger.warn(`PostgreSQL: ${String(error)}`),
    }),
    close: () => pool.end(),
  };
}

type TakeClient = Parameters<Pool['connect']>[0];

/**
 * The adapter takes a client for LISTEN and, when that dies, the next one without giving the dead one back: a few restarts
 * of PostgreSQL would leave no client to publish with. Only the adapter asks for a promise; the pool itself uses callbacks.
 */
class AdapterPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: TakeClient): void;
  override connect(callback?: TakeClient): Promise<PoolClient> | void {
    return callback ? super.connect(callback) : this.connectToListen();
  }

  private async connectToListen(): Promise<PoolClient> {
    const client = await super.connect();
    client.once('end', () => client.release(true));
    return client;
  }
}
