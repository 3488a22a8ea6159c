import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, signIn } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { queueAdd, queueDelete, queueInfo, queueList, queueLoads, run } = endpoints.jobs;
const { projects } = endpoints;
type AddInput = EndpointInput<typeof queueAdd>;

let jobs: SpecJobs;
/** Users whose only page is that of queues, or that of jobs. */
let keeper: string;
let user: string;
let userId: string;
let number = 0;

beforeAll(async () => {
  jobs = await SpecJobs.start({}, { jobs: { loadsMs: 0 } });
  await createUser(jobs.server, 'keeper', ['desktopDot.queues']);
  keeper = await signIn(jobs.server.baseUrl, 'keeper', userPassword);
  userId = (await createUser(jobs.server, 'ann')).id;
  user = await signIn(jobs.server.baseUrl, 'ann', userPassword);
});
afterAll(() => jobs.stop());
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
  await jobs.query(`DELETE FROM compute_queue WHERE queue_name <> 'local'`);
  await jobs.query(`DELETE FROM node WHERE name <> 'host-1'`);
});

const save = (input: AddInput, token = keeper) =>
  call(jobs.server.baseUrl, queueAdd, input, { token });
const remove = (input: EndpointInput<typeof queueDelete>, token = keeper) =>
  call(jobs.server.baseUrl, queueDelete, input, { token });
const infoOf = async (queueId: string) =>
  (await call(jobs.server.baseUrl, queueInfo, { queueId }, { token: keeper })).result;
const onHost = (cpus = 1) => [{ id: jobs.node.nodeId, cpus }];

/** A new queue on `host-1`. */
async function add(more: Partial<AddInput> = {}): Promise<{ id: string; queueName: string }> {
  number += 1;
  const queueName = `queue_${number}`;
  const { result } = await save({ queueName, calculations: onHost(), ...more });
  return { id: result.id, queueName };
}

async function addProject(): Promise<string> {
  number += 1;
  const projectName = `project_${number}`;
  const { token } = jobs;
  return (await call(jobs.server.baseUrl, projects.add, { projectName }, { token })).result.id;
}

/** The row and all that hangs on it. */
const stored = () =>
  jobs.query(
    `SELECT queue.*, (SELECT json_agg(bound ORDER BY node_id) FROM compute_queue_node AS bound WHERE queue_id = queue.id) AS nodes,
       (SELECT json_agg(named) FROM compute_queue_user AS named WHERE queue_id = queue.id) AS users,
       (SELECT json_agg(named) FROM compute_queue_project AS named WHERE queue_id = queue.id) AS projects
     FROM compute_queue AS queue ORDER BY queue_name`,
  );

describe('a queue', () => {
  it('is made of all that a form says, and read back by who manages queues', async () => {
    const second = await jobs.addNode('host-2', 1, 'other');
    const projectId = await addProject();
    const { code, result } = await save({
      id: null,
      queueName: '训练_gpu',
      calculations: [...onHost(2), { id: second.nodeId, cpus: 3 }],
      projects: [{ id: projectId }],
      userInfos: [{ id: userId }],
      network: 'none',
      maxMinutes: 30,
      lanIp: '10.0.0.1',
      state: 1,
    });
    expect(code).toBe(200);
    expect(await infoOf(result.id)).toMatchObject({
      queueName: '训练_gpu',
      lanIp: '127.0.0.1',
      isOpenToEveryone: false,
      networkChoice: 'none',
      // The usual limit of one that says nothing is no longer than the longest.
      defaultMinutes: 30,
      maxMinutes: 30,
      projects: [{ id: projectId }],
      userInfos: [{ id: userId, userName: 'ann' }],
      calculations: [
        { calculationName: 'host-1', cpus: 2 },
        { calculationName: 'host-2', cpus: 3 },
      ],
      queueCalculationCpu: [
        { calculationId: jobs.node.nodeId, calculationName: 'host-1', cpus: 2 },
        { calculationId: second.nodeId, calculationName: 'host-2', cpus: 3 },
      ],
    });
  });

  it('says who may submit, and where its hosts are, to nobody else', async () => {
    const { queueName } = await add({ userInfos: [{ id: userId }] });
    const { baseUrl } = jobs.server;
    const seen = async (token: string) =>
      (await call(baseUrl, queueList, {}, { token })).result.find(
        (queue) => queue.queueName === queueName,
      );
    expect(await seen(user)).toMatchObject({ lanIp: '', projects: [], userInfos: [] });
    expect(await seen(keeper)).toMatchObject({ lanIp: '127.0.0.1', userInfos: [{ id: userId }] });
  });

  it('is made, changed, read and deleted by nobody else', async () => {
    const { id } = await add({ userInfos: [{ id: userId }] });
    const before = await stored();
    const { baseUrl } = jobs.server;
    const answers = [
      await save({ queueName: 'mine', calculations: onHost() }, user),
      await save({ id, queueName: 'mine' }, user),
      await remove({ id }, user),
      await call(baseUrl, queueInfo, { queueId: id }, { token: user }),
    ];
    expect(answers.map(({ code }) => code)).toEqual([403, 403, 403, 403]);
    expect(await stored()).toEqual(before);
  });

  it.each<[string, () => Partial<AddInput> | Promise<Partial<AddInput>>, string]>([
    ['a name that is taken', () => ({ queueName: 'local' }), 'QUEUE_NAME_TAKEN'],
    ['a name that begins with a digit', () => ({ queueName: '1st' }), 'INPUT_INVALID'],
    ['no name', () => ({ queueName: undefined }), 'INPUT_INVALID'],
    ['no node', () => ({ calculations: [] }), 'INPUT_INVALID'],
    ['nothing said of nodes', () => ({ calculations: undefined }), 'INPUT_INVALID'],
    [
      'only nodes taken away',
      () => ({ removeCalculationIds: [jobs.node.nodeId] }),
      'QUEUE_NEEDS_NODE',
    ],
    ['no CPU of a node', () => ({ calculations: onHost(0) }), 'INPUT_INVALID'],
    ['more CPUs than the node has', () => ({ calculations: onHost(9) }), 'QUEUE_NODE_TOO_SMALL'],
    [
      'a node that there is not',
      () => ({ calculations: [...onHost(), { id: randomUUID(), cpus: 1 }] }),
      'QUEUE_NODE_UNKNOWN',
    ],
    [
      'a desktop',
      async () => {
        const [desktop] = await jobs.query<{ id: string }>(
          `INSERT INTO node (kind, name) VALUES ('desktop', 'desk') RETURNING id`,
        );
        return { calculations: [{ id: desktop!.id, cpus: 1 }] };
      },
      'QUEUE_NODE_UNKNOWN',
    ],
    [
      'a user that there is not',
      () => ({ userInfos: [{ id: randomUUID() }] }),
      'QUEUE_USER_UNKNOWN',
    ],
    [
      'a project that there is not',
      () => ({ addProjectIds: [randomUUID()] }),
      'QUEUE_PROJECT_UNKNOWN',
    ],
    [
      'a deleted project',
      async () => {
        const id = await addProject();
        await call(jobs.server.baseUrl, projects.remove, { id }, { token: jobs.token });
        return { projects: [{ id }] };
      },
      'QUEUE_PROJECT_UNKNOWN',
    ],
    ['an id that there is not', () => ({ id: randomUUID() }), 'QUEUE_NOT_FOUND'],
    [
      'a usual time beyond the longest',
      () => ({ defaultMinutes: 61, maxMinutes: 60 }),
      'JOB_USUAL_TIME_TOO_LONG',
    ],
  ])('is refused with %s, and nothing is done', async (_, input, error) => {
    await jobs.connect(jobs.node, { cpus: 8 });
    const change = await input();
    const before = await stored();
    expect(await save({ queueName: 'new_one', calculations: onHost(), ...change })).toMatchObject({
      success: false,
      result: { error },
    });
    expect(await stored()).toEqual(before);
  });

  it('takes what a node that was never there may have, and keeps what a node has lost', async () => {
    const [fresh] = await jobs.query<{ id: string }>(
      `INSERT INTO node (kind, name) VALUES ('compute', 'to-come') RETURNING id`,
    );
    const { id } = await add({ calculations: [{ id: fresh!.id, cpus: 4096 }] });
    await jobs.query('UPDATE node SET cpu_count = 8 WHERE id = $1', [fresh!.id]);
    const whole = [{ id: fresh!.id, cpus: 4096 }, ...onHost()];
    expect((await save({ id, calculations: whole })).code).toBe(200);
    const more = await save({ id, setCalculations: [{ id: fresh!.id, cpus: 9 }] });
    expect(more).toMatchObject({ code: 400, result: { error: 'QUEUE_NODE_TOO_SMALL' } });
  });

  it('keeps what two who change it at a time do', async () => {
    const [second, third] = [await jobs.addNode('host-2', 1), await jobs.addNode('host-3', 1)];
    const people = await Promise.all(['bob', 'cem'].map((name) => createUser(jobs.server, name)));
    const { id } = await add({ userInfos: [{ id: userId }] });
    const answers = await Promise.all([
      save({
        id,
        setCalculations: [{ id: second.nodeId, cpus: 2 }],
        removeCalculationIds: [jobs.node.nodeId],
        addUserIds: [people[0]!.id],
        maxMinutes: 2_000,
      }),
      save(
        {
          id,
          setCalculations: [{ id: third.nodeId, cpus: 3 }],
          addUserIds: [people[1]!.id],
          removeUserIds: [userId],
          network: 'none',
        },
        jobs.token,
      ),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    const queue = await infoOf(id);
    expect(queue).toMatchObject({ maxMinutes: 2_000, networkChoice: 'none' });
    expect(queue.calculations.map(({ calculationName, cpus }) => [calculationName, cpus])).toEqual([
      ['host-2', 2],
      ['host-3', 3],
    ]);
    expect(queue.userInfos.map(({ userName }) => userName)).toEqual(['bob', 'cem']);
  });

  it('is made once of a name that two choose at a time', async () => {
    const input = { queueName: 'wanted', calculations: onHost() };
    const answers = await Promise.all([save(input), save(input)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  });
});

describe('a queue that is deleted', () => {
  const open = { isOpenToEveryone: true };

  it('is gone with what it named, but for ended jobs', async () => {
    const agent = await jobs.connect();
    const { id, queueName } = await add(open);
    const jobId = await jobs.run(agent, { queueName });
    await jobs.end(agent, jobId);
    expect((await remove({ id })).code).toBe(200);
    expect(await jobs.job(jobId)).toMatchObject({ status: 'COMPLETED', queueName });
    expect((await remove({ id })).result).toMatchObject({ error: 'QUEUE_NOT_FOUND' });
    const answer = await call(jobs.server.baseUrl, queueInfo, { queueId: id }, { token: keeper });
    expect(answer).toMatchObject({ code: 404, result: { error: 'QUEUE_NOT_FOUND' } });
  });

  it('with open jobs says how many, and ends them only when asked to', async () => {
    const agent = await jobs.connect();
    const { id, queueName } = await add(open);
    const running = await jobs.run(agent, { queueName });
    const waiting = await jobs.submit({ queueName }, user);
    expect(await remove({ id })).toMatchObject({
      code: 409,
      result: { error: 'QUEUE_HAS_JOBS' },
      message: expect.stringContaining('2 个任务'),
    });
    expect(await jobs.job(waiting)).toMatchObject({ status: 'PENDING', queueId: id });

    expect((await remove({ id, cancelJobs: true })).code).toBe(200);
    await waitFor('the end of what waits', async () => (await jobs.job(waiting)).endedAt !== null);
    await waitFor('the stop of what runs', () => agent.stops.length > 0);
    await jobs.end(agent, running, { reason: 'stopped', exitCode: null });
    for (const jobId of [waiting, running]) {
      expect(await jobs.job(jobId)).toMatchObject({ status: 'CANCELLED', reason: 'QUEUE_DELETED' });
    }
  });

  it('loses no job that is submitted at that moment: it is in the queue, or was refused', async () => {
    const queues = await Promise.all(Array.from({ length: 8 }, () => add(open)));
    const answers = await Promise.all(
      queues.flatMap(({ id, queueName }) => {
        const input = { jobName: 'job', queueName, scriptContent: 'true' };
        const submits = [1, 2, 3].map(() =>
          call(jobs.server.baseUrl, run, input, { token: jobs.token }),
        );
        return [...submits, remove({ id })];
      }),
    );
    const errors = answers.filter(({ code }) => code !== 200).map(({ result }) => result);
    for (const error of errors) {
      // One that is just gone has no CPUs either.
      expect(['JOB_QUEUE_NOT_FOUND', 'JOB_TOO_MANY_CPUS', 'QUEUE_HAS_JOBS']).toContain(
        (error as unknown as { error: string }).error,
      );
    }
    const lost = await jobs.query(
      `SELECT 1 FROM script_job AS job
       WHERE NOT EXISTS (SELECT FROM compute_queue WHERE id = job.queue_id)`,
    );
    expect(lost).toEqual([]);
  });

  it('shows no load any more', async () => {
    const { id, queueName } = await add(open);
    const loads = async () => {
      const answer = await call(jobs.server.baseUrl, queueLoads, {}, { token: keeper });
      return answer.result.map((load) => load.queueName);
    };
    expect(await loads()).toContain(queueName);
    await remove({ id });
    expect(await loads()).not.toContain(queueName);
  });
});
