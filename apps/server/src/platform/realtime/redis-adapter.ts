import type { Logger } from '@nestjs/common';
import { createAdapter as createStreamsAdapter } from '@socket.io/redis-streams-adapter';
import type { RedisOptions } from 'ioredis';
import type { Namespace, ServerOptions } from 'socket.io';
import type { RedisPlace } from '../../config/redis-place.js';
import { failAtOnce, redisOptions, redisPrefix, waitForRedis } from '../redis/redis-options.js';
import { logAbsence, WatchedRedis } from '../redis/watched-redis.js';

/** How long a reader waits for the next event before it asks again. */
const readerBlockMs = 1_000;
/** Of the events that are not numbered: readers are seconds behind at most, and one of many nodes' figures has hundreds of KB. */
const keptEvents = 500;
/** Socket.IO's adapter on Redis. @param onListening is called when this process hears the others, at first and after each break */
export function redisAdapter(
  place: RedisPlace,
  answerMs: number,
  logger: Logger,
  onListening: () => void,
): { factory: ServerOptions['adapter']; close(): Promise<void> } {
  const redis = new AdapterRedis(
    {
      ...redisOptions(place, 'say-events', answerMs),
      ...failAtOnce,
      // What was not sent is told by its number; sent twice, it would be told twice.
      autoResendUnfulfilledCommands: false,
      commandTimeout: answerMs,
    },
    { ...redisOptions(place, 'hear-events', answerMs), ...waitForRedis },
    answerMs,
    onListening,
  );
  logAbsence(redis, logger);
  // Channels, unlike keys, are those of all databases of a Redis: another platform may have one of them.
  const name = `${redisPrefix}:events:${place.db}`;
  const createAdapter = createStreamsAdapter(redis, {
    blockTimeInMs: readerBlockMs,
    maxLen: keptEvents,
    streamName: name,
    channelPrefix: name,
  });
  return {
    // Called with `new`, so no arrow function.
    factory: function adapterOf(namespace: Namespace) {
      const adapter = createAdapter(namespace);
      passOnCarefully(adapter);
      countCarefully(adapter, redis);
      return adapter;
    },
    close: () => {
      redis.endDuplicates();
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

type Method = (...args: never[]) => unknown;

/** A method of the adapter by the name that it has there. */
function methodOf(adapter: object, name: string): Method {
  const method: unknown = Reflect.get(adapter, name);
  if (typeof method !== 'function') {
    throw new Error(`The adapter of Redis has no ${name} any more.`);
  }
  return method.bind(adapter) as Method;
}

/**
 * What an agent answers is passed on as it is, and packed before anybody has looked at it. Where that fails, as for what is nested
 * too deep, nobody is answered: the adapter would throw into the event loop, and end the process.
 */
function passOnCarefully(adapter: object): void {
  const publish = methodOf(adapter, 'doPublishResponse');
  const publishCarefully = async (...answer: never[]): Promise<void> => {
    // The rejection of an async function is what the adapter expects, and logs.
    await publish(...answer);
  };
  Reflect.set(adapter, 'doPublishResponse', publishCarefully);
}

/**
 * Who asks for answers asks how many members there are, and does not hear a refusal, which would end the process. While Redis is away
 * there is this one, whose sockets answer; where only the answer is missing, the question runs to the end of its time.
 */
function countCarefully(adapter: object, redis: WatchedRedis): void {
  const count = methodOf(adapter, 'serverCount') as () => Promise<number>;
  Reflect.set(adapter, 'serverCount', async () => {
    try {
      return redis.status === 'ready' ? await count() : 1;
    } catch {
      return redis.status === 'ready' ? Number.POSITIVE_INFINITY : 1;
    }
  });
}

/**
 * What became of a subscription or a publication nobody asks: neither the adapter, nor ioredis when it subscribes anew after a break. One
 * that is under way when the platform stops is refused, and a refusal that nobody hears ends the process.
 */
class HeardRedis extends WatchedRedis {
  override sendCommand(...[command, stream]: Parameters<WatchedRedis['sendCommand']>): unknown {
    command.promise.catch(() => undefined);
    return super.sendCommand(command, stream);
  }
}

/** The adapter listens on duplicates of the client it is given. */
class AdapterRedis extends HeardRedis {
  private readonly duplicates: ListeningRedis[] = [];

  constructor(
    saying: RedisOptions,
    private readonly listening: RedisOptions,
    private readonly answerMs: number,
    private readonly onListening: () => void,
  ) {
    super(saying, answerMs);
    this.on('ready', onListening);
  }

  override duplicate(): ListeningRedis {
    const duplicate = new ListeningRedis(this.listening, this.answerMs);
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
