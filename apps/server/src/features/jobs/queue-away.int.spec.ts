import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import pg from 'pg';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { startOwnDatabase, type OwnDatabase } from '@clusterdesk/tests/server/own-database.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { SpecPlatform } from '@clusterdesk/tests/server/spec-platform.js';
import {
  hasRedis,
  startTestRedis,
  type TestRedis,
} from '@clusterdesk/tests/platform/test-redis.js';
import { call } from '@clusterdesk/tests/server/test-server.js';
import { beforeTimer } from '@clusterdesk/tests/before-timer.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { Timings } from '../../platform/timings.js';

/** Short, and in the order of the platform's own. */
const timings = new Timings({
  database: { statementMs: 2_000, lockMs: 1_500, answerMs: 3_000 },
  tasks: { hintMs: 1_000, addMs: 2_000, commandMs: 2_000, dueWorkMs: 500 },
});
const { connectMs, answerMs } = timings.database;
/** A call waits for one connection and one answer, or for one answer and a hint; by then it would have waited for more. */
const answerWithinMs = connectMs + 2 * answerMs;
/** More than the pool has connections. */
const atOnce = 30;
/** PostgreSQL's code of a lock that another one holds. */
const lockNotAvailable = '55P03';

/** A server that jobs are submitted to, and another one with a worker beside it. */
class Platform {
  private constructor(
    readonly jobs: SpecJobs,
    private readonly second: SpecPlatform,
    private readonly agent: FakeAgent,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<Platform> {
    const jobs = await SpecJobs.start(environment, timings);
    const { databaseUrl, dataDir } = jobs.server.config;
    const second = await SpecPlatform.open({
      withWorker: true,
      timings,
      environment: { ...environment, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    });
    return new Platform(jobs, second, await jobs.connect(jobs.node, { cpus: 64 }));
  }

  async stop(): Promise<void> {
    await this.jobs.closeAgents();
    await this.second.stop();
    await this.jobs.stop();
  }

  async run(): Promise<{ code: number; jobId: string | undefined }> {
    const input = { jobName: 'job', queueName: 'local', scriptContent: 'echo hi' };
    const { baseUrl } = this.jobs.server;
    const asked = call(baseUrl, endpoints.jobs.run, input, { token: this.jobs.token });
    const { code, result } = await beforeTimer(answerWithinMs, asked);
    return { code, jobId: code === 200 ? result.jobId : undefined };
  }

  async ids(): Promise<string[]> {
    return (await this.jobs.query<{ id: string }>('SELECT id FROM script_job ORDER BY id')).map(
      ({ id }) => id,
    );
  }

  /** Every job that was taken reaches the node, and is run there to its end. */
  async allGoOn(jobIds: readonly string[]): Promise<void> {
    const ended = new Set<string>();
    await waitFor(
      'all jobs at the node',
      async () => {
        for (const { jobId } of this.agent.commands.filter((one) => !ended.has(one.jobId))) {
          ended.add(jobId);
          await this.jobs.end(this.agent, jobId);
        }
        return jobIds.every((jobId) => ended.has(jobId));
      },
      60_000,
    );
    const rows = await this.jobs.query<{ status: string; attempt: number }>(
      'SELECT DISTINCT status, attempt FROM script_job WHERE id = ANY($1::bigint[])',
      [jobIds],
    );
    expect(rows).toEqual([{ status: 'COMPLETED', attempt: 1 }]);
  }
}

(hasRedis() ? describe : describe.skip)('a job that is submitted while Redis', () => {
  let redis: TestRedis;
  let platform: Platform;

  beforeAll(async () => {
    redis = await startTestRedis();
    platform = await Platform.start({ REDIS_URL: redis.url });
    await platform.jobs.query('UPDATE compute_queue_node SET cpus = 64');
  });
  afterAll(async () => {
    await platform.stop();
    await redis.stop();
  });

  it.each([
    [
      'is gone',
      () => redis.stop(),
      async () => {
        redis = await startTestRedis(Number(new URL(redis.url).port));
      },
    ],
    ['stands still', () => Promise.resolve(redis.freeze()), () => Promise.resolve(redis.thaw())],
  ])('%s is taken in time, and runs once it is back', async (_, away, back) => {
    await away();
    const answers = await Promise.all(Array.from({ length: atOnce }, () => platform.run()));
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
    await back();
    await platform.allGoOn(answers.flatMap(({ jobId }) => jobId ?? []));
  });
});

/**
 * Locks the tables of the queues against everyone, until the transaction that it opens ends.
 * It waits for none of them while it holds others: the workers take them in an order of their own, and that would be a deadlock.
 * @returns whether it has them all; if not, it holds none
 */
async function lockQueues(holder: pg.Client): Promise<boolean> {
  const { rows } = await holder.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'bullmq'`,
  );
  await holder.query('BEGIN');
  try {
    await holder.query(`LOCK TABLE ${rows.map(({ name }) => name).join(', ')} NOWAIT`);
    return true;
  } catch (error) {
    await holder.query('ROLLBACK');
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) {
      return false;
    }
    throw error;
  }
}

describe('a job that is submitted while the queues in PostgreSQL', () => {
  let database: OwnDatabase;
  let platform: Platform;

  beforeAll(async () => {
    database = await startOwnDatabase();
    platform = await Platform.start({ DATABASE_URL: database.url });
    await platform.jobs.query('UPDATE compute_queue_node SET cpus = 64');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    database.thaw();
  });
  afterAll(async () => {
    await platform.stop();
    await database.stop();
  });

  it('are locked is taken in time, and runs once they are free', async () => {
    const before = await platform.ids();
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await waitFor('the locks', () => lockQueues(holder));
    const answers = await Promise.all(Array.from({ length: atOnce }, () => platform.run()));
    await holder.query('ROLLBACK');
    await holder.end();
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    const taken = answers.flatMap(({ jobId }) => jobId ?? []);
    const made = (await platform.ids()).filter((id) => !before.includes(id));
    expect(made).toEqual(taken.sort((a, b) => Number(a) - Number(b)));
    await platform.allGoOn(taken);
  });

  it('stand still with the database is refused in time, and not there', async () => {
    const before = await platform.ids();
    database.freeze();
    const answers = await Promise.all(Array.from({ length: atOnce }, () => platform.run()));
    database.thaw();
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([503]));
    await waitFor('the database', async () => (await platform.run()).code === 200);
    expect((await platform.ids()).length).toBe(before.length + 1);
    await platform.allGoOn((await platform.ids()).slice(-1));
  });

  it('stand still just after it was stored is taken in time, and runs', async () => {
    // Connections that are open stand still for longer than one that cannot be opened.
    await Promise.all(Array.from({ length: atOnce }, () => platform.ids()));
    const tasks = platform.jobs.server.app.get(TaskQueue);
    const add = tasks.add.bind(tasks);
    jest.spyOn(tasks, 'add').mockImplementationOnce((...task) => {
      database.freeze();
      return add(...task);
    });
    const { code, jobId } = await platform.run();
    database.thaw();
    expect(code).toBe(200);
    await platform.allGoOn(jobId === undefined ? [] : [jobId]);
  });
});
