import { Logger } from '@nestjs/common';
import { createAdapter as createPostgresAdapter } from '@socket.io/postgres-adapter';
import { createAdapter as createStreamsAdapter } from '@socket.io/redis-streams-adapter';
import { agentNamespace } from '@clusterdesk/contracts';
import { Redis, type RedisOptions } from 'ioredis';
import type { Namespace, ServerOptions } from 'socket.io';
import type { Config } from '../../config/config.js';
import type { Postgres } from '../database/postgres.js';
import { adapterPool } from './adapter-pool.js';

/** How Socket.IO servers of several processes hear of each other. */
export interface RealtimeAdapter {
  factory: ServerOptions['adapter'];
  close(): Promise<void>;
}

/** How long a reader waits for the next event before it asks again. */
const readerBlockMs = 1_000;
/** A connection that listens again has its subscriptions within this time. */
const settleMs = 250;

/**
 * Redis streams when `REDIS_URL` is set, else PostgreSQL's NOTIFY (large events go through `socket_io_attachments`).
 * `onListening` is called when this process hears the others, at first and after each break.
 */
export function createRealtimeAdapter(
  config: Pick<Config, 'redisUrl'>,
  postgres: Postgres,
  onListening: () => void,
): RealtimeAdapter {
  const logger = new Logger('Realtime');
  const listen = (): void => void setTimeout(onListening, settleMs).unref();
  return config.redisUrl
    ? onRedis(config.redisUrl, logger, listen)
    : onPostgres(postgres, logger, listen);
}

function onRedis(redisUrl: string, logger: Logger, onListening: () => void): RealtimeAdapter {
  const redis = new AdapterRedis(redisUrl, onListening);
  redis.on('error', (error) => logger.warn(`Redis: ${error.message}`));
  const createAdapter = createStreamsAdapter(redis, { blockTimeInMs: readerBlockMs });
  return {
    // Called with `new`, so no arrow function.
    factory: function adapterOf(namespace: Namespace) {
      const adapter = createAdapter(namespace);
      passOnCarefully(adapter);
      return adapter;
    },
    close: async () => {
      redis.endDuplicates();
      await redis.quit();
    },
  };
}

/**
 * What an agent answers is passed on as it is, and packed before anybody has looked at it. Where that fails, as for what is nested
 * too deep, nobody is answered: the adapter would throw into the event loop, and end the process.
 */
function passOnCarefully(adapter: object): void {
  const name = 'doPublishResponse';
  const publish: unknown = Reflect.get(adapter, name);
  if (typeof publish !== 'function') {
    throw new Error('The adapter of Redis does not answer by this name any more.');
  }
  const publishCarefully = async (...answer: unknown[]): Promise<void> => {
    // The rejection of an async function is what the adapter expects, and logs.
    await Reflect.apply(publish, adapter, answer);
  };
  Reflect.set(adapter, name, publishCarefully);
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

/**
 * What became of a subscription or a publication nobody asks: neither the adapter, nor ioredis when it subscribes anew after a break. One
 * that is under way when the platform stops is refused, and a refusal that nobody hears ends the process.
 */
class HeardRedis extends Redis {
  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    command.promise.catch(() => undefined);
    return super.sendCommand(command, stream);
  }
}

/** The adapter listens on duplicates of the client it is given. */
class AdapterRedis extends HeardRedis {
  private readonly duplicates: Redis[] = [];

  constructor(
    url: string,
    private readonly onListening: () => void,
  ) {
    super(url, { maxRetriesPerRequest: null });
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    const duplicate = new ListeningRedis({ ...this.options, ...override });
    duplicate.on('ready', this.onListening);
    duplicate.on('error', () => undefined);
    this.duplicates.push(duplicate);
    return duplicate;
  }

  /**
   * Call when the adapters are closed. By itself a reader leaves after the wait that it is in, and one whose Redis goes away
   * during that wait would try to reconnect without end.
   */
  endDuplicates(): void {
    this.duplicates.forEach((duplicate) => duplicate.disconnect());
  }
}

/**
 * The adapter ends a connection once more when a wait on it breaks off. ioredis would then watch for two seconds over a socket that
 * has closed already, and keep the process for as long.
 */
class ListeningRedis extends HeardRedis {
  override disconnect(reconnect = false): void {
    if (this.status !== 'end') {
      super.disconnect(reconnect);
    }
  }
}
