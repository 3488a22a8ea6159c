import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  endpoints,
  sendVerificationCode,
  taskQueueNames,
  uploadsPath,
} from '@clusterdesk/contracts';
import { Client } from 'pg';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { listClients } from '@clusterdesk/tests/server/live-readers.js';
import {
  hasRedis,
  startTestRedis,
  type TestRedis,
} from '@clusterdesk/tests/platform/test-redis.js';
import { TaskQueue } from '../tasks/task-queue.service.js';

/**
 * Of one server and one worker together, at the most (docs/operations.md): each a pool of 10 and one that listens for live
 * events, the server a session for the locks of uploads, the worker one that listens for tasks.
 */
const mostConnections = 24;

/** Of PostgreSQL's, with Redis: nobody needs one to listen then. */
const mostOfServer = 11;
const mostOfWorker = 10;
/** Of one process to both together, at the most. */
const mostOfProcess = 24;
const ofServer = ['tasks', 'say-events', 'hear-events', 'hear-events'].map(
  (purpose) => `clusterdesk:${purpose}`,
);
const ofWorker = [...ofServer, 'clusterdesk:worker'];

const backends = [
  { name: 'PostgreSQL', start: (): Promise<TestRedis | null> => Promise.resolve(null) },
  ...(hasRedis() ? [{ name: 'Redis', start: () => startTestRedis() }] : []),
];

describe.each(backends)('the connections of one server and one worker on $name', ({ start }) => {
  let redis: TestRedis | null;
  let platform: SpecPlatform;
  let user: SpecUser;
  let observer: Client;

  beforeAll(async () => {
    redis = await start();
    platform = await SpecPlatform.open({
      withWorker: true,
      environment: redis ? { REDIS_URL: redis.url } : {},
    });
    user = await platform.addUser('connections');
    observer = new Client({ connectionString: platform.config.databaseUrl });
    await observer.connect();
  });
  afterAll(async () => {
    await observer.end();
    await platform.close();
    await redis?.stop();
  });

  const count = async (): Promise<number> => {
    const { rows } = await observer.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return rows[0]?.count ?? 0;
  };

  it('stay within the bound under load', async () => {
    const upload = (): Promise<Response> =>
      fetch(`${platform.baseUrl}${uploadsPath}`, {
        method: 'POST',
        headers: {
          authorization: user.token,
          'tus-resumable': '1.0.0',
          'upload-length': '1',
          'upload-metadata': `fileName ${btoa(String(Math.random()))}`,
        },
      });
    const tasks = platform.get(TaskQueue);
    let most = 0;
    for (let round = 0; round < 5; round += 1) {
      const work = Promise.all(
        Array.from({ length: 60 }, (_, index) => [
          platform.call(user, endpoints.account.detail, {}),
          tasks.add(sendVerificationCode, { userId: user.id, purpose: 'email-new' }),
          ...(index % 10 === 0 ? [upload()] : []),
        ]).flat(),
      );
      most = Math.max(most, await count());
      await work;
      most = Math.max(most, await count());
    }
    process.stdout.write(`connections of one server and one worker: ${most}\n`);
    expect(most).toBeLessThanOrEqual(redis ? mostOfServer + mostOfWorker : mostConnections);
    if (redis) {
      const names = (await listClients(redis.url)).map((line) => / name=(\S*)/.exec(line)?.[1]);
      const waiting = taskQueueNames.map((name) => `clusterdesk:${btoa(name)}`);
      expect(names.sort()).toEqual([...ofServer, ...ofWorker, ...waiting].sort());
      expect(ofServer.length + mostOfServer).toBeLessThanOrEqual(mostOfProcess);
      expect(ofWorker.length + waiting.length + mostOfWorker).toBeLessThanOrEqual(mostOfProcess);
    }
  });

  it('name themselves, and leave names of tables to the task queues', async () => {
    const { rows: names } = await observer.query<{ name: string }>(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE datname = current_database()`,
    );
    expect(names.map(({ name }) => name)).toEqual(
      expect.arrayContaining(redis ? ['clusterdesk'] : ['clusterdesk', 'clusterdesk tasks']),
    );
    const { rows } = await observer.query<{ tablename: string }>(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public'
       INTERSECT SELECT tablename FROM pg_tables WHERE schemaname = 'bullmq'`,
    );
    expect(rows).toEqual([]);
  });
});
