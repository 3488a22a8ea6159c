import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { dispatchJobs, endpoints } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { noteStatements } from '@clusterdesk/tests/server/statements.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { maxWaitingJobs, queueSharePerUser } from '../job.settings.js';
import { QueueChangesRepository } from '../queues/queue-changes.repository.js';
import { JobDispatcher } from './job-dispatcher.service.js';
import { firstByKind, firstOfAll } from './plan.repository.js';

let jobs: SpecJobs;

beforeAll(async () => {
  jobs = await SpecJobs.start();
});
afterAll(() => jobs.stop());
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
});

/** Jobs of the administrator that wait, made at once. */
async function addWaiting(count: number, cpus: number, queueName = 'local'): Promise<void> {
  await jobs.query(
    `INSERT INTO script_job (queue_id, queue_name, user_id, user_name, job_name, script, work_dir, cpus)
     SELECT queue.id, queue.queue_name, account.id, account.user_name, 'job', 'true', '/', $2
     FROM generate_series(1, $1), compute_queue queue, user_account account
     WHERE queue.queue_name = $3 AND account.user_name = 'admin'`,
    [count, cpus, queueName],
  );
}

/** Those of other tests, whose agents have just gone. */
const removeOtherNodes = (): Promise<unknown> =>
  jobs.query(`DELETE FROM node WHERE name <> 'host-1'`);

const placedCpus = async (): Promise<number> => {
  const [row] = await jobs.query<{ cpus: number }>(
    `SELECT coalesce(sum(cpus), 0)::int AS cpus FROM script_job
     WHERE node_id IS NOT NULL AND status IN ('PENDING', 'RUNNING')`,
  );
  return row!.cpus;
};

it('reads the same waiting jobs kind by kind as all at once', async () => {
  await jobs.query(
    `INSERT INTO script_job (queue_id, queue_name, user_id, user_name, job_name, script, work_dir, cpus, memory_mb, max_minutes, not_before)
     SELECT queue.id, 'local', CASE WHEN number % 2 = 0 THEN account.id END, 'admin', 'job', 'true', '/', 1 + number % 3,
            nullif(number % 4, 0), nullif(number % 5, 0), CASE WHEN number % 7 = 0 THEN now() + interval '1 day' END
     FROM generate_series(1, 600) number, compute_queue queue, user_account account
     WHERE queue.queue_name = 'local' AND account.user_name = 'admin'`,
  );
  const byKind = await jobs.query<{ id: string }>(firstByKind, ['agent', 4]);
  expect(await jobs.query(firstOfAll, ['agent', 4])).toEqual(byKind);
  // Of 120 kinds with five jobs each, up to five, three and two of one, two and three CPUs.
  expect(byKind.length).toBeGreaterThan(120);
  expect(byKind.length).toBeLessThan(514);
});

describe('two queues over one node', () => {
  it('never give out more CPUs than it has, though both plan at the same time', async () => {
    await jobs.grant('night', jobs.node.nodeId, 3);
    await jobs.connect(jobs.node, { cpus: 4 });
    await addWaiting(6, 1);
    await addWaiting(6, 1, 'night');
    await Promise.all([jobs.plan(), jobs.plan(), jobs.plan(), jobs.plan()]);
    expect(await placedCpus()).toBe(4);
    await jobs.query(`DELETE FROM compute_queue WHERE queue_name = 'night'`);
  });

  it('counts what the node has, though a queue grants more', async () => {
    await jobs.connect(jobs.node, { cpus: 2 });
    await addWaiting(4, 1);
    await jobs.dispatch();
    expect(await placedCpus()).toBe(2);
    const answer = await call(
      jobs.server.baseUrl,
      endpoints.jobs.run,
      { jobName: 'job', queueName: 'local', scriptContent: 'true', cpus: 3 },
      { token: jobs.token },
    );
    expect(answer).toMatchObject({
      message: expect.stringContaining('最多 2 核'),
      result: { error: 'JOB_TOO_MANY_CPUS' },
    });
  });
});

it('a small job starts on its node behind any number of large ones that wait for another', async () => {
  const big = await jobs.addNode('big', 64);
  await jobs.connect(jobs.node, { cpus: 4 });
  const agent = await jobs.connect(big, { cpus: 64 });
  const running = await jobs.run(agent, { cpus: 40 });
  await addWaiting(500, 64);
  const small = await jobs.submit({ cpus: 1 });
  await jobs.dispatch();
  expect(await jobs.job(small)).toMatchObject({ nodeId: jobs.node.nodeId, isAccepted: true });
  expect(await placedCpus()).toBe(41);
  await jobs.end(agent, running);
  await jobs.dispatch();
  expect(await placedCpus()).toBe(65);
});

it('a hundred submissions of one user at once do not pass the limit of waiting jobs together', async () => {
  await jobs.submit();
  const settings = jobs.server.app.get(Settings);
  await settings.set(maxWaitingJobs, 20);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      call(
        jobs.server.baseUrl,
        endpoints.jobs.run,
        { jobName: 'job', queueName: 'local', scriptContent: 'true' },
        { token: jobs.token },
      ),
    ),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(19);
  expect(answers.find(({ success }) => !success)).toMatchObject({
    code: 429,
    message: expect.stringContaining('20'),
    result: { error: 'JOB_TOO_MANY_WAITING' },
  });
  await settings.set(maxWaitingJobs, 1_000);
});

it('a user who holds a queue and fills it leaves what becomes free to others', async () => {
  await removeOtherNodes();
  const agent = await jobs.connect(jobs.node, { cpus: 4 });
  const running: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    running.push(await jobs.run(agent));
  }
  await addWaiting(300, 1);
  await createUser(jobs.server, 'bob');
  const bob = await signIn(jobs.server.baseUrl, 'bob', userPassword);
  const submit = async (cpus: number): Promise<string> => {
    const { result } = await call(
      jobs.server.baseUrl,
      endpoints.jobs.run,
      { jobName: 'job', queueName: 'local', scriptContent: 'true', cpus },
      { token: bob },
    );
    return result.jobId;
  };
  const [first, large] = [await submit(1), await submit(2)];
  const end = async (): Promise<void> => {
    await jobs.end(agent, running.shift() ?? '');
    await jobs.dispatch();
  };
  await end();
  expect(await jobs.job(first)).toMatchObject({ nodeId: jobs.node.nodeId });
  // Beyond half of the queue he is behind the jobs that came before his.
  await end();
  expect((await jobs.job(large)).nodeId).toBeNull();
  expect(await placedCpus()).toBe(4);
});

it('a setting of 100 percent keeps the queue’s order, whoever holds it', async () => {
  await jobs.server.get(Settings).set(queueSharePerUser, 100);
  await removeOtherNodes();
  const agent = await jobs.connect(jobs.node, { cpus: 1 });
  const running = await jobs.run(agent);
  await addWaiting(3, 1);
  await createUser(jobs.server, 'carl');
  const token = await signIn(jobs.server.baseUrl, 'carl', userPassword);
  const { result } = await call(
    jobs.server.baseUrl,
    endpoints.jobs.run,
    { jobName: 'job', queueName: 'local', scriptContent: 'true' },
    { token },
  );
  await jobs.end(agent, running);
  await jobs.dispatch();
  expect((await jobs.job(result.jobId)).nodeId).toBeNull();
  expect(await placedCpus()).toBe(1);
  await jobs.server.get(Settings).set(queueSharePerUser, 50);
});

describe('what was deleted', () => {
  it('as a queue ends the jobs that wait in it, also when its process died on the way', async () => {
    await jobs.grant('short-lived', jobs.node.nodeId, 1);
    const jobId = await jobs.submit({ queueName: 'short-lived' });
    const { queueId } = await jobs.job(jobId);
    const changes = jobs.server.get(QueueChangesRepository);
    await jobs.server.dataSource.transaction((manager) =>
      changes.takeOutJobs(manager, String(queueId)),
    );
    await jobs.query(`DELETE FROM compute_queue WHERE queue_name = 'short-lived'`);
    await jobs.reconcile();
    expect((await jobs.job(jobId)).status).toBe('CANCELLED');
    expect(await jobs.reason(jobId)).toContain('删除了该任务的队列');
  });

  it('as a node stops and ends the jobs that run on it', async () => {
    const gone = await jobs.addNode('gone', 2, 'gone-only');
    const agent = await jobs.connect(gone);
    const running = await jobs.run(agent, { queueName: 'gone-only' });
    await jobs.query('DELETE FROM node WHERE id = $1', [gone.nodeId]);
    await jobs.reconcile();
    expect((await jobs.job(running)).status).toBe('NODE_FAIL');
    expect(await jobs.reason(running)).toContain('删除了运行该任务的节点');
    await waitFor('the order to stop', () => agent.stops.length > 0);
    expect(agent.stops).toContainEqual({ jobId: running, attempt: 1, reason: 'stopped' });
  });
});

it('a node that only seemed away gets what waits as soon as it is heard again', async () => {
  const agent = await jobs.connect();
  await jobs.query('UPDATE node SET is_online = false, offline_since = now()');
  await jobs.submit();
  const add = jest.spyOn(jobs.server.app.get(TaskQueue), 'add');
  await agent.say('node.report-metrics', {
    samples: [{ time: Date.now(), cpu: 1, mem: 1 }],
  });
  await waitFor('the node is planned for', () =>
    add.mock.calls.some(([task]) => task === dispatchJobs),
  );
  add.mockRestore();
});

it('reconciling an idle platform costs one query', async () => {
  const asked = noteStatements(/FROM "script_job"/);
  await jobs.server.app.get(JobDispatcher).reconcile();
  asked.stop();
  expect(asked.list).toHaveLength(1);
});
