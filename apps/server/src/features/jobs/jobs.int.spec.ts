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
import { call, signIn, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { TaskQueue } from '../../platform/tasks/task-queue.service.js';
import { NodePresence } from '../cluster/presence/node-presence.service.js';
import { JobRepository } from './job.repository.js';

const calls = endpoints.jobs;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

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
async function numberOf(userName: string): Promise<number> {
  const [row] = await jobs.query<{ number: number }>(
    'SELECT user_number AS number FROM user_account WHERE user_name = $1',
    [userName],
  );
  return row?.number ?? Number.NaN;
}
const startJob = (more: Partial<EndpointInput<typeof calls.run>> = {}): Promise<string> =>
  jobs.run(agent, more);

describe('a job', () => {
  it('goes from PENDING through RUNNING to COMPLETED, its output kept byte for byte', async () => {
    const jobId = await startJob({ cpus: 2, maxMinutes: 3 });
    expect(agent.commands.at(-1)).toMatchObject({
      jobId,
      attempt: 1,
      userName: 'admin',
      userNumber: await numberOf('admin'),
      cpus: 2,
      timeoutMs: 180_000,
      env: { CLUSTERDESK_JOB_ID: jobId, CLUSTERDESK_CPUS: '2' },
    });
    expect(await job(jobId)).toMatchObject({ status: 'RUNNING', isAccepted: true });
    const own = await ref(jobId);
    expect(await say('jobs.output', { ...own, offset: 0, data: bytes('第一行\n') })).toEqual({
      nextOffset: 10,
    });
    // Said again, with more: only what is new is stored.
    expect(
      await say('jobs.output', {
        ...own,
        offset: 0,
        data: bytes('第一行\nsecond\n'),
      }),
    ).toEqual({ nextOffset: 17 });
    // From too far ahead: the server says where it is.
    expect(await say('jobs.output', { ...own, offset: 99, data: bytes('x') })).toEqual({
      nextOffset: 17,
    });
    await say('jobs.ended', {
      ...own,
      reason: 'exited',
      exitCode: 0,
      outputBytes: 17,
      endedAt: Date.now(),
      cpuSeconds: 1.25,
      maxRssBytes: 3_000_000_000,
    });
    const { result: detail } = await call(server.baseUrl, calls.detail, { jobId }, { token });
    expect(detail).toMatchObject({ cpuSeconds: 1.25, maxRssBytes: 3_000_000_000 });
    const log = await call(server.baseUrl, calls.log, { jobId }, { token });
    expect(log.result).toEqual({
      offset: 0,
      nextOffset: 17,
      text: '第一行\nsecond\n',
      attempt: 1,
      isComplete: true,
    });
    const rest = await call(server.baseUrl, calls.log, { jobId, offset: 13 }, { token });
    expect(rest.result.text).toBe('ond\n');
    expect((await job(jobId)).status).toBe('COMPLETED');
  });

  it.each([
    ['exited', 3, 'FAILED'],
    ['stopped', 143, 'CANCELLED'],
    ['timeout', 143, 'TIMEOUT'],
    ['lost', null, 'NODE_FAIL'],
  ] as const)(
    'that %s with %s is %s, and its end counts once',
    async (reason, exitCode, status) => {
      const jobId = await startJob();
      const ended = {
        ...(await ref(jobId)),
        reason,
        exitCode,
        outputBytes: 0,
        endedAt: Date.now(),
      };
      await say('jobs.ended', ended);
      await say('jobs.ended', { ...ended, reason: 'exited', exitCode: 0 });
      expect(await job(jobId)).toMatchObject({ status, exitCode });
    },
  );

  it.each([
    ['needed more memory than it may have', 'memory', 'OUT_OF_MEMORY', '内存'],
    ['filled the disk', 'disk', 'FILLED_DISK', '存储空间'],
  ] as const)('that %s tells its owner so', async (_, cause, reason, words) => {
    const jobId = await startJob();
    const ended = { reason: 'exited', exitCode: 137, outputBytes: 0, endedAt: Date.now() } as const;
    await say('jobs.ended', { ...(await ref(jobId)), ...ended, cause });
    expect(await job(jobId)).toMatchObject({ status: 'FAILED', reason });
    const detail = await call(server.baseUrl, calls.detail, { jobId }, { token });
    expect(detail.result.reason).toContain(words);
  });

  it('that the node refuses fails with a reason in both languages', async () => {
    agent.runReply = { isAccepted: false, reason: 'AGENT_FOLDER_REFUSED: nope' };
    const jobId = await submit({ workDir: '/missing' });
    await dispatch();
    expect(await job(jobId)).toMatchObject({ status: 'FAILED', reason: 'AGENT_FOLDER_REFUSED' });
    const detail = await call(server.baseUrl, calls.detail, { jobId }, { token });
    expect(detail.result.reason).toContain('工作目录');
  });

  it('does not believe another attempt, and tells the agent to end it', async () => {
    const jobId = await startJob();
    const stale = { jobId, attempt: 7 };
    await say('jobs.output', { ...stale, offset: 0, data: bytes('ghost') });
    await say('jobs.ended', {
      ...stale,
      reason: 'exited',
      exitCode: 0,
      outputBytes: 5,
      endedAt: 1,
    });
    expect(await job(jobId)).toMatchObject({ status: 'RUNNING', outputBytes: '0' });
    await waitFor('the order to end it', () => agent.stops.length > 0);
    expect(agent.stops).toContainEqual({ ...stale, reason: 'stopped' });
  });
});

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
    const reason = async () =>
      (await call(server.baseUrl, calls.detail, { jobId }, { token })).result.reason;
    expect(await reason()).toBe('正在等待空闲的 CPU');
    await server.dataSource.query('UPDATE node SET accepts_jobs = false');
    expect(await reason()).toContain('没有可用的在线节点');
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

describe('an agent that comes back', () => {
  it('goes on where the stored output ends, forgets what is over, and loses what it no longer knows', async () => {
    const going = await startJob();
    const lost = await startJob();
    const own = await ref(going);
    await say('jobs.output', { ...own, offset: 0, data: bytes('12345') });
    agent.close();
    agent = await jobs.connect(jobs.node, { jobs: [{ ...own, isEnded: false }] });
    // A hello that comes again settles the same.
    const reply = await agent.hello({
      jobs: [
        { ...own, isEnded: false },
        { jobId: '999999', attempt: 1, isEnded: true },
      ],
    });
    expect(reply.jobs).toEqual([
      { ...own, action: 'continue', nextOffset: 5 },
      { jobId: '999999', attempt: 1, action: 'forget', nextOffset: 0 },
    ]);
    expect(await job(lost)).toMatchObject({ status: 'NODE_FAIL', reason: 'NODE_LOST_JOB' });
    expect((await job(going)).status).toBe('RUNNING');
  });
});

describe('a node that is away', () => {
  const afterSql = async (change: string, jobId: string) => {
    agent.close();
    await server.app.get(NodePresence).look();
    await server.dataSource.query(`UPDATE node SET ${change}`);
    await jobs.reconcile();
    return (await job(jobId)).status;
  };

  it('loses its jobs after ten minutes', async () => {
    const silent = "is_online = false, offline_since = now() - interval '11 minutes'";
    expect(await afterSql(silent, await startJob())).toBe('NODE_FAIL');
  });

  it('keeps them however long the platform itself was away', async () => {
    const jobId = await startJob();
    const stopped = "last_seen_at = now() - interval '2 days'";
    expect(await afterSql(stopped, jobId)).toBe('RUNNING');
    await server.app.get(NodePresence).look();
    await server.dataSource.query("UPDATE node SET offline_since = now() - interval '2 days'");
    await server.dataSource.query(
      "UPDATE cluster_listener SET listened_at = now() - interval '2 days'",
    );
    await server.app.get(NodePresence).start();
    await jobs.reconcile();
    expect((await job(jobId)).status).toBe('RUNNING');
  });
});

it('lists of jobs leave the scripts where they are', async () => {
  const jobId = await submit({ scriptContent: `#${'x'.repeat(1_000_000)}` });
  const [listed] = await server.app.get(JobRepository).list({});
  expect(listed).toMatchObject({ id: jobId });
  expect(listed).not.toHaveProperty('script');
  const { result } = await call(server.baseUrl, calls.detail, { jobId }, { token });
  expect(result.scriptContent).toHaveLength(1_000_001);
});

describe('stopping', () => {
  it('cancels a waiting job on the spot', async () => {
    const jobId = await submit();
    expect(await call(server.baseUrl, calls.stop, { jobId }, { token })).toMatchObject({
      code: 200,
    });
    expect((await job(jobId)).status).toBe('CANCELLED');
    await dispatch();
    expect(agent.commands).toHaveLength(0);
    expect(await call(server.baseUrl, calls.stop, { jobId }, { token })).toMatchObject({
      code: 409,
    });
  });

  it('asks the agent of a running one, and again until it has ended', async () => {
    const jobId = await startJob();
    await call(server.baseUrl, calls.stop, { jobId }, { token });
    expect(agent.stops).toEqual([{ jobId, attempt: 1, reason: 'stopped' }]);
    await jobs.reconcile();
    await waitFor('the second demand', () => agent.stops.length === 2);
    expect((await job(jobId)).status).toBe('RUNNING');
  });

  it('tells an agent that was away as soon as it is back', async () => {
    const jobId = await startJob();
    agent.close();
    expect((await call(server.baseUrl, calls.stop, { jobId }, { token })).code).toBe(200);
    expect((await job(jobId)).status).toBe('RUNNING');
    const returned = await jobs.connect(jobs.node, {
      jobs: [{ jobId, attempt: 1, isEnded: false }],
    });
    await waitFor('the order to stop', () => returned.stops.length > 0);
    expect(returned.stops).toEqual([{ jobId, attempt: 1, reason: 'stopped' }]);
  });
});

describe('who may not', () => {
  let other: string;
  let closed: string;
  let keeper: string;
  beforeAll(async () => {
    await createUser(server, 'other');
    await createUser(server, 'nomenu', ['myDoc', 'myDoc.files']);
    await createUser(server, 'keeper', ['desktopDot.jobs', 'desktopDot.queues']);
    keeper = await signIn(server.baseUrl, 'keeper', userPassword);
    other = await signIn(server.baseUrl, 'other', userPassword);
    closed = await signIn(server.baseUrl, 'nomenu', userPassword);
  });

  it("see, read or stop somebody else's job; an administrator may", async () => {
    const jobId = await submit({}, other);
    const foreign = await submit();
    for (const endpoint of [calls.detail, calls.log, calls.stop]) {
      const answer = await call(server.baseUrl, endpoint, { jobId: foreign }, { token: other });
      expect(answer).toMatchObject({ code: 404, success: false });
    }
    const list = (as: string) => call(server.baseUrl, calls.list, {}, { token: as });
    expect((await list(other)).result.map((row) => row.jobId)).toEqual([jobId]);
    // Whoever manages queues has no part in what waits in them.
    expect((await list(keeper)).result).toEqual([]);
    expect((await list(token)).result.map((row) => row.jobId)).toEqual([foreign, jobId]);
    expect(await call(server.baseUrl, calls.detail, { jobId }, { token })).toMatchObject({
      code: 200,
    });
  });

  it('call any of it without the menu', async () => {
    for (const endpoint of [calls.list, calls.queueList, calls.run, calls.stop, calls.upload]) {
      expect(await call(server.baseUrl, endpoint, {} as never, { token: closed })).toMatchObject({
        code: 403,
      });
    }
  });

  it('submit to a queue that does not name them, whichever other one does', async () => {
    await server.dataSource.query(
      `INSERT INTO compute_queue (queue_name) VALUES ('closed'), ('own')`,
    );
    await server.dataSource.query(
      `INSERT INTO compute_queue_user (queue_id, user_id)
       SELECT queue.id, account.id FROM compute_queue queue, user_account account
       WHERE queue.queue_name = 'own' AND account.user_name = 'other'`,
    );
    const answer = await call(
      server.baseUrl,
      calls.run,
      { jobName: 'job', queueName: 'closed', scriptContent: 'x' },
      { token: other },
    );
    expect(answer).toMatchObject({ code: 404, result: { error: 'JOB_QUEUE_NOT_FOUND' } });
    await server.dataSource.query(
      `DELETE FROM compute_queue WHERE queue_name IN ('closed', 'own')`,
    );
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

describe('wrong input', () => {
  it.each([
    ['a name that starts with a digit', { jobName: '1job' }, 'jobName'],
    ['no script', { scriptContent: '' }, 'scriptContent'],
    ['a work folder that is no path', { workDir: 'a' }, 'workDir'],
    ['no CPU at all', { cpus: 0 }, 'cpus'],
    ['a queue with a NUL in its name', { queueName: 'a\0' }, 'queueName'],
  ])('%s is refused by name', async (_, wrong, field) => {
    const input = { jobName: 'job', queueName: 'local', scriptContent: 'x', ...wrong };
    const answer = await call(server.baseUrl, calls.run, input, { token });
    expect(answer).toMatchObject({
      code: 400,
      result: { fields: { [field]: expect.any(String) } },
    });
  });

  it('asks for more CPUs than any node gives', async () => {
    const input = { jobName: 'job', queueName: 'local', scriptContent: 'x', cpus: 5 };
    const answer = await call(server.baseUrl, calls.run, input, { token });
    expect(answer).toMatchObject({ code: 400, result: { error: 'JOB_TOO_MANY_CPUS' } });
  });

  it('a script file comes back as text, and only text does', async () => {
    const upload = async (data: Uint8Array) => {
      const form = new FormData();
      form.append('file', new Blob([Buffer.from(data)]), 'run.sh');
      const response = await fetch(`${server.baseUrl}/api/job/upload`, {
        method: 'POST',
        headers: { Authorization: token },
        body: form,
      });
      return (await response.json()) as unknown;
    };
    expect(await upload(bytes('echo 你好\n'))).toMatchObject({
      message: 'echo 你好\n',
      result: 'echo 你好\n',
    });
    for (const wrong of [
      Uint8Array.of(0xff, 0xfe, 0),
      bytes('a\0b'),
      new Uint8Array(1024 * 1024 + 1),
    ]) {
      expect(await upload(wrong)).toMatchObject({ success: false, code: 400 });
    }
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
