import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecJobs, type SpecNode } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call } from '@clusterdesk/tests/server/test-server.js';

const fault = { isAccepted: false, reason: 'AGENT_FOLDER_UNREACHABLE: /files is not mounted.' };

let jobs: SpecJobs;
let good: SpecNode;

beforeAll(async () => {
  jobs = await SpecJobs.start({}, { nodes: { commandMs: 1_000 } });
  good = await jobs.addNode('good', 4);
});
afterAll(() => jobs.stop());
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
  await jobs.query(
    `UPDATE node SET is_online = false, drained_at = NULL, drained_reason = NULL, probe_at = NULL, fault_count = 0`,
  );
});

const drainOf = async (node: SpecNode) => {
  const [row] = await jobs.query<{
    reason: string | null;
    faults: number;
    probeInMs: number | null;
  }>(
    `SELECT drained_reason AS reason, fault_count AS faults,
            EXTRACT(EPOCH FROM probe_at - now())::float8 * 1000 AS "probeInMs"
     FROM node WHERE id = $1`,
    [node.nodeId],
  );
  return row!;
};
const probeTimeComes = () => jobs.query('UPDATE node SET probe_at = now()');

describe('a node with a fault of its own', () => {
  it('gets one job, which ends elsewhere as all others do', async () => {
    const bad = await jobs.connect(jobs.node, {}, fault);
    const healthy = await jobs.connect(good);
    // The bad node is as full as the other, so both are planned for.
    const jobIds = await Promise.all(Array.from({ length: 12 }, () => jobs.submit()));
    const isOver = async (jobId: string): Promise<boolean> =>
      (await jobs.job(jobId)).status === 'COMPLETED';
    // Each round frees the healthy node's CPUs for the next; a job that the bad one gave back waits for one more.
    for (let round = 0; round < 30; round += 1) {
      if ((await Promise.all(jobIds.map(isOver))).every(Boolean)) {
        break;
      }
      await jobs.dispatch();
      for (const { jobId } of healthy.commands.filter((one) => jobIds.includes(one.jobId))) {
        if ((await jobs.job(jobId)).status === 'PENDING') {
          await jobs.begin(healthy, jobId);
          await jobs.end(healthy, jobId);
        }
      }
    }
    for (const jobId of jobIds) {
      expect(await jobs.job(jobId)).toMatchObject({ status: 'COMPLETED', nodeId: good.nodeId });
    }
    // What was under way to it before its first answer, and nothing after it.
    expect(bad.commands.length).toBeLessThanOrEqual(4);
    expect(await drainOf(jobs.node)).toMatchObject({
      reason: 'AGENT_FOLDER_UNREACHABLE',
      faults: 1,
    });
  });

  it('keeps its jobs waiting with its reason when there is no other', async () => {
    await jobs.connect(jobs.node, {}, fault);
    const refused = await jobs.submit();
    await jobs.dispatch();
    const later = await jobs.submit();
    await jobs.dispatch();
    expect(await jobs.job(refused)).toMatchObject({
      status: 'PENDING',
      nodeId: null,
      attempt: 1,
      excludedNodes: [jobs.node.nodeId],
    });
    expect(await jobs.reason(refused)).toContain('无法访问共享文件');
    expect(await jobs.reason(later)).toContain('无法访问共享文件');
    const queues = await call(
      jobs.server.baseUrl,
      endpoints.jobs.queueList,
      {},
      { token: jobs.token },
    );
    const shown = queues.result[0]!.calculations.find(({ id }) => id === jobs.node.nodeId);
    expect(shown!.drainedReason).toContain('无法访问共享文件');
    const hosts = await call(
      jobs.server.baseUrl,
      endpoints.cluster.monitorData,
      {},
      { token: jobs.token },
    );
    const host = hosts.result.find(({ nodeId }) => nodeId === jobs.node.nodeId);
    expect(host!.drainedReason).toContain('无法访问共享文件');
  });

  it('is tried by one job at a time, each time later, and used again once a job starts', async () => {
    const agent = await jobs.connect(jobs.node, {}, fault);
    const jobIds = [await jobs.submit(), await jobs.submit(), await jobs.submit()];
    await jobs.dispatch();
    const first = await drainOf(jobs.node);
    const commands = agent.commands.length;
    await probeTimeComes();
    await jobs.dispatch();
    expect(agent.commands).toHaveLength(commands + 1);
    const second = await drainOf(jobs.node);
    expect(second).toMatchObject({ faults: 2 });
    expect(second.probeInMs).toBeGreaterThan(1.5 * first.probeInMs!);

    agent.runReply = { isAccepted: true };
    await probeTimeComes();
    await jobs.dispatch();
    // The probe has been taken and has not started: nothing more until then.
    await jobs.dispatch();
    expect(agent.commands).toHaveLength(commands + 2);
    await jobs.begin(agent, agent.commands.at(-1)!.jobId);
    expect(await drainOf(jobs.node)).toMatchObject({ reason: null, faults: 0 });
    await jobs.dispatch();
    for (const jobId of jobIds) {
      expect(await jobs.job(jobId)).toMatchObject({ isAccepted: true });
    }
  });

  it('is tried at once when its agent comes back, and used at once when it says other things', async () => {
    await jobs.connect(jobs.node, {}, fault);
    await jobs.submit();
    await jobs.dispatch();
    const agent = await jobs.connect(jobs.node);
    expect((await drainOf(jobs.node)).probeInMs).toBeLessThanOrEqual(0);
    await agent.hello({ agentVersion: '9.9.9' });
    expect(await drainOf(jobs.node)).toMatchObject({ reason: null });
    await jobs.dispatch();
    expect(agent.commands).toHaveLength(1);
  });

  it('may also show after it took the job, before the script ran', async () => {
    const agent = await jobs.connect(jobs.node);
    const jobId = await jobs.submit();
    await jobs.dispatch();
    const refused = { reason: 'lost', exitCode: null } as const;
    await jobs.end(agent, jobId, { ...refused, refusal: 'AGENT_CONFINEMENT_FAILED' });
    expect(await jobs.job(jobId)).toMatchObject({ status: 'PENDING', nodeId: null });
    expect(await drainOf(jobs.node)).toMatchObject({ reason: 'AGENT_CONFINEMENT_FAILED' });
  });
});

describe('a job with a fault of its own', () => {
  it.each([
    ['AGENT_FOLDER_REFUSED', '文件夹之外'],
    ['AGENT_WORK_DIR_MISSING', '工作目录不存在'],
    ['AGENT_JOB_INVALID', '检查脚本'],
    ['AGENT_JOB_OUTDATED', '更新版本'],
    ['AGENT_ACCOUNT_UNKNOWN', '账号'],
    ['AGENT_OF_TOMORROW', '节点拒绝'],
  ])('%s ends with its sentence, and drains no node', async (code, words) => {
    const agent = await jobs.connect(jobs.node);
    agent.runReply = { isAccepted: false, reason: `${code}: as the operator reads it.` };
    const jobId = await jobs.submit();
    await jobs.dispatch();
    expect((await jobs.job(jobId)).status).toBe('FAILED');
    expect(await jobs.reason(jobId)).toContain(words);
    expect(await drainOf(jobs.node)).toMatchObject({ reason: null });
  });

  it('does not put node after node out of use', async () => {
    const refusing: FakeAgent[] = [];
    for (const name of ['n1', 'n2', 'n3', 'n4']) {
      refusing.push(await jobs.connect(await jobs.addNode(name, 1), {}, fault));
    }
    await jobs.submit();
    for (let round = 0; round < 6; round += 1) {
      await jobs.dispatch();
    }
    const drained = await jobs.query('SELECT 1 FROM node WHERE drained_at IS NOT NULL');
    expect(drained).toHaveLength(3);
    // Others still run on the node that is left.
    const left = refusing.find((agent) => agent.commands.length === 0)!;
    left.runReply = { isAccepted: true };
    const other = await jobs.submit();
    await jobs.dispatch();
    expect(await jobs.job(other)).toMatchObject({ isAccepted: true });
    await jobs.query(`DELETE FROM node WHERE name LIKE 'n_'`);
  });
});
