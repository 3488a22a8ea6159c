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
import { dispatchJobs, endpoints, type EndpointInput } from '@clusterdesk/contracts';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';

const calls = endpoints.jobs;

let jobs: SpecJobs;
let server: TestServer;
let token: string;
let agent: FakeAgent;

beforeAll(async () => {
  jobs = await SpecJobs.start();
  ({ server, token } = jobs);
});
afterAll(() => jobs.stop());

beforeEach(async () => {
  agent = await jobs.connect();
});
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
});

const submit: SpecJobs['submit'] = (more, as) => jobs.submit(more, as);
const dispatch = (): Promise<void> => jobs.dispatch();
const job: SpecJobs['job'] = (jobId) => jobs.job(jobId);
const ref: SpecJobs['ref'] = (jobId) => jobs.ref(jobId);
const say: FakeAgent['say'] = (event, payload) => agent.say(event, payload);
const startJob = (more: Partial<EndpointInput<typeof calls.run>> = {}): Promise<string> =>
  jobs.run(agent, more);

describe('scheduling', () => {
  it('never gives out more CPUs than the queue grants, and goes on when some are free', async () => {
    const first = await startJob({ cpus: 3 });
    const second = await submit({ cpus: 2 });
    await dispatch();
    expect((await job(second)).nodeId).toBeNull();
    await say('jobs.ended', {
      ...(await ref(first)),
      reason: 'exited',
      exitCode: 0,
      outputBytes: 0,
      endedAt: Date.now(),
    });
    await dispatch();
    expect((await job(second)).isAccepted).toBe(true);
  });

  it('says why a job waits', async () => {
    await startJob({ cpus: 4 });
    const jobId = await submit();
    expect(await jobs.reason(jobId)).toContain('还差 1 核');
    await server.dataSource.query('UPDATE node SET accepts_jobs = false');
    expect(await jobs.reason(jobId)).toContain('离线或不接收任务');
  });

  it('reserves each job once, though two schedulers look at the same time', async () => {
    const jobIds = [await submit(), await submit(), await submit()];
    await Promise.all([dispatch(), dispatch(), dispatch()]);
    expect(agent.commands.map((command) => command.jobId).sort()).toEqual(jobIds);
  });

  it('finds a job whose signal or command got lost', async () => {
    const jobId = await submit();
    agent.close();
    await dispatch();
    expect(await job(jobId)).toMatchObject({ isAccepted: false, attempt: 1 });
    agent = await jobs.connect();
    await server.dataSource.query(
      `UPDATE script_job SET reserved_at = now() - interval '10 seconds'`,
    );
    await jobs.reconcile();
    expect(await job(jobId)).toMatchObject({ isAccepted: true, attempt: 1 });
  });

  it('wakes a queue as soon as a node arrives that its jobs waited for', async () => {
    agent.close();
    await submit();
    const add = jest.spyOn(server.app.get(TaskQueue), 'add');
    agent = await jobs.connect();
    await waitFor('the plan is left to a worker', () => add.mock.calls.length > 0);
    expect(add).toHaveBeenCalledWith(dispatchJobs, { backend: 'agent' });
    add.mockRestore();
  });

  it('gives a job another place when its node fell silent before taking it', async () => {
    const jobId = await submit();
    await dispatchTo('elsewhere', jobId);
    await jobs.reconcile();
    expect(await job(jobId)).toMatchObject({ nodeId: null, status: 'PENDING' });
    await dispatch();
    expect(await job(jobId)).toMatchObject({ isAccepted: true, attempt: 2 });
  });
});

describe('the time limit of a job', () => {
  const minuteMs = 60_000;
  const limitOf = async (jobId: string): Promise<number | null> => {
    await dispatch();
    const command = agent.commands.find((sent) => sent.jobId === jobId);
    const { result } = await call(server.baseUrl, calls.detail, { jobId }, { token });
    expect(command?.timeoutMs).toBe((result.maxMinutes ?? Number.NaN) * minuteMs);
    return result.maxMinutes;
  };

  it('is its own, else that of its queue, and never none', async () => {
    expect(await limitOf(await submit({ maxMinutes: 3_000 }))).toBe(3_000);
    expect(await limitOf(await submit())).toBe(1_440);
    await jobs.query(`UPDATE compute_queue SET default_minutes = 5 WHERE queue_name = 'local'`);
    const { result } = await call(server.baseUrl, calls.queueList, {}, { token });
    expect(result).toMatchObject([{ queueName: 'local', defaultMinutes: 5 }]);
    const jobId = await submit();
    // A queue's new limit is for the jobs that come after it.
    await jobs.query('UPDATE compute_queue SET default_minutes = DEFAULT');
    expect(await limitOf(jobId)).toBe(5);
  });

  it('is not beyond that of its queue', async () => {
    await jobs.query(`UPDATE compute_queue SET max_minutes = 100 WHERE queue_name = 'local'`);
    const input = { jobName: 'job', queueName: 'local', scriptContent: 'x' };
    expect(
      await call(server.baseUrl, calls.run, { ...input, maxMinutes: 101 }, { token }),
    ).toMatchObject({
      code: 400,
      message: expect.stringContaining('100 分钟'),
      result: { error: 'JOB_TOO_LONG', details: { maxMinutes: 100 } },
    });
    expect(await limitOf(await submit({ maxMinutes: 100 }))).toBe(100);
    await jobs.query('UPDATE compute_queue SET max_minutes = DEFAULT');
  });
});

/** Reserves a job on a node that is away. */
async function dispatchTo(name: string, jobId: string): Promise<void> {
  await server.dataSource.query(
    `WITH gone AS (
       INSERT INTO node (kind, name, is_online, created_at) VALUES ('compute', $1, false, now() - interval '1 hour')
       RETURNING id
     )
     UPDATE script_job SET node_id = gone.id, attempt = 1, reserved_at = now() - interval '5 minutes'
     FROM gone WHERE script_job.id = $2`,
    [name, jobId],
  );
}
