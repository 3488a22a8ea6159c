import { createTestDatabase } from './test-database.js';
import { hasRedis, startTestRedis } from '../platform/test-redis.js';

/** What queues and sockets stand on: PostgreSQL alone, or Redis beside it. */
export interface Backend {
  databaseUrl: string;
  redisUrl: string | undefined;
  /** Redis is gone, and comes back empty. */
  restartRedis(): Promise<void>;
  stop(): Promise<void>;
}

const onPostgres = async (): Promise<Backend> => {
  const database = await createTestDatabase();
  return {
    databaseUrl: database.url,
    redisUrl: undefined,
    restartRedis: () => Promise.reject(new Error('There is no Redis.')),
    stop: () => database.drop(),
  };
};

const onRedis = async (): Promise<Backend> => {
  const [database, first] = await Promise.all([createTestDatabase(), startTestRedis()]);
  let redis = first;
  return {
    databaseUrl: database.url,
    redisUrl: redis.url,
    restartRedis: async () => {
      await redis.stop();
      redis = await startTestRedis(redis.port);
    },
    stop: async () => {
      await redis.stop();
      await database.drop();
    },
  };
};

/** The same suite runs on each of them (`describe.each`). */
export const backends: [name: string, start: () => Promise<Backend>][] = [
  ['PostgreSQL', onPostgres],
  ...(hasRedis() ? [['Redis', onRedis] satisfies [string, typeof onRedis]] : []),
];
