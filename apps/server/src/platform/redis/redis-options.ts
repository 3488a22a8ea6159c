import { isIP } from 'node:net';
import type { RedisOptions } from 'ioredis';
import type { RedisPlace } from '../../config/redis-place.js';

/** Reconnects soon after Redis is back, however long it was away. */
const retryStrategy = (times: number): number => Math.min(times * 200, 2_000);

/** So the connections of the platform are called in `CLIENT LIST`, and its keys and channels begin. */
export const redisPrefix = 'clusterdesk';

/**
 * For every connection of the platform to Redis.
 * @param purpose names the connection there
 * @param answerMs how long a connection, and a sentinel's answer, may take
 */
export function redisOptions(place: RedisPlace, purpose: string, answerMs: number): RedisOptions {
  const { at, username, password, db, tls } = place;
  return {
    ...('masterName' in at
      ? {
          sentinels: at.sentinels,
          name: at.masterName,
          ...(at.password !== undefined && { sentinelPassword: at.password }),
          sentinelCommandTimeout: answerMs,
          ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
        }
      : at),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    db,
    // The host is checked against the certificate in any case; a proxy that serves several finds it by this name.
    ...(tls && { tls: { ...tls, ...('host' in at && !isIP(at.host) && { servername: at.host }) } }),
    connectionName: `${redisPrefix}:${purpose}`,
    connectTimeout: answerMs,
    retryStrategy,
    // One that was the master may have become a replica: ask anew who is.
    reconnectOnError: ({ message }) => (message.includes('READONLY') ? 2 : false),
  };
}

/** For calls that have an answer to give: without Redis they fail at once, and stay in no queue of ioredis' own. */
export const failAtOnce = { enableOfflineQueue: false, maxRetriesPerRequest: 0 } as const;

/** For what goes on by itself when Redis is back. */
export const waitForRedis = { enableOfflineQueue: true, maxRetriesPerRequest: null } as const;
