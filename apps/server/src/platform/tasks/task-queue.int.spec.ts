import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { Injectable, Module, SetMetadata, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  buildPackage,
  dispatchJobs,
  taskDefinitions,
  reconcileJobs,
  sweepCopies,
  type TaskPayload,
} from '@clusterdesk/contracts';
import { backends, type Backend } from '@clusterdesk/tests/backends.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Config, loadConfig } from '../../config/config.js';
import { migrateDatabase } from '../database/migrate.js';
import { Postgres } from '../database/postgres.js';
import { TaskQueue } from './task-queue.service.js';
import { TaskWorker } from './task-worker.service.js';
import { OnTask, onTaskMetadata } from './on-task.decorator.js';
import { createTaskTables } from './task-tables.js';
import { TaskModule } from './task.module.js';

/** Handlers of every job; what they do is set by each test. */
@Injectable()
class Recorder {
  readonly runs: string[] = [];
  onBuild: (payload: TaskPayload<typeof buildPackage>, signal: AbortSignal) => Promise<void> = () =>
    Promise.resolve();
  onDispatch: () => Promise<void> = () => Promise.resolve();

  @OnTask(buildPackage)
  async build(payload: TaskPayload<typeof buildPackage>, signal: AbortSignal): Promise<void> {
    this.runs.push(payload.packageId);
    await this.onBuild(payload, signal);
  }
  @OnTask(dispatchJobs)
  async dispatch(payload: TaskPayload<typeof dispatchJobs>): Promise<void> {
    this.runs.push(payload.backend);
    await this.onDispatch();
  }
}

/** The worker wants a handler for each job there is: those no test looks into only note their name. */
for (const job of taskDefinitions.filter((one) => one !== buildPackage && one !== dispatchJobs)) {
  const descriptor: PropertyDescriptor = {
    configurable: true,
    value: async function (this: Recorder): Promise<void> {
      this.runs.push(job.name);
    },
  };
  Object.defineProperty(Recorder.prototype, job.name, descriptor);
  SetMetadata(onTaskMetadata, job)(Recorder.prototype, job.name, descriptor);
}

jest.setTimeout(15_000);

describe.each(backends)('background jobs on %s', (_, startBackend) => {
  let backend: Backend;
  let app: INestApplicationContext;
  let queue: TaskQueue;
  let recorder: Recorder;

  beforeAll(async () => {
    backend = await startBackend();
    await migrateDatabase(backend.databaseUrl, {
      entities: [],
      migrations: [],
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
    await queue.add(buildPackage, { packageId: 'one' });
    await waitFor('the job', () => recorder.runs.includes('one'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(recorder.runs.filter((run) => run === 'one')).toHaveLength(1);
  });

  it('tries a failing job again', async () => {
    let failures = 1;
    recorder.onBuild = async () => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('once');
      }
    };
    await queue.add(buildPackage, { packageId: 'again' });
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
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(recorder.runs.filter((run) => run === 'busy')).toHaveLength(2);
  });

  it('starts the schedules by itself', async () => {
    // They run every 10 and 15 s.
    await waitFor(
      'both schedules',
      () => recorder.runs.includes(reconcileJobs.name) && recorder.runs.includes(sweepCopies.name),
      25_000,
    );
  }, 30_000);

  it('tells a running job that the worker stops', async () => {
    let wasAborted = false;
    recorder.onBuild = (_payload, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          wasAborted = true;
          resolve();
        });
      });
    await queue.add(buildPackage, { packageId: 'long' });
    await waitFor('the job', () => recorder.runs.includes('long'));
    const other = await startMember(backend);
    await app.close();
    expect(wasAborted).toBe(true);
    app = other;
  });

  it('refuses a payload that is not the declared one', async () => {
    await expect(queue.add(buildPackage, JSON.parse('{"packageId":7}'))).rejects.toThrow(
      'packageId',
    );
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
            { provide: Postgres, useValue: postgres },
          ],
          exports: [Config, Postgres],
        },
      ],
    },
    { logger: false, abortOnError: false },
  );
}
