import { Logger } from '@nestjs/common';
import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { agentNamespace } from '@clusterdesk/contracts';
import type { Namespace, ServerOptions } from 'socket.io';
import type { Config } from '../../config/config.js';
import type { Postgres } from '../database/postgres.js';
import type { Timings } from '../timings.js';
import { adapterPool } from './adapter-pool.js';
import { redisAdapter } from './redis-adapter.js';

/** How Socket.IO servers of several processes hear of each other. */
export interface RealtimeAdapter {
  factory: ServerOptions['adapter'];
  close(): Promise<void>;
}

/** A connection that listens again has its subscriptions within this time. */
const settleMs = 250;

/**
 * Redis streams when `REDIS_URL` is set, else PostgreSQL's NOTIFY (large events go through `socket_io_attachments`).
 * @param onListening is called when this process hears the others, at first and after each break.
 */
export function createRealtimeAdapter(
  config: Pick<Config, 'redis'>,
  postgres: Postgres,
  { commandMs }: Pick<Timings['tasks'], 'commandMs'>,
  onListening: () => void,
): RealtimeAdapter {
  const logger = new Logger('Realtime');
  let timer: NodeJS.Timeout | undefined;
  // Several connections come back together.
  const listen = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onListening, settleMs).unref();
  };
  return config.redis
    ? redisAdapter(config.redis, commandMs, logger, listen)
    : onPostgres(postgres, logger, listen);
}

/**
 * By heartbeats the members of a namespace know whose answers to wait for. Only agents are asked for answers; among browsers
 * no answers are asked for, and a member that is gone delays nothing.
 */
const heartbeats = {
  agents: { heartbeatInterval: 5_000, heartbeatTimeout: 10_000 },
  others: { heartbeatInterval: 120_000, heartbeatTimeout: 300_000 },
};

/** NOTIFY takes less than 8,000 bytes; the adapter's own bound is one byte too high, and such an event would be lost. */
const notifyMaxBytes = 7_999;

function onPostgres(postgres: Postgres, logger: Logger, onListening: () => void): RealtimeAdapter {
  const { pool, close } = adapterPool(postgres, onListening);
  const options = {
    errorHandler: (error: unknown) => logger.warn(`PostgreSQL: ${String(error)}`),
    payloadThreshold: notifyMaxBytes,
  };
  // One connection listens for all namespaces; each adapter reads the options when it is made.
  const createAdapter = createPostgresAdapter(pool, options);
  return {
    // Called with `new`, so no arrow function.
    factory: function adapterOf(namespace: Namespace) {
      Object.assign(
        options,
        namespace.name === agentNamespace ? heartbeats.agents : heartbeats.others,
      );
      return createAdapter(namespace);
    },
    close,
  };
}
