import { createTestDatabase } from './test-database.js';
import { hasRedis, startTestRedis } from '../platform/test-redis.js';

/** What queues and sockets stand on: PostgreSQL alone, or Redis beside it. */
export interface Backend {
  databaseUrl: string;
  redisUrl: string | undefined;
  stop(): Promise<void>;
}

const onPostgres = async (): Promise<Backend> => {
  const database = await createTestDatabase();
  return { databaseUrl: database.url, redisUrl: undefined, stop: () => database.drop() };
};

const onRedis = async (): Promise<Backend> => {
  const [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
  return {
    databaseUrl: database.url,
    redisUrl: redis.url,
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
