import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type EndpointInput, type JobNetwork } from '@clusterdesk/contracts';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { detail, queueAdd, queueList, queueLoads } = endpoints.jobs;
let jobs: SpecJobs;
let queueId: string;

beforeAll(async () => {
  jobs = await SpecJobs.start();
  queueId = (await listed()).id;
});
afterAll(() => jobs.stop());
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
  await jobs.query(
    'UPDATE compute_queue SET network = DEFAULT, default_minutes = DEFAULT, max_minutes = DEFAULT',
  );
  await jobs.query(`DELETE FROM node WHERE name <> 'host-1'`);
});

const listed = async (token = jobs.token) => {
  const { result } = await call(jobs.server.baseUrl, queueList, {}, { token });
  return result[0]!;
};
const edit = (input: Partial<EndpointInput<typeof queueAdd>>, token = jobs.token) =>
  call(
    jobs.server.baseUrl,
    queueAdd,
    { id: queueId, network: 'none', defaultMinutes: 60, ...input },
    { token },
  );
const networkOf = async (jobId: string) =>
  (await call(jobs.server.baseUrl, detail, { jobId }, { token: jobs.token })).result.network;

describe('what a queue gives its jobs', () => {
  it('is for those that are submitted from then on', async () => {
    const agent = await jobs.connect(jobs.node, { networks: ['none', 'outside'] });
    const before = await jobs.submit();
    expect((await edit({})).code).toBe(200);
    expect(await listed()).toMatchObject({ network: 'none', defaultMinutes: 60 });
    const after = await jobs.submit();
    await jobs.dispatch();
    expect(agent.commands).toMatchObject([
      { jobId: before, network: 'outside', timeoutMs: 1_440 * 60_000 },
      { jobId: after, network: 'none', timeoutMs: 60 * 60_000 },
    ]);
    expect([await networkOf(before), await networkOf(after)]).toEqual(['outside', 'none']);
  });

  it('is said by whoever manages queues and by nobody else', async () => {
    await createUser(jobs.server, 'ann');
    const token = await signIn(jobs.server.baseUrl, 'ann', userPassword);
    expect((await edit({}, token)).code).toBe(403);
    expect(await listed(token)).toMatchObject({ network: 'outside', defaultMinutes: 1_440 });
  });

  it.each([
    ['another network', { network: 'all' as JobNetwork }],
    ['no time at all', { defaultMinutes: 0 }],
    ['more than a year', { defaultMinutes: 525_601 }],
    ['no time at most', { maxMinutes: 0 }],
    ['more than a year at most', { maxMinutes: 525_601 }],
    ['a part of a minute', { maxMinutes: 60.5 }],
  ])('cannot be %s', async (_, input) => {
    expect((await edit(input)).code).toBe(400);
    expect(await listed()).toMatchObject({
      ...{ network: 'outside', defaultMinutes: 1_440, maxMinutes: 43_200 },
    });
  });

  it('is no more time than jobs of the queue may ask for', async () => {
    const refusal = { code: 400, result: { error: 'JOB_USUAL_TIME_TOO_LONG' } };
    expect(await edit({ defaultMinutes: 51, maxMinutes: 50 })).toMatchObject(refusal);
    expect(await listed()).toMatchObject({ maxMinutes: 43_200 });
    expect((await edit({ defaultMinutes: 50, maxMinutes: 50 })).code).toBe(200);
    // Who says nothing of it leaves it.
    expect(await edit({ defaultMinutes: 51 })).toMatchObject(refusal);
    expect((await edit({ defaultMinutes: 40 })).code).toBe(200);
    expect(await listed()).toMatchObject({ defaultMinutes: 40, maxMinutes: 50 });
  });

  it('stays where it is not named', async () => {
    const { token } = jobs;
    await edit({ network: 'none', defaultMinutes: 50, maxMinutes: 70 });
    for (const change of [{ maxMinutes: 80 }, { defaultMinutes: 40 }]) {
      await call(jobs.server.baseUrl, queueAdd, { id: queueId, ...change }, { token });
    }
    expect(await listed()).toMatchObject({ network: 'none', defaultMinutes: 40, maxMinutes: 80 });
  });

  it('is the longest that its jobs may ask for, those that wait already excepted', async () => {
    const { run } = endpoints.jobs;
    const submit = (maxMinutes: number) =>
      call(
        jobs.server.baseUrl,
        run,
        { jobName: 'long', queueName: 'local', scriptContent: 'true', maxMinutes },
        { token: jobs.token },
      );
    const before = await submit(100);
    expect((await edit({ maxMinutes: 99 })).code).toBe(200);
    expect(await submit(100)).toMatchObject({ code: 400, result: { error: 'JOB_TOO_LONG' } });
    expect((await submit(99)).code).toBe(200);
    const { jobId } = before.result;
    const kept = await call(jobs.server.baseUrl, detail, { jobId }, { token: jobs.token });
    expect(kept.result.maxMinutes).toBe(100);
    const year = await edit({ defaultMinutes: 525_600, maxMinutes: 525_600 });
    expect(year.code).toBe(200);
  });

  it('cannot be said of a queue that is not there', async () => {
    const answer = await edit({ id: '00000000-0000-4000-8000-000000000000' });
    expect(answer).toMatchObject({ code: 404, result: { error: 'QUEUE_NOT_FOUND' } });
  });

  it('is told to the pages that show queues', async () => {
    const page = await connectConsole(jobs.server.baseUrl, jobs.token);
    let told = 0;
    page.socket.on('queuesChanged', () => (told += 1));
    expect(await page.ask('watch', { topic: 'queues' })).toBe(true);
    await edit({});
    await waitFor('the event', () => told === 1);
    page.socket.close();
  });
});

describe('a queue that leaves the network to its nodes', () => {
  it('gives jobs none where no node can give more, so that they run', async () => {
    const agent = await jobs.connect(jobs.node, { networks: ['none'] });
    expect(await listed()).toMatchObject({ network: 'none', networkChoice: 'automatic' });
    const jobId = await jobs.submit();
    await jobs.dispatch();
    expect(agent.commands).toMatchObject([{ jobId, network: 'none' }]);
    expect(await networkOf(jobId)).toBe('none');
  });

  it('gives them the outside where one node can', async () => {
    await jobs.connect(jobs.node, { networks: ['none'] });
    await jobs.connect(await jobs.addNode('open'), { networks: ['none', 'outside'] });
    expect(await listed()).toMatchObject({ network: 'outside', networkChoice: 'automatic' });
  });
});

describe('a node that cannot give the network of a queue', () => {
  beforeEach(() => jobs.query(`UPDATE compute_queue SET network = 'outside'`));

  it('gets none of its jobs, and the job says why it waits', async () => {
    const agent = await jobs.connect(jobs.node, { networks: ['none'] });
    const jobId = await jobs.submit();
    await jobs.dispatch();
    expect(agent.commands).toEqual([]);
    expect(await jobs.reason(jobId)).toContain('不能提供任务所需的网络');
    expect((await listed()).calculations).toMatchObject([{ givesNetwork: false }]);
    const { result } = await call(jobs.server.baseUrl, queueLoads, {}, { token: jobs.token });
    expect(result).toMatchObject([{ freeCpus: 0 }]);

    await agent.hello({ networks: ['none', 'outside'] });
    await jobs.dispatch();
    expect(agent.commands).toMatchObject([{ jobId, network: 'outside' }]);
  });

  it('is told from one that takes no jobs at all', async () => {
    await jobs.connect(jobs.node, { acceptsJobs: false, networks: ['none', 'outside'] });
    expect((await listed()).calculations).toMatchObject([
      { acceptsJobs: false, givesNetwork: true },
    ]);
  });

  it('leaves them to one that can', async () => {
    await jobs.connect(jobs.node, { networks: ['none'] });
    const other = await jobs.connect(await jobs.addNode('open'), { networks: ['none', 'outside'] });
    const jobId = await jobs.submit();
    await jobs.dispatch();
    expect(other.commands.map((command) => command.jobId)).toEqual([jobId]);
  });

  it('is none of those that do not say: older agents have always reached outside', async () => {
    const agent = await jobs.connect();
    const open = await jobs.submit();
    await edit({});
    const closed = await jobs.submit();
    await jobs.dispatch();
    expect(agent.commands.map((command) => command.jobId)).toEqual([open]);
    expect(await jobs.reason(closed)).toContain('不能提供任务所需的网络');
  });
});
