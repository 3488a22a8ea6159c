import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call } from '@clusterdesk/tests/server/test-server.js';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';

const { calculations } = endpoints;
let jobs: SpecJobs;

beforeAll(async () => {
  jobs = await SpecJobs.start({}, { nodes: { commandMs: 1_000 } });
});
afterAll(() => jobs.stop());
afterEach(async () => {
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
  await jobs.query(
    `UPDATE node SET is_online = false, drained_at = NULL, drained_reason = NULL, probe_at = NULL, fault_count = 0`,
  );
});

const hold = (isHeld: boolean) =>
  call(
    jobs.server.baseUrl,
    calculations.hold,
    { id: jobs.node.nodeId, isHeld: String(isHeld) },
    { token: jobs.token },
  );
const shown = async () => {
  const { result } = await call(
    jobs.server.baseUrl,
    calculations.info,
    { calculationId: jobs.node.nodeId },
    { token: jobs.token },
  );
  return result;
};

describe('a node that an administrator took out of service', () => {
  it('keeps what runs, gets nothing new until it is returned, and says why jobs wait', async () => {
    const agent = await jobs.connect(jobs.node);
    const running = await jobs.submit();
    await jobs.dispatch();
    await jobs.begin(agent, running);
    expect(await hold(true)).toMatchObject({ success: true });
    expect(await shown()).toMatchObject({
      isHeld: true,
      drainedReason: expect.stringContaining('管理员已停用'),
    });
    const later = await jobs.submit();
    await jobs.dispatch();
    expect((await jobs.job(running)).status).toBe('RUNNING');
    expect(await jobs.job(later)).toMatchObject({ status: 'PENDING', nodeId: null });
    expect(await jobs.reason(later)).toContain('管理员已停用');
    // What ends well there, and an agent that comes again, return no node.
    await jobs.end(agent, running);
    await jobs.closeAgents();
    const again = await jobs.connect(jobs.node);
    await jobs.dispatch();
    expect([again.commands, await shown()]).toEqual([
      [],
      expect.objectContaining({ isHeld: true }),
    ]);
    await hold(false);
    expect(await shown()).toMatchObject({ isHeld: false, drainedReason: null });
    await jobs.dispatch();
    expect((await jobs.job(later)).nodeId).toBe(jobs.node.nodeId);
  });

  it('stays out of service when a fault of its own is found meanwhile', async () => {
    const agent = await jobs.connect(
      jobs.node,
      {},
      { isAccepted: false, reason: 'AGENT_FOLDER_UNREACHABLE: /files is not mounted.' },
    );
    await jobs.submit();
    await jobs.dispatch();
    expect(await shown()).toMatchObject({ isHeld: false, drainedReason: expect.any(String) });
    await hold(true);
    await jobs.query('UPDATE script_job SET excluded_nodes = DEFAULT');
    const before = agent.commands.length;
    await jobs.dispatch();
    expect(agent.commands).toHaveLength(before);
    expect(await shown()).toMatchObject({ isHeld: true });
  });

  it('is not one whose credentials two hosts use: that one is enrolled again', async () => {
    await jobs.query(`UPDATE node SET drained_at = now(), drained_reason = 'NODE_CLONED'`);
    for (const isHeld of [true, false]) {
      expect(await hold(isHeld)).toMatchObject({ result: { error: 'NODE_CLONED' } });
    }
    expect(await shown()).toMatchObject({ isHeld: false });
  });

  it('was taken out by who manages nodes, and by nobody else', async () => {
    await createUser(jobs.server, 'bystander', []);
    const bystander = new ApiClient(jobs.server.baseUrl);
    await bystander.signIn('bystander', userPassword);
    expect(
      await bystander.call(calculations.hold, { id: jobs.node.nodeId, isHeld: true }),
    ).toMatchObject({ code: 403 });
    expect(await shown()).toMatchObject({ isHeld: false });
  });
});
