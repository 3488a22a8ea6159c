import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { dispatchJobs, endpoints, sendVerificationCode } from '@clusterdesk/contracts';
import {
  call,
  signIn,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import {
  hasRedis,
  startTestRedis,
  type TestRedis,
} from '@clusterdesk/tests/platform/test-redis.js';
import { beforeTimer } from '@clusterdesk/tests/before-timer.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { SpecPlatform } from '@clusterdesk/tests/server/spec-platform.js';
import { findFreePort } from '@clusterdesk/tests/platform/free-port.js';
import { loadConfig } from '../../config/config.js';
import { Timings } from '../timings.js';
import { TaskQueue } from './task-queue.service.js';

/** So long that a refusal that comes at all did not wait for one: nobody waits for a Redis that may come back. */
const deadlineMs = 600_000;
const timings = {
  tasks: { addMs: deadlineMs, hintMs: deadlineMs, commandMs: deadlineMs },
  health: { keptMs: -1 },
};

/** No call may take longer. */
const limitMs = 10_000;

const slot = { userId: randomUUID(), purpose: 'email-new' } as const;

(hasRedis() ? describe : describe.skip)('while Redis is away', () => {
  let redis: TestRedis;
  let server: TestServer;

  beforeAll(async () => {
    redis = await startTestRedis();
    server = await startTestServer({ REDIS_URL: redis.url }, undefined, timings);
  });
  afterAll(async () => {
    await server.stop();
    await redis.stop();
  });

  it('tasks are refused at once, calls are answered, and both go on afterwards', async () => {
    const tasks = server.app.get(TaskQueue);
    const port = Number(new URL(redis.url).port);
    const readiness = async () => (await fetch(`${server.baseUrl}/api/health/ready`)).json();
    const token = await signIn(server.baseUrl);
    const health = async () => {
      const { result } = await call(server.baseUrl, endpoints.health.report, {}, { token });
      return result.checks
        .filter(({ name }) => ['redis', 'workers', 'tasks'].includes(name))
        .map(({ name, state }) => [name, state]);
    };
    await tasks.addOrFail(sendVerificationCode, slot);
    expect(await readiness()).toEqual({ status: 'ok' });
    // No worker runs here.
    expect(await health()).toEqual([
      ['workers', 'failed'],
      ['tasks', 'ok'],
      ['redis', 'ok'],
    ]);
    await redis.stop();

    for (let time = 0; time < 3; time += 1) {
      await expect(tasks.addOrFail(sendVerificationCode, slot)).rejects.toMatchObject({
        code: 'TASK_QUEUE_AWAY',
        status: 503,
      });
      // A row of this one is found by its schedule.
      await tasks.add(dispatchJobs, { backend: 'agent' });
    }
    // Taken out by their load balancer, all servers together would answer nothing.
    expect(await readiness()).toEqual({ status: 'ok' });
    expect(await health()).toEqual([
      ['workers', 'unknown'],
      ['tasks', 'unknown'],
      ['redis', 'failed'],
    ]);
    const answer = await call(server.baseUrl, endpoints.operations.publicConfigs, {});
    expect(answer.code).toBe(200);

    redis = await startTestRedis(port);
    await waitFor('the queues', () => tasks.addOrFail(sendVerificationCode, slot).then(() => true));
  });

  it('it is said when it would forget tasks, and when it takes no more', async () => {
    const tasks = server.app.get(TaskQueue);
    await waitFor('the queues', () => tasks.addOrFail(sendVerificationCode, slot).then(() => true));
    const token = await signIn(server.baseUrl);
    const observer = new Redis(redis.url);
    const look = async () => {
      const { result } = await call(server.baseUrl, endpoints.health.report, {}, { token });
      const found = result.checks.find(({ name }) => name === 'redis');
      return [found?.state, found?.reason];
    };
    expect(await look()).toEqual(['ok', null]);
    await observer.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await look()).toEqual(['warning', 'redisEvicts']);
    await observer.config('SET', 'maxmemory-policy', 'noeviction');
    await observer.config('SET', 'maxmemory', '1mb');
    expect(await look()).toEqual(['warning', 'redisFull']);
    await expect(tasks.addOrFail(sendVerificationCode, slot)).rejects.toMatchObject({
      code: 'TASK_QUEUE_AWAY',
    });
    await observer.config('SET', 'maxmemory', '0');
    await tasks.addOrFail(sendVerificationCode, slot);
    await observer.quit();
  });
});

(hasRedis() ? describe : describe.skip)('a queue that nobody has asked yet', () => {
  it('refuses at once while Redis is away, and takes tasks when it is there', async () => {
    const port = await findFreePort();
    const config = loadConfig({
      DATABASE_URL: 'postgresql://nowhere/none',
      REDIS_URL: `redis://127.0.0.1:${port}`,
    });
    const tasks = new TaskQueue(config, new Timings(timings), {} as never);
    await waitFor('its loss', () => tasks.backend.isAway());
    await expect(tasks.addOrFail(sendVerificationCode, slot)).rejects.toMatchObject({
      code: 'TASK_QUEUE_AWAY',
    });
    const redis = await startTestRedis(port);
    await waitFor('the queue', () => tasks.addOrFail(sendVerificationCode, slot).then(() => true));
    await tasks.onApplicationShutdown();
    await redis.stop();
  });
});

(hasRedis() ? describe : describe.skip)('while Redis stands still', () => {
  it('tasks are refused in time, and go on when it answers again', async () => {
    const redis = await startTestRedis();
    const server = await startTestServer({ REDIS_URL: redis.url }, undefined, {
      tasks: { commandMs: 500 },
    });
    try {
      const tasks = server.app.get(TaskQueue);
      await tasks.addOrFail(sendVerificationCode, slot);
      redis.freeze();
      await expect(
        beforeTimer(limitMs, tasks.addOrFail(sendVerificationCode, slot)),
      ).rejects.toMatchObject({ code: 'TASK_QUEUE_AWAY', status: 503 });
      await waitFor('its connection to be given up', () => tasks.backend.isAway());
      await tasks.add(dispatchJobs, { backend: 'agent' });
      redis.thaw();
      await waitFor('the queues', () =>
        tasks.addOrFail(sendVerificationCode, slot).then(() => true),
      );
    } finally {
      redis.thaw();
      await server.stop();
      await redis.stop();
    }
  });
});

(hasRedis() ? describe : describe.skip)('a server and a worker', () => {
  it.each<[string, (redis: TestRedis) => unknown]>([
    ['is away', (redis) => redis.stop()],
    ['stands still', (redis) => redis.freeze()],
  ])('stop in time while Redis %s', async (_, lose) => {
    const redis = await startTestRedis();
    const platform = await SpecPlatform.open({
      withWorker: true,
      environment: { REDIS_URL: redis.url },
    });
    await lose(redis);
    try {
      await beforeTimer(platform.config.stopTimeoutMs, platform.stop());
    } finally {
      redis.thaw();
      await redis.stop();
    }
  });

  it('stop in time when Redis goes away while they wait for its answer', async () => {
    const redis = await startTestRedis();
    const platform = await SpecPlatform.open({
      withWorker: true,
      environment: { REDIS_URL: redis.url },
    });
    const tasks = platform.get(TaskQueue);
    const blocking = platform.dataSource.createQueryRunner();
    await blocking.startTransaction();
    await blocking.query('LOCK TABLE verification_code IN ACCESS EXCLUSIVE MODE');
    await tasks.addOrFail(sendVerificationCode, slot);
    await waitFor('a task to run', async () => (await tasks.count()).mail.active > 0);
    redis.freeze();
    const stopping = platform.stop();
    // The task ends, and its end is told to a Redis that will never answer.
    await blocking.rollbackTransaction();
    await blocking.release();
    redis.kill();
    try {
      await beforeTimer(platform.config.stopTimeoutMs, stopping);
    } finally {
      await redis.stop();
    }
  });

  it('go on when Redis has forgotten everything, also a task that ran meanwhile', async () => {
    const redis = await startTestRedis();
    const observer = new Redis(redis.url);
    const platform = await SpecPlatform.open({
      withWorker: true,
      environment: { REDIS_URL: redis.url },
    });
    try {
      const tasks = platform.get(TaskQueue);
      const [mail] = tasks.listQueues().filter(({ name }) => name === sendVerificationCode.queue);
      await tasks.addOrFail(sendVerificationCode, slot);
      await observer.flushall();
      await waitFor('a task to be run', async () => {
        await tasks.addOrFail(sendVerificationCode, slot);
        return ((await mail?.getCompletedCount()) ?? 0) > 0;
      });
    } finally {
      await platform.stop();
      await observer.quit();
      await redis.stop();
    }
  });
});
