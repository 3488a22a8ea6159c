import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { dispatchJobs, endpoints } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import type { EntityManager } from 'typeorm';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { DelegatedBackend } from '../backends/compute-backend.js';
import { ComputeBackends } from '../backends/compute-backends.js';
import type { JobRef } from '../life/job-ref.js';
import type { Waiting } from '../life/wait-reason.js';
import { JobStateMachine } from '../life/job-state-machine.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { PlanRepository } from './plan.repository.js';
import { QueueLoads } from '../queues/queue-loads.service.js';
import { SchedulerService } from './scheduler.service.js';

let jobs: SpecJobs;

beforeAll(async () => {
  jobs = await SpecJobs.start();
});
afterAll(() => jobs.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
});

describe('the server that took a job', () => {
  const plans = (): unknown[] =>
    jest
      .mocked(jobs.server.get(TaskQueue).add)
      .mock.calls.filter(([task]) => task === dispatchJobs);

  it('plans itself, and leaves that to a worker only while somebody else plans', async () => {
    const agent = await jobs.connect();
    jest.spyOn(jobs.server.get(TaskQueue), 'add');
    // As at the start: the fixture leaves plans to workers.
    jobs.server.get(SchedulerService).onModuleInit();
    const jobId = await jobs.submit();
    await waitFor('the command', () => agent.commands.length === 1);
    expect(agent.commands[0]).toMatchObject({ jobId, attempt: 1 });
    expect(plans()).toEqual([]);
    await jobs.server.dataSource.transaction(async (manager) => {
      await lockInTransaction(manager, 'plan', 'agent');
      await jobs.submit();
      await waitFor('the task', () => plans().length === 1);
    });
    expect(agent.commands).toHaveLength(1);
  });
});

describe('what is read of jobs', () => {
  /** Rows of jobs that a statement looked at, by what PostgreSQL says of it. */
  function countRows(node: Record<string, unknown>): number {
    const own =
      node['Relation Name'] === 'script_job'
        ? Number(node['Actual Loops']) *
          (Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0))
        : 0;
    const children = (node['Plans'] ?? []) as Record<string, unknown>[];
    return children.reduce((sum, child) => sum + countRows(child), own);
  }

  async function addWaiting(count: number): Promise<void> {
    await jobs.query(
      `INSERT INTO script_job (queue_id, queue_name, user_id, user_name, job_name, script, work_dir, cpus, max_minutes)
       SELECT queue.id, queue.queue_name, account.id, account.user_name, 'job', 'true', '/', 1, 60
       FROM generate_series(1, $1), compute_queue queue, user_account account
       WHERE queue.queue_name = 'local' AND account.user_name = 'admin'`,
      [count],
    );
    await jobs.query('ANALYZE script_job');
  }

  it('for a plan is what could start, however many wait', async () => {
    await addWaiting(1_000);
    const explained = {
      query: async (sql: string, values: unknown[]) => {
        const [row] = await jobs.query<{ 'QUERY PLAN': { Plan: Record<string, unknown> }[] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
          values,
        );
        return [row!['QUERY PLAN'][0]!.Plan];
      },
    } as unknown as EntityManager;
    const plans = jobs.server.get(PlanRepository);
    const [plan] = await plans.listWaiting(explained, 'agent', 4);
    expect(countRows(plan as unknown as Record<string, unknown>)).toBeLessThanOrEqual(10);

    await jobs.connect();
    const list = jest.spyOn(plans, 'listWaiting');
    for (let count = 0; count < 20; count += 1) {
      await jobs.plan();
    }
    // One had CPUs to give; without a free one nothing is listed.
    expect(list).toHaveBeenCalledTimes(1);
    expect(await list.mock.results[0]!.value).toHaveLength(5);
  });

  it('for the load of queues is read once for all who look at a moment', async () => {
    const query = jest.spyOn(jobs.server.dataSource, 'query');
    const loads = jobs.server.get(QueueLoads);
    const looked = await Promise.all(Array.from({ length: 100 }, () => loads.of([])));
    expect(looked).toHaveLength(100);
    expect(query.mock.calls.filter(([sql]) => sql.includes('"waitingJobs"'))).toHaveLength(1);
  });
});

/** Another scheduler, which takes whatever it is given and says itself what becomes of it. */
class OtherScheduler extends DelegatedBackend {
  readonly name = 'other';
  readonly submitted: { id: string; attempt: number }[] = [];
  readonly cancelled: string[] = [];
  reconciled: readonly ScriptJobEntity[] = [];

  constructor(private readonly life: JobStateMachine) {
    super();
  }

  refOf({ id, attempt }: { id: string; attempt: number }): JobRef {
    return { jobId: id, attempt, backend: this.name };
  }

  mostCpus(): Promise<number> {
    return Promise.resolve(10_000);
  }

  mostMemoryMb(): Promise<number> {
    return Promise.resolve(Infinity);
  }

  loadOf(): Promise<null> {
    return Promise.resolve(null);
  }

  waitReason(): Promise<Waiting | null> {
    return Promise.resolve({
      reason: { code: 'SLURM', reason: 'SLURM_WAITS' },
      earliestStart: null,
    });
  }

  async submit({ id, attempt }: ScriptJobEntity): Promise<boolean> {
    this.submitted.push({ id, attempt });
    await this.life.accepted(this.refOf({ id, attempt }), `other-${id}`);
    return true;
  }

  cancel({ id }: Pick<ScriptJobEntity, 'id'>): void {
    this.cancelled.push(id);
  }

  reconcile(placed: readonly ScriptJobEntity[]): Promise<void> {
    this.reconciled = placed;
    return Promise.resolve();
  }
}

describe('a backend that plans for itself', () => {
  it('is given each job once, and says where it runs and how it ended', async () => {
    await jobs.query(
      `INSERT INTO compute_queue (queue_name, is_open_to_everyone, backend) VALUES ('other', true, 'other')`,
    );
    const backends = jobs.server.get(ComputeBackends);
    const life = jobs.server.get(JobStateMachine);
    const other = new OtherScheduler(life);
    Object.assign(backends, { all: [...backends.all, other] });
    const plan = (): Promise<void> => jobs.dispatch('other');

    const id = await jobs.submit({ queueName: 'other', cpus: 4_000, requeue: true });
    await plan();
    expect(other.submitted).toEqual([{ id, attempt: 1 }]);
    expect(await jobs.job(id)).toMatchObject({
      ...{ status: 'PENDING', nodeId: null, externalId: `other-${id}`, isAccepted: true },
      placedAt: expect.any(Date),
    });
    expect(await jobs.reason(id)).toContain('Slurm 中等待');

    await jobs.reconcile();
    await plan();
    expect(other.submitted).toHaveLength(1);
    expect(other.reconciled).toMatchObject([{ id, attempt: 1 }]);

    expect(await life.lost(other.refOf({ id, attempt: 1 }), 'NODE_LOST_JOB')).toBe(true);
    await plan();
    expect(other.submitted.at(-1)).toEqual({ id, attempt: 2 });
    const ref = other.refOf({ id, attempt: 2 });
    await life.started(ref, new Date(), 'cn17');
    expect(await jobs.job(id)).toMatchObject({ status: 'RUNNING', nodeName: 'cn17' });
    const { baseUrl } = jobs.server;
    await call(baseUrl, endpoints.jobs.stop, { jobId: id }, { token: jobs.token });
    expect(other.cancelled).toEqual([id]);
    await life.ended(ref, { status: 'FAILED', reason: '', exitCode: 137, signal: 9 });
    expect(await jobs.job(id)).toMatchObject({ status: 'FAILED', exitCode: 137, signal: 9 });
    await jobs.query(`DELETE FROM compute_queue WHERE queue_name = 'other'`);
  });
});
