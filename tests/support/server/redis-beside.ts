import { startTestRedis, type TestRedis } from '../platform/test-redis.js';

const started = new Map<string, Promise<TestRedis>>();

/**
 * The variables of a platform on this database: with TESTS_ON_REDIS=true a suite that does not say what queues and live events stand on
 * has them on a Redis of its own, which all servers on the same database share.
 */
export async function redisBeside(databaseUrl: string): Promise<Record<string, string>> {
  if (process.env.TESTS_ON_REDIS !== 'true') {
    return {};
  }
  const redis = started.get(databaseUrl) ?? startTestRedis();
  started.set(databaseUrl, redis);
  return { REDIS_URL: (await redis).url };
}

/** When the database is dropped. */
export async function stopRedisBeside(databaseUrl: string): Promise<void> {
  const redis = started.get(databaseUrl);
  started.delete(databaseUrl);
  await (await redis)?.stop();
}
