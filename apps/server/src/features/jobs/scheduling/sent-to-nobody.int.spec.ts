import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  leavePlansToWorkers,
  SpecJobs,
  type SpecNode,
} from '@clusterdesk/tests/features/jobs-fixture.js';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { CommandLines } from '../backends/command-lines.service.js';
import { AgentBackend } from '../backends/agent/agent-backend.service.js';
import { DiskSpaceProvider } from '../../disk/disk-space-provider.service.js';
import { JobDispatcher } from './job-dispatcher.service.js';
import { SchedulerService } from './scheduler.service.js';

/** Silent agents are waited for. */
const timings = { nodes: { commandMs: 1_000 } };

let jobs: SpecJobs;
let other: SpecNode;

beforeAll(async () => {
  jobs = await SpecJobs.start({}, timings);
  other = await jobs.addNode('other', 4);
});
afterAll(() => jobs.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  await jobs.closeAgents();
  await jobs.query('DELETE FROM script_job');
  await jobs.query('UPDATE node SET is_online = false, offline_since = now()');
});

describe('a process that has not heard of the server which holds the agent', () => {
  let second: TestServer;

  beforeAll(async () => {
    const { databaseUrl, dataDir } = jobs.server.config;
    second = await startTestServer(
      { DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
      undefined,
      timings,
    );
    leavePlansToWorkers(second);
  });
  afterAll(() => second.stop());

  it('sends the command all the same, and takes no silence for a refusal', async () => {
    const agent = await jobs.connect(jobs.node, {}, 'silent');
    jest.spyOn(second.app.get(Realtime).agents.adapter, 'serverCount').mockResolvedValue(1);
    const jobId = await jobs.submit();
    await second.app.get(SchedulerService).dispatch({ backend: 'agent' });
    await second.app.get(CommandLines).settled();
    await waitFor('the command', () => agent.commands.length === 1);
    expect((await jobs.job(jobId)).sentAt).not.toBeNull();
    // The node goes away with it: nobody else gets it.
    const free = await jobs.connect(other);
    await agent.stopReporting();
    agent.close();
    await jobs.query(
      `UPDATE node SET is_online = false, offline_since = now() - interval '9 minutes',
                       last_seen_at = now() - interval '9 minutes' WHERE id = $1`,
      [jobs.node.nodeId],
    );
    await second.app.get(JobDispatcher).reconcile();
    await jobs.dispatch();
    expect(free.commands).toHaveLength(0);
    expect(await jobs.job(jobId)).toMatchObject({ nodeId: jobs.node.nodeId, attempt: 1 });
  });

  it('sends nothing to a node that nobody holds, and the job goes elsewhere', async () => {
    const agent = await jobs.connect();
    await agent.stopReporting();
    const jobId = await jobs.submit();
    await jobs.query('UPDATE node SET connection_id = NULL WHERE id = $1', [jobs.node.nodeId]);
    await second.app.get(SchedulerService).dispatch({ backend: 'agent' });
    await second.app.get(CommandLines).settled();
    expect(await jobs.job(jobId)).toMatchObject({ nodeId: jobs.node.nodeId, sentAt: null });
    agent.close();
    await jobs.query('UPDATE node SET is_online = false, offline_since = now()');
    const free = await jobs.connect(other);
    await jobs.reconcile();
    await jobs.dispatch();
    expect(agent.commands).toHaveLength(0);
    expect(free.commands.map((command) => command.jobId)).toEqual([jobId]);
  });
});

describe('a job that another process sent a moment ago', () => {
  /** As a process has read it before the other one noted that it sends. */
  async function readBeforeSent() {
    const agent = await jobs.connect(jobs.node, {}, 'silent');
    const jobId = await jobs.submit();
    const submit = jest.spyOn(jobs.server.app.get(AgentBackend), 'submit').mockResolvedValue(true);
    await jobs.dispatch();
    submit.mockRestore();
    const read = await jobs.job(jobId);
    expect(read).toMatchObject({ nodeId: jobs.node.nodeId, sentAt: null });
    const sending = jobs.server.app.get(AgentBackend).submit(read);
    await waitFor('the command', () => agent.commands.length === 1);
    return { agent, jobId, read, sending };
  }

  const staysSent = async (jobId: string): Promise<void> => {
    const job = await jobs.job(jobId);
    expect(job).toMatchObject({ nodeId: jobs.node.nodeId, attempt: 1 });
    expect(job.sentAt).not.toBeNull();
  };

  it('counts as sent also when the node is gone by now', async () => {
    const { agent, jobId, read, sending } = await readBeforeSent();
    agent.close();
    await waitFor('its end', async () => {
      const held = await jobs.query(
        'SELECT 1 FROM node WHERE id = $1 AND connection_id IS NOT NULL',
        [jobs.node.nodeId],
      );
      return held.length === 0;
    });
    expect(await jobs.server.app.get(AgentBackend).submit(read)).toBe(false);
    await staysSent(jobId);
    await sending;
  });

  it('is not given up by who cannot prepare it', async () => {
    const { jobId, read, sending } = await readBeforeSent();
    const failure = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    jest.spyOn(jobs.server.app.get(DiskSpaceProvider), 'homeDir').mockRejectedValue(failure);
    await jobs.server.app.get(AgentBackend).submit(read);
    await staysSent(jobId);
    await sending;
  });

  it('is not given up by who has seen its node offline', async () => {
    const { jobId, read, sending } = await readBeforeSent();
    await jobs.query('UPDATE node SET is_online = false WHERE id = $1', [jobs.node.nodeId]);
    await jobs.server.app.get(AgentBackend).reconcile([read], () => undefined);
    await staysSent(jobId);
    await sending;
  });
});
