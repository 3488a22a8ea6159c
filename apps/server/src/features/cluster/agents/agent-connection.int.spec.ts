import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SpecJobs } from '@clusterdesk/tests/features/jobs-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { NodePresence } from '../presence/node-presence.service.js';
import { NodeRepository } from '../node.repository.js';
import { AgentCommands } from './agent-commands.service.js';

let jobs: SpecJobs;

beforeAll(async () => {
  jobs = await SpecJobs.start();
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
