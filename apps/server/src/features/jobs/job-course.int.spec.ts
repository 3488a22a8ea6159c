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
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { AgentCommands } from '../cluster/agents/agent-commands.service.js';
import { NodePresence } from '../cluster/presence/node-presence.service.js';

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
      outputBytes: 17,
      isComplete: true,
    });
    const rest = await call(server.baseUrl, calls.log, { jobId, offset: 13 }, { token });
    expect(rest.result.text).toBe('ond\n');
    expect((await job(jobId)).status).toBe('COMPLETED');
  });

  it.each([
    ['exited', 3, undefined, 'FAILED'],
    ['exited', 139, 11, 'FAILED'],
    ['stopped', 143, 15, 'CANCELLED'],
    ['timeout', 143, 15, 'TIMEOUT'],
    ['lost', null, undefined, 'NODE_FAIL'],
  ] as const)(
    'that %s with %s (signal %s) is %s, and its end counts once, now at the latest',
    async (reason, exitCode, signal, status) => {
      const jobId = await startJob();
      const endedAt = Date.now() + 3_600_000;
      const ended = { ...(await ref(jobId)), reason, exitCode, signal, outputBytes: 0, endedAt };
      await say('jobs.ended', ended);
      await say('jobs.ended', { ...ended, reason: 'exited', exitCode: 0 });
      const stored = await job(jobId);
      expect(stored).toMatchObject({ status, exitCode, signal: signal ?? null });
      expect(stored.endedAt?.getTime()).toBeLessThanOrEqual(Date.now());
      const { result } = await call(server.baseUrl, calls.detail, { jobId }, { token });
      expect(result.signal).toBe(signal ?? null);
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
    await jobs.settled();
    expect(agent.stops).toEqual([{ jobId, attempt: 1, reason: 'stopped' }]);
    await jobs.reconcile();
    await waitFor('the second demand', () => agent.stops.length === 2);
    expect((await job(jobId)).status).toBe('RUNNING');
  });

  describe('of a job that was sent and is not confirmed', () => {
    /** It may run: nobody else gets its CPUs meanwhile. */
    async function stopUnconfirmed(): Promise<{ jobId: string; next: string }> {
      const jobId = await submit({ cpus: 4 });
      await dispatch();
      await server.dataSource.query('UPDATE script_job SET is_accepted = false');
      agent.stopReply = undefined;
      const { code } = await call(server.baseUrl, calls.stop, { jobId }, { token });
      expect(code).toBe(200);
      const next = await submit({ cpus: 4 });
      await jobs.plan();
      expect(await job(jobId)).toMatchObject({ status: 'PENDING', stopReason: 'stopped' });
      expect((await job(next)).placedAt).toBeNull();
      await jobs.settled();
      return { jobId, next };
    }
    const hasNext = async (next: string): Promise<void> => {
      await dispatch();
      expect((await job(next)).placedAt).not.toBeNull();
    };

    it('keeps its CPUs until its node says that it does not know it', async () => {
      const { jobId, next } = await stopUnconfirmed();
      agent.stopReply = { isKnown: false };
      await jobs.reconcile();
      expect(await job(jobId)).toMatchObject({ status: 'CANCELLED', reason: '' });
      await hasNext(next);
    });

    it('keeps them until its node has ended it', async () => {
      const { jobId, next } = await stopUnconfirmed();
      await jobs.end(agent, jobId, { reason: 'stopped', exitCode: 143 });
      expect(await job(jobId)).toMatchObject({ status: 'CANCELLED', exitCode: 143 });
      await hasNext(next);
    });
  });

  it('of many on a node that does not answer waits for none, and asks it once', async () => {
    const running = [await startJob(), await startJob(), await startJob(), await startJob()];
    const asked = jest.spyOn(server.app.get(AgentCommands), 'stopScript');
    let giveUp: () => void = () => undefined;
    asked.mockImplementation(
      () => new Promise((resolve) => (giveUp = () => resolve({ state: 'silent' }))),
    );
    for (const jobId of running) {
      expect((await call(server.baseUrl, calls.stop, { jobId }, { token })).code).toBe(200);
    }
    giveUp();
    await jobs.settled();
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    await jobs.reconcile();
    expect(agent.stops.map(({ jobId }) => jobId).sort()).toEqual(running);
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
