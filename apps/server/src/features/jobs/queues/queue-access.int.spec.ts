import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { JobEnding } from '../life/job-ending.service.js';

const { detail, queueAdd, queueList, release, run } = endpoints.jobs;
const { projects } = endpoints;

let jobs: SpecJobs;
let ann: string;
let annId: string;
let queueId: string;
let projectId: string;

beforeAll(async () => {
  jobs = await SpecJobs.start();
  annId = (await createUser(jobs.server, 'ann')).id;
  ann = await signIn(jobs.server.baseUrl, 'ann', userPassword);
});
afterAll(() => jobs.stop());

const asRoot = (): { token: string } => ({ token: jobs.token });
const save = (input: EndpointInput<typeof queueAdd>) =>
  call(jobs.server.baseUrl, queueAdd, input, asRoot());
const seen = async (token = ann): Promise<string[]> =>
  (await call(jobs.server.baseUrl, queueList, {}, { token })).result.map(
    ({ queueName }) => queueName,
  );
const tryToSubmit = async (token = ann) => {
  const input = { jobName: 'job', queueName: 'closed', scriptContent: 'true' };
  return (await call(jobs.server.baseUrl, run, input, { token })).code;
};
const submit = (): Promise<string> => jobs.submit({ queueName: 'closed' }, ann);
const heldReason = async (jobId: string) => (await jobs.job(jobId)).heldReason;
const join = async (): Promise<void> => {
  // Specs invite faster than people may.
  await jobs.query(`DELETE FROM attempt_limit WHERE starts_with(key, 'project-invitations:')`);
  const input = { projectId, userId: annId };
  expect((await call(jobs.server.baseUrl, projects.addUsers, input, asRoot())).code).toBe(200);
};
const leave = () => call(jobs.server.baseUrl, projects.leave, { projectId }, { token: ann });

beforeEach(async () => {
  const calculations = [{ id: jobs.node.nodeId, cpus: 4 }];
  queueId = (await save({ queueName: 'closed', calculations })).result.id;
  const { baseUrl } = jobs.server;
  const project = await call(
    baseUrl,
    projects.add,
    { projectName: `of_${queueId.slice(0, 8)}` },
    asRoot(),
  );
  projectId = project.result.id;
});
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
  await jobs.query(`DELETE FROM compute_queue WHERE queue_name = 'closed'`);
});

/** Each way to get the right to submit, and what takes it away and gives it back. */
const ways: [string, give: () => Promise<unknown>, take: () => Promise<unknown>][] = [
  [
    'named',
    () => save({ id: queueId, addUserIds: [annId] }),
    () => save({ id: queueId, userInfos: [] }),
  ],
  [
    'everybody',
    () => save({ id: queueId, isOpenToEveryone: true }),
    () => save({ id: queueId, isOpenToEveryone: false }),
  ],
  [
    'a member of a named project',
    async () => {
      await save({ id: queueId, projects: [{ id: projectId }] });
      await join();
    },
    leave,
  ],
  [
    'in a project that is named',
    async () => {
      await join();
      await save({ id: queueId, addProjectIds: [projectId] });
    },
    () => save({ id: queueId, removeProjectIds: [projectId] }),
  ],
  [
    'in a project that is there',
    async () => {
      const { baseUrl } = jobs.server;
      await save({ id: queueId, addProjectIds: [projectId] });
      await call(baseUrl, projects.restore, { id: projectId }, asRoot());
      await join();
    },
    () => call(jobs.server.baseUrl, projects.remove, { id: projectId }, asRoot()),
  ],
];

describe.each(ways)('who is %s', (_, give, take) => {
  it('sees the queue and submits, at once and no longer', async () => {
    expect([await seen(), await tryToSubmit()]).toEqual([['local'], 404]);
    await give();
    expect([await seen(), await tryToSubmit()]).toEqual([['closed', 'local'], 200]);
    await take();
    expect([await seen(), await tryToSubmit()]).toEqual([['local'], 404]);
  });

  it('keeps what runs; what waits is held, and released when the right is back', async () => {
    const agent = await jobs.connect();
    await give();
    const running = await jobs.run(agent, { queueName: 'closed' });
    await jobs.query('UPDATE script_job SET user_id = $1', [annId]);
    const waiting = await submit();
    const { baseUrl } = jobs.server;
    await take();
    expect((await jobs.job(running)).status).toBe('RUNNING');
    const { result } = await call(baseUrl, detail, { jobId: waiting }, { token: ann });
    expect(result).toMatchObject({ status: 'PENDING', isHeld: true, waiting: { place: null } });
    expect(result.waiting?.text).toContain('不能使用该队列');
    expect(await call(baseUrl, release, { jobId: waiting }, { token: jobs.token })).toMatchObject({
      code: 403,
      result: { error: 'JOB_QUEUE_ACCESS_ENDED' },
    });
    await jobs.end(agent, running);
    await jobs.dispatch();
    expect((await jobs.job(waiting)).placedAt).toBeNull();

    await give();
    expect(await heldReason(waiting)).toBeNull();
    await jobs.dispatch();
    expect(agent.commands.at(-1)?.jobId).toBe(waiting);
  });
});

describe('the right to submit', () => {
  it('is everybody’s who manages queues, and is held once that ends', async () => {
    await createUser(jobs.server, 'keeper', ['desktopDot.jobs', 'desktopDot.queues']);
    const keeper = await signIn(jobs.server.baseUrl, 'keeper', userPassword);
    const jobId = await jobs.submit({ queueName: 'closed' }, keeper);
    await jobs.server.get(JobEnding).recheckAll();
    expect(await heldReason(jobId)).toBeNull();
    await jobs.query(
      `DELETE FROM role_menu WHERE menu_id = 'desktopDot.queues' AND role_id IN
         (SELECT id FROM role WHERE role_name = 'role of keeper')`,
    );
    await jobs.server.get(JobEnding).recheckAll();
    expect(await heldReason(jobId)).toBe('QUEUE_ACCESS_ENDED');
  });

  it('that ended unnoticed is found by the sweep, and so is its return', async () => {
    await save({ id: queueId, userInfos: [{ id: annId }] });
    const jobId = await submit();
    await jobs.query('DELETE FROM compute_queue_user');
    await jobs.server.get(JobEnding).recheckAll();
    expect(await heldReason(jobId)).toBe('QUEUE_ACCESS_ENDED');
    await jobs.query('INSERT INTO compute_queue_user VALUES ($1, $2)', [queueId, annId]);
    await jobs.server.get(JobEnding).recheckAll();
    expect(await heldReason(jobId)).toBeNull();
  });

  it('that ends while a node is about to get the job holds it when it has to wait again', async () => {
    await save({ id: queueId, userInfos: [{ id: annId }] });
    const jobId = await submit();
    await jobs.query('UPDATE script_job SET reserved_at = now(), node_id = $1, attempt = 1', [
      jobs.node.nodeId,
    ]);
    await save({ id: queueId, userInfos: [] });
    expect(await heldReason(jobId)).toBeNull();
    await jobs.query('UPDATE node SET is_online = false');
    await jobs.reconcile();
    await jobs.query('UPDATE node SET is_online = true');
    expect(await jobs.job(jobId)).toMatchObject({
      placedAt: null,
      heldReason: 'QUEUE_ACCESS_ENDED',
    });
  });

  it('that ends is told to the owner and to the pages of queues', async () => {
    await save({ id: queueId, projects: [{ id: projectId }] });
    await join();
    const jobId = await submit();
    const page = await connectConsole(jobs.server.baseUrl, ann);
    const told: string[] = [];
    page.socket.on('queuesChanged', () => told.push('queues'));
    page.socket.on('jobUpdated', (job) => told.push(`${job.jobId} ${job.isHeld}`));
    await page.ask('watch', { topic: 'queues' });
    await leave();
    await waitFor('both events', () => told.length === 2);
    expect(told.sort()).toEqual([`${jobId} true`, 'queues']);
    page.socket.close();
  });
});
