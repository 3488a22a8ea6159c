import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module, SetMetadata, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  removeUser,
  defineTask,
  dispatchJobs,
  dueWork,
  taskDefinitions,
  type TaskPayload,
} from '@clusterdesk/contracts';
import type { Queue } from 'bullmq';
import { backends, type Backend } from '@clusterdesk/tests/server/backends.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Config, loadConfig } from '../../config/config.js';
import { migrateDatabase } from '../database/migrate.js';
import { Postgres } from '../database/postgres.js';
import { TaskQueue } from './task-queue.service.js';
import { TaskWorker } from './task-worker.service.js';
import { CreateDueWork2026112700010 } from '../../migrations/202611270001-create-due-work.js';
import { onDueMetadata } from './on-due.decorator.js';
import { OnTask, onTaskMetadata } from './on-task.decorator.js';
import { createTaskTables } from './task-tables.js';
import { Timings } from '../timings.js';
import { TaskModule } from './task.module.js';

/** Handlers of every job; what they do is set by each test. */
@Injectable()
class Recorder {
  readonly runs: string[] = [];
  onRemoval: (payload: TaskPayload<typeof removeUser>, signal: AbortSignal) => Promise<void> = () =>
    Promise.resolve();
  onDispatch: () => Promise<void> = () => Promise.resolve();

  @OnTask(removeUser)
  async remove(payload: TaskPayload<typeof removeUser>, signal: AbortSignal): Promise<void> {
    this.runs.push(payload.removalId);
    await this.onRemoval(payload, signal);
  }
  @OnTask(dispatchJobs)
  async dispatch(payload: TaskPayload<typeof dispatchJobs>): Promise<void> {
    this.runs.push(payload.backend);
    await this.onDispatch();
  }
}

/** The worker wants a handler for whatever there is: those no test looks into only note their name. */
for (const [metadata, definitions] of [
  [onTaskMetadata, taskDefinitions.filter((one) => one !== removeUser && one !== dispatchJobs)],
  [onDueMetadata, dueWork],
] as const) {
  for (const one of definitions) {
    const descriptor: PropertyDescriptor = {
      configurable: true,
      value: async function (this: Recorder): Promise<void> {
        this.runs.push(one.name);
      },
    };
    Object.defineProperty(Recorder.prototype, one.name, descriptor);
    SetMetadata(metadata, one)(Recorder.prototype, one.name, descriptor);
  }
}

describe.each(backends)('background jobs on %s', (_, startBackend) => {
  let backend: Backend;
  let app: INestApplicationContext;
  let queue: TaskQueue;
  let recorder: Recorder;

  beforeAll(async () => {
    backend = await startBackend();
    await migrateDatabase(backend.databaseUrl, {
      entities: [],
      migrations: [CreateDueWork2026112700010],
      prepare: [createTaskTables],
    });
  });
  afterAll(() => backend.stop());

  beforeEach(async () => {
    app = await startMember(backend);
    queue = app.get(TaskQueue);
    recorder = app.get(Recorder);
    await app.get(TaskWorker).start();
  });
  afterEach(() => app.close());

  it('runs a job once, with the payload it was given', async () => {
    await queue.add(removeUser, { removalId: 'one' });
    await waitFor('the job', () => recorder.runs.includes('one'));
    // What is added later is run later.
    await queue.add(removeUser, { removalId: 'after one' });
    await waitFor('the next job', () => recorder.runs.includes('after one'));
    expect(recorder.runs.filter((run) => run === 'one')).toHaveLength(1);
  });

  it('tries a failing job again', async () => {
    let failures = 1;
    recorder.onRemoval = async () => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('once');
      }
    };
    await queue.add(removeUser, { removalId: 'again' });
    await waitFor('the job', () => recorder.runs.filter((run) => run === 'again').length === 2);
  });

  it('runs once more for signals that came while it ran, however many', async () => {
    let release = (): void => undefined;
    recorder.onDispatch = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await queue.add(dispatchJobs, { backend: 'busy' });
    await waitFor('the job', () => recorder.runs.includes('busy'));
    for (let index = 0; index < 5; index += 1) {
      await queue.add(dispatchJobs, { backend: 'busy' });
    }
    recorder.onDispatch = () => Promise.resolve();
    release();
    await waitFor('the job', () => recorder.runs.filter((run) => run === 'busy').length === 2);
    await queue.add(dispatchJobs, { backend: 'after busy' });
    await waitFor('the next job', () => recorder.runs.includes('after busy'));
    expect(recorder.runs.filter((run) => run === 'busy')).toHaveLength(2);
  });

  it('tells a running job that the worker stops', async () => {
    let wasAborted = false;
    recorder.onRemoval = (_payload, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          wasAborted = true;
          resolve();
        });
      });
    await queue.add(removeUser, { removalId: 'long' });
    await waitFor('the job', () => recorder.runs.includes('long'));
    const other = await startMember(backend);
    await app.close();
    expect(wasAborted).toBe(true);
    app = other;
  });

  it('leaves a task that this version does not know to another worker', async () => {
    const unknown = defineTask({ ...removeUser, name: 'spec.from-the-future' });
    await queue.add(unknown, { removalId: 'later' });
    await waitFor(
      'the task to wait again',
      async () => (await queue.count()).maintenance.delayed > 0,
    );
    expect((await queue.count()).maintenance.failed).toBe(0);
  });

  it('ends what an earlier version let BullMQ repeat', async () => {
    const old = queue.backend.createQueue('reconcile') as unknown as Queue;
    await old.upsertJobScheduler(
      'spec.gone',
      { every: 3_600_000 },
      { name: 'spec.gone', data: {} },
    );
    await queue.endOldSchedules();
    expect(await old.getJobSchedulers()).toEqual([]);
    await old.close();
  });

  it('refuses a payload that is not the declared one', async () => {
    await expect(queue.add(removeUser, JSON.parse('{"removalId":7}'))).rejects.toThrow('removalId');
  });
});

async function startMember(backend: Backend): Promise<INestApplicationContext> {
  const config = loadConfig({ DATABASE_URL: backend.databaseUrl, REDIS_URL: backend.redisUrl });
  const postgres = new Postgres(config);
  @Module({
    imports: [TaskModule],
    providers: [Recorder],
  })
  class Host {}
  return NestFactory.createApplicationContext(
    {
      module: Host,
      imports: [
        {
          module: class ConfigHost {},
          global: true,
          providers: [
            { provide: Config, useValue: config },
            { provide: Timings, useValue: new Timings() },
            { provide: Postgres, useValue: postgres },
          ],
          exports: [Config, Timings, Postgres],
        },
      ],
    },
    { logger: false, abortOnError: false },
  );
}
