import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { call } from '@clusterdesk/tests/server/test-server.js';
import { FakeAgent, fakeHello } from '@clusterdesk/tests/wire/fake-agent.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { NodeClones } from '../draining/node-clones.service.js';
import { NodePresence } from '../presence/node-presence.service.js';
import { NodeRepository } from '../node.repository.js';
import { AgentGateway } from './agent-gateway.service.js';
import { AgentCommands } from './agent-commands.service.js';

let jobs: SpecJobs;

beforeAll(async () => {
  jobs = await SpecJobs.start({}, { rights: { socketsMs: 200 } });
});
afterAll(() => jobs.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  await jobs.closeAgents();
});

const canReach = (): Promise<boolean> =>
  jobs.server.app.get(AgentCommands).canReach(jobs.node.nodeId);

async function connectionId(): Promise<string | null | undefined> {
  const [row] = await jobs.query<{ id: string | null }>(
    'SELECT connection_id AS id FROM node WHERE id = $1',
    [jobs.node.nodeId],
  );
  return row?.id;
}

const nobodyHolds = (): Promise<boolean> => connectionId().then((id) => id === null);

describe('a node whose credentials a second host has', () => {
  const sayHello = async (hostname: string, bootId?: string): Promise<void> => {
    await jobs.connect(jobs.node, { hostname, ...(bootId && { bootId }) });
  };
  /** As a hello does, without the rate at which a node may say it. */
  const note = async (hostname: string, bootId?: string): Promise<void> => {
    const hello = { ...fakeHello, hostname, ...(bootId && { bootId }) };
    await jobs.server.app.get(NodeClones).note(jobs.node.nodeId, hello);
  };
  const drained = async (): Promise<string | null | undefined> => {
    const [row] = await jobs.query<{ reason: string | null }>(
      'SELECT drained_reason AS reason FROM node WHERE id = $1',
      [jobs.node.nodeId],
    );
    return row?.reason;
  };

  it.each([
    ['that restarts', ['a', 'a', 'a', 'a', 'a', 'a']],
    ['that reboots again and again', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['that took the place of another', ['b', 'a', 'a', 'a']],
  ])('is not one %s', async (_, bootIds) => {
    await jobs.query(`UPDATE node SET recent_hosts = '[]'`);
    for (const bootId of bootIds) {
      await note('host-1', bootId);
    }
    expect(await drained()).toBeNull();
  });

  it.each([
    [
      'copies of one name',
      'host-1',
      '11111111-a',
      'host-1',
      '22222222-b',
      ['host-1 (11111111)', 'host-1 (22222222)'],
    ],
    [
      'agents that do not say their boot',
      'host-1',
      undefined,
      'host-2',
      undefined,
      ['host-1', 'host-2'],
    ],
  ])('gets no jobs until it is enrolled anew: %s', async (_, one, bootOne, two, bootTwo, hosts) => {
    await jobs.query('DELETE FROM notification');
    await jobs.query(`UPDATE node SET recent_hosts = '[]'`);
    await note(one, bootOne);
    await note(two, bootTwo);
    await note(one, bootOne);
    expect(await drained()).toBeNull();
    await sayHello(two, bootTwo);
    expect(await drained()).toBe('NODE_CLONED');
    const told = await jobs.query('SELECT kind, payload FROM notification');
    expect(told).toEqual([
      { kind: 'cluster.node-cloned', payload: { nodeKind: 'compute', name: 'host-1', hosts } },
    ]);
    const logged = await jobs.query<object>(
      `SELECT target_name AS name, details FROM audit_log WHERE method_name = 'node.cloned' ORDER BY id DESC LIMIT 1`,
    );
    expect(logged).toMatchObject([{ name: 'host-1', details: { hosts } }]);
    const { info, enrol } = endpoints.calculations;
    const { nodeId } = jobs.node;
    const { baseUrl } = jobs.server;
    const caller = { token: jobs.token };
    const shown = await call(baseUrl, info, { calculationId: nodeId }, caller);
    expect(shown.result.agent.clonedHosts).toEqual(hosts);
    expect(shown.result.drainedReason).toContain('重新注册');

    const jobId = await jobs.submit();
    await jobs.dispatch();
    expect(await jobs.job(jobId)).toMatchObject({ status: 'PENDING', nodeId: null });

    const { result } = await call(baseUrl, enrol, { id: nodeId }, caller);
    const token = /AGENT_TOKEN='([^']+)'/.exec(result.command)?.[1] ?? '';
    const credentials = await FakeAgent.enrol(baseUrl, token);
    Object.assign(jobs.node, { credentials });
    await sayHello(one, bootOne);
    expect(await drained()).toBeNull();
    await jobs.dispatch();
    expect(await jobs.job(jobId)).toMatchObject({ nodeId });
    await jobs.query('DELETE FROM script_job');
  });
});

describe('the connection of a node', () => {
  it('is noted with the hello of its agent, and gone with the connection', async () => {
    const agent = await jobs.connect();
    expect(await connectionId()).toBe(agent.socket.id);
    expect(await canReach()).toBe(true);
    agent.close();
    await waitFor('its end', nobodyHolds);
    expect(await canReach()).toBe(false);
  });

  it('stays when only the one before it ends', async () => {
    await jobs.connect();
    const { agents } = jobs.server.app.get(Realtime);
    const leave = jest.spyOn(jobs.server.app.get(NodeRepository), 'leave');
    const newer = await jobs.connect();
    await waitFor('the end of the older', () => agents.sockets.size === 1);
    await Promise.all(leave.mock.results.map(({ value }) => value));
    expect(leave).toHaveBeenCalledTimes(1);
    expect(await connectionId()).toBe(newer.socket.id);
  });

  it('leaves nothing behind once it could bring no new allowance', async () => {
    const other = await jobs.addNode('host-2');
    await jobs.connect(other);
    await jobs.closeAgents();
    const gateway = jobs.server.app.get(AgentGateway);
    await waitFor('the other node to be forgotten', async () => {
      const agent = await jobs.connect();
      agent.close();
      return gateway.heldCount === 1;
    });
  });

  it('is not noted for good when it ends while it is being greeted', async () => {
    const { agents } = jobs.server.app.get(Realtime);
    const repository = jobs.server.app.get(NodeRepository);
    const arrive = repository.arrive.bind(repository);
    const leave = jest.spyOn(repository, 'leave');
    const arriving = jest
      .spyOn(repository, 'arrive')
      .mockImplementation(async (nodeId, session) => {
        agents.disconnectSockets(true);
        // Its own end: agents of the test before may still be leaving.
        const isItsEnd = ([gone]: Parameters<NodeRepository['leave']>): boolean =>
          gone.some(({ connectionId: id }) => id === session.connectionId);
        await waitFor('the end', () => leave.mock.calls.some(isItsEnd));
        await leave.mock.results[leave.mock.calls.findIndex(isItsEnd)]?.value;
        return arrive(nodeId, session);
      });
    await expect(jobs.connect()).rejects.toThrow();
    await waitFor('the greeting', () => arriving.mock.results.length === 1);
    await arriving.mock.results[0]?.value;
    await waitFor('its end', nobodyHolds);
  });

  it('is ended by its own server when its secret was revoked at another, which could not tell', async () => {
    const node = await jobs.addNode('revoked');
    const revoked = await FakeAgent.connect(jobs.server.baseUrl, node.credentials);
    const kept = await jobs.connect();
    const ended = new Promise<string>((resolve) => revoked.socket.once('disconnect', resolve));
    await jobs.query(`UPDATE node SET secret_hash = sha256('another') WHERE id = $1`, [
      node.nodeId,
    ]);
    expect(await ended).toBe('io server disconnect');
    expect(kept.socket.connected).toBe(true);
    revoked.close();
  });

  it('is gone when its server stops, however busy it is', async () => {
    await jobs.connect();
    // More than the pool has connections: what is to be noted has to wait.
    const busy = Array.from({ length: 40 }, () => jobs.query('SELECT pg_sleep(0.2)'));
    const restarted = jobs.server.restart();
    await Promise.allSettled(busy);
    await restarted;
    expect(await connectionId()).toBeNull();
  });

  it('of a server that was killed is void once the node is offline', async () => {
    await jobs.query(
      `UPDATE node SET connection_id = 'of-a-killed-server', is_online = true, offline_since = NULL,
                       last_seen_at = now() - interval '1 minute' WHERE id = $1`,
      [jobs.node.nodeId],
    );
    expect(await canReach()).toBe(true);
    await jobs.server.app.get(NodePresence).look();
    expect(await canReach()).toBe(false);
  });
});
