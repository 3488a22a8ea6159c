/** Several servers and workers over one PostgreSQL, with Redis and a balancer where asked for; all on this host, on loopback. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { loadTypescript } from '../../support/jest/load-typescript.mjs';
import { startNginx } from '../nginx-run.mjs';
import { endChild, makeDatabase, openClient, spawnProgram, spawnServer } from '../server-run.mjs';
import { holdToShare } from './cpu-share.mjs';
import { connectionsTo, parentOf } from './families.mjs';

/**
 * @param {object} wanted
 * @param {number} [wanted.servers] 2
 * @param {number} [wanted.workers] 0
 * @param {boolean} [wanted.redis] tasks and live events go through a Redis of the measurement's own
 * @param {Record<string, string>} [wanted.environment] of servers and workers, beside their own
 */
export async function startCluster({
  servers: count = 2,
  workers: workerCount = 0,
  redis: hasRedis = false,
  environment = {},
}) {
  // What is asked of PostgreSQL is asked as in an installation.
  process.env.DURABLE_DATABASE ??= 'true';
  const database = await makeDatabase();
  const dataDir = mkdtempSync(
    join(realpathSync(process.env.WORK_DIR ?? tmpdir()), 'clusterdesk-scale-'),
  );
  const redis = hasRedis ? await startRedis() : null;
  const secret = randomBytes(24).toString('hex');
  const shared = {
    DATA_DIR: dataDir,
    PROXY_SECRET: secret,
    ...(redis && { REDIS_URL: redis.url }),
    ...environment,
  };
  const releases = [];
  const balancers = [];
  const children = [];
  const servers = [];
  const workers = [];
  const start = async (name, more = {}) => {
    const server = await spawnServer(
      { ...shared, DATABASE_URL: named(database.url, name), ...more },
      (child) => children.push(child),
    );
    return { name, ...server };
  };
  let stopping;
  const stop = () => (stopping ??= stopAll());
  const stopAll = async () => {
    await Promise.all([
      ...balancers.map((balancer) => balancer.stop()),
      ...children.map((child) => endChild(child)),
    ]);
    await Promise.all(releases.map((release) => release()));
    await redis?.stop();
    rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  };
  const stopOnSignal = () => void stop().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, stopOnSignal);
  }
  try {
    for (let index = 0; index < count; index += 1) {
      servers.push(await start(`server-${index + 1}`));
    }
    for (let index = 0; index < workerCount; index += 1) {
      const name = `worker-${index + 1}`;
      const child = spawnProgram('worker', {
        ...shared,
        DATABASE_URL: named(database.url, name),
      });
      children.push(child);
      workers.push({ name, pid: child.pid });
    }
    const [{ pid }] = await database.query('SELECT pg_backend_pid() AS pid');
    const postmaster = parentOf(pid);
    return {
      servers,
      workers,
      dataDir,
      query: database.query,
      databaseUrl: database.url,
      client: await openClient(servers[0].url),
      /** A balancer before these servers; null without nginx on this host. */
      balance: async (urls) => {
        const folder = join(dataDir, `nginx-${balancers.length}`);
        mkdirSync(folder);
        const balancer = await startNginx(folder, { upstreams: urls, secret });
        if (balancer) {
          balancers.push(balancer);
        }
        return balancer;
      },
      /** Holds each server that runs now to a part of one processor. */
      hold: (share) => {
        releases.push(...servers.map(({ pid: of }) => holdToShare(of, share)));
      },
      /** Starts a server of this place again, on its old port. */
      restart: async (place) => {
        const { name, url } = servers[place];
        servers[place] = await start(name, { PORT: new URL(url).port });
      },
      /** For `readFamilies`. */
      families: () => ({
        ...Object.fromEntries(servers.map(({ name }, place) => [name, () => [servers[place].pid]])),
        ...(workers.length > 0 && { workers: () => workers.map((worker) => worker.pid) }),
        postgres: () => [postmaster],
        ...(redis && { redis: () => [redis.pid] }),
        ...(balancers.length > 0 && {
          nginx: () => balancers.flatMap((each) => each.pids().map(Number)),
        }),
      }),
      /** Connections that each process holds to PostgreSQL and Redis. */
      connections: async () => {
        const rows = await database.query(
          `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
           WHERE datname = current_database() AND application_name ~ '^(server|worker)-' GROUP BY 1 ORDER BY 1`,
        );
        return [...servers, ...workers].map(({ name, pid: of }) => ({
          name,
          postgres: rows.find((row) => row.name === name)?.count ?? 0,
          redis: redis ? connectionsTo(of, redis.port) : 0,
        }));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address under which a process is known in `pg_stat_activity`, its listening connections, too. */
function named(url, name) {
  const address = new URL(url);
  address.searchParams.set('application_name', name);
  return address.href;
}

async function startRedis() {
  const { startTestRedis } = await loadTypescript('tests/support/platform/test-redis.ts');
  const redis = await startTestRedis();
  const client = new Redis(redis.url);
  const pid = Number(/^process_id:(\d+)/m.exec(await client.info('server'))[1]);
  await client.quit();
  return { url: redis.url, port: Number(new URL(redis.url).port), pid, stop: () => redis.stop() };
}
