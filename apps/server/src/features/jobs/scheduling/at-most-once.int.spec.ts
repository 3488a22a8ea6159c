import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RunReply } from '@clusterdesk/contracts';
import { SpecJobs, type SpecNode } from '@clusterdesk/tests/features/jobs-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { AgentCommands, type Asked } from '../../cluster/agents/agent-commands.service.js';
import { DiskSpaceProvider } from '../../disk/disk-space-provider.service.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { JobRepository } from '../job.repository.js';

let jobs: SpecJobs;
let other: SpecNode;

beforeAll(async () => {
  jobs = await SpecJobs.start();
  other = await jobs.addNode('other', 4);
});
afterAll(() => jobs.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
  await jobs.query('UPDATE node SET is_online = false, offline_since = now()');
});

/** Hands a job over to an agent that will not answer: half a second is waited for it, in place of five. */
async function dispatchIntoSilence(agent: FakeAgent): Promise<void> {
  const { agents } = jobs.server.app.get(Realtime);
  const to = agents.to.bind(agents);
  const addressing = jest.spyOn(agents, 'to').mockImplementation((room) => {
    const addressed = to(room);
    const timeout = addressed.timeout.bind(addressed);
    return Object.assign(addressed, { timeout: () => timeout(500) });
  });
  await jobs.dispatch();
  addressing.mockRestore();
  await waitFor('the command', () => agent.commands.length === 1);
}

/** The node's agent is gone, and has been for so long. */
async function nodeIsSilent(node: SpecNode, minutes: number): Promise<void> {
  await jobs.query(
    `UPDATE node SET is_online = false, last_seen_at = now() - $2 * interval '1 minute',
                     offline_since = now() - $2 * interval '1 minute' WHERE id = $1`,
    [node.nodeId, minutes],
  );
  await jobs.query(
    `UPDATE script_job SET reserved_at = reserved_at - $1 * interval '1 minute',
                           sent_at = sent_at - $1 * interval '1 minute'`,
    [minutes],
  );
}

describe('an agent that took a job and was cut off before its answer came', () => {
  async function cutOff(more: { requeue?: boolean } = {}) {
    const agent = await jobs.connect(jobs.node, {}, 'cut');
    const jobId = await jobs.submit(more);
    await dispatchIntoSilence(agent);
    expect(await jobs.job(jobId)).toMatchObject({ status: 'PENDING', isAccepted: false });
    return { agent, jobId };
  }

  it('keeps the job: no other node gets it, however often one looks', async () => {
    const { jobId } = await cutOff();
    const free = await jobs.connect(other);
    await nodeIsSilent(jobs.node, 9);
    await jobs.reconcile();
    await jobs.dispatch();
    expect(free.commands).toHaveLength(0);
    expect(await jobs.job(jobId)).toMatchObject({ nodeId: jobs.node.nodeId, attempt: 1 });
    expect(await jobs.reason(jobId)).toContain('等待节点确认');
  });

  it('goes on with it when it comes back', async () => {
    const { jobId } = await cutOff();
    const ref = await jobs.ref(jobId);
    const again = await jobs.connect(jobs.node, { jobs: [{ ...ref, isEnded: false }] });
    expect(await jobs.job(jobId)).toMatchObject({ isAccepted: true, attempt: 1 });
    await jobs.begin(again, jobId);
    await jobs.end(again, jobId);
    expect(await jobs.job(jobId)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
  });

  it('loses it when it stays away', async () => {
    const { jobId } = await cutOff();
    await jobs.connect(other);
    await nodeIsSilent(jobs.node, 11);
    await jobs.reconcile();
    expect(await jobs.job(jobId)).toMatchObject({ status: 'NODE_FAIL', reason: 'NODE_GONE' });
  });

  it('gives it up once to another node when the owner asked for that', async () => {
    const { jobId } = await cutOff({ requeue: true });
    await nodeIsSilent(jobs.node, 11);
    await jobs.reconcile();
    const second = await jobs.connect(other);
    await jobs.dispatch();
    expect(second.commands.map(({ attempt }) => attempt)).toEqual([2]);
    // It comes back after all: its attempt is over, and it must end it.
    const late = await jobs.connect(jobs.node);
    const reply = await late.hello({ jobs: [{ jobId, attempt: 1, isEnded: false }] });
    expect(reply.jobs).toMatchObject([{ attempt: 1, action: 'forget' }]);
    await nodeIsSilent(other, 11);
    await jobs.reconcile();
    expect(await jobs.job(jobId)).toMatchObject({ status: 'NODE_FAIL', attempt: 2 });
  });
});

it('a node that is cut off after it said yes keeps its job for ten minutes, then loses it', async () => {
  await jobs.connect(jobs.node);
  const jobId = await jobs.submit();
  await jobs.dispatch();
  const free = await jobs.connect(other);
  await nodeIsSilent(jobs.node, 9);
  await jobs.reconcile();
  await jobs.dispatch();
  expect(free.commands).toHaveLength(0);
  expect(await jobs.job(jobId)).toMatchObject({ status: 'PENDING', isAccepted: true, attempt: 1 });
  await nodeIsSilent(jobs.node, 11);
  await jobs.reconcile();
  expect(await jobs.job(jobId)).toMatchObject({ status: 'NODE_FAIL', attempt: 1 });
});

it('a job whose command was never emitted goes to another node at once', async () => {
  await jobs.connect(jobs.node);
  const jobId = await jobs.submit();
  // The process dies between the reservation and the command.
  const find = jest.spyOn(jobs.server.app.get(JobRepository), 'find').mockResolvedValue(null);
  await jobs.dispatch();
  find.mockRestore();
  expect(await jobs.job(jobId)).toMatchObject({ nodeId: jobs.node.nodeId, sentAt: null });
  const free = await jobs.connect(other);
  await nodeIsSilent(jobs.node, 1);
  await jobs.reconcile();
  await jobs.dispatch();
  expect(free.commands.map((command) => command.jobId)).toEqual([jobId]);
});

it('a job for a node without a connection was sent to nobody', async () => {
  const agent = await jobs.connect(jobs.node);
  agent.close();
  const jobId = await jobs.submit();
  const { agents } = jobs.server.app.get(Realtime);
  await waitFor('the connection is gone', () => agents.sockets.size === 0);
  await jobs.dispatch();
  expect(await jobs.job(jobId)).toMatchObject({ nodeId: jobs.node.nodeId, sentAt: null });
});

describe('a command that reached its node though the database has lost the note of it', () => {
  /** As after a fail-over that lost the last commits. */
  async function sendUnseen() {
    const agent = await jobs.connect(jobs.node, {}, 'cut');
    const jobId = await jobs.submit();
    await dispatchIntoSilence(agent);
    await jobs.query('UPDATE script_job SET sent_at = NULL');
    return { agent: await jobs.connect(jobs.node, {}, 'silent'), jobId };
  }

  it('counts as sent as soon as the node says that it runs', async () => {
    const { agent, jobId } = await sendUnseen();
    await jobs.begin(agent, jobId);
    expect((await jobs.job(jobId)).sentAt).not.toBeNull();
    agent.close();
    const ref = await jobs.ref(jobId);
    const listed = { jobs: [{ ...ref, isEnded: false }] };
    const again = await jobs.connect(jobs.node, listed);
    const reply = await again.hello(listed);
    expect(reply.jobs).toMatchObject([{ ...ref, action: 'continue' }]);
    await jobs.end(again, jobId);
    expect(await jobs.job(jobId)).toMatchObject({ status: 'COMPLETED', attempt: 1 });
  });

  it('counts as sent when the node names it in its hello', async () => {
    const { agent, jobId } = await sendUnseen();
    const ref = await jobs.ref(jobId);
    const reply = await agent.hello({ jobs: [{ ...ref, isEnded: false }] });
    expect(reply.jobs).toMatchObject([{ ...ref, action: 'continue' }]);
    const { sentAt, isAccepted } = await jobs.job(jobId);
    expect([sentAt, isAccepted]).toEqual([expect.any(Date), true]);
  });
});

it('a node that does not answer delays no plan', async () => {
  await jobs.connect(jobs.node);
  let giveUp: () => void = () => undefined;
  const silence = new Promise<Asked<RunReply>>((resolve) => {
    giveUp = () => resolve({ state: 'silent' });
  });
  const asking = jest
    .spyOn(jobs.server.app.get(AgentCommands), 'runScript')
    .mockReturnValueOnce(silence);
  await jobs.submit({ cpus: 4 });
  const dispatching = jobs.dispatch();
  await waitFor('the command', () => asking.mock.calls.length === 1);
  const free = await jobs.connect(other);
  await jobs.submit();
  let isPlanned = false;
  const planning = jobs.plan().then(() => {
    isPlanned = true;
  });
  try {
    await waitFor('the plan', () => isPlanned, 10_000);
    await waitFor('the other job', () => free.commands.length === 1);
  } finally {
    giveUp();
  }
  await Promise.all([dispatching, planning]);
});

describe('a job that cannot be prepared', () => {
  const homeFails = (error: Error) =>
    jest.spyOn(jobs.server.app.get(DiskSpaceProvider), 'homeDir').mockRejectedValue(error);
  const errno = (code: string): Error => Object.assign(new Error(code), { code });

  it('waits with a reason when the platform is at fault, and holds no CPUs', async () => {
    const agent = await jobs.connect(jobs.node);
    homeFails(errno('ENOSPC'));
    const jobId = await jobs.submit({ cpus: 4 });
    await jobs.dispatch();
    expect(await jobs.job(jobId)).toMatchObject({ status: 'PENDING', nodeId: null });
    expect(await jobs.reason(jobId)).toContain('平台暂时无法准备');
    jest.restoreAllMocks();
    const next = await jobs.submit({ cpus: 4 });
    await jobs.dispatch();
    expect(agent.commands.map((command) => command.jobId)).toEqual([next]);
  });

  it('fails with a reason when its own folder cannot be used', async () => {
    await jobs.connect(jobs.node);
    homeFails(errno('EACCES'));
    const jobId = await jobs.submit();
    await jobs.dispatch();
    expect((await jobs.job(jobId)).status).toBe('FAILED');
    expect(await jobs.reason(jobId)).toContain('您的文件夹无法使用');
  });
});
