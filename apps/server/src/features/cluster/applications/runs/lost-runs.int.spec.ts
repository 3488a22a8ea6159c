import { expect, it } from '@jest/globals';
import { finish, SpecApplications } from '@clusterdesk/tests/features/applications-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

it('a worker finds runs that were decided and never queued, and one after the other on a host', async () => {
  const spec = await SpecApplications.open({
    withWorker: true,
    timings: { tasks: { dueWorkMs: 500 } },
  });
  try {
    await spec.write('htop');
    await spec.write('tree');
    const agent = await spec.connect(await spec.addNode('node-1'));
    await spec.call('install', 'htop');
    await waitFor('the first command', () => agent.runs.length === 1);
    await spec.call('install', 'tree');
    await finish(agent, agent.runs[0]!.runId, 0);
    await waitFor('the next command', () => agent.runs.length === 2);
    await finish(agent, agent.runs[1]!.runId, 0);
    // As if the process had died right after its commit.
    await spec.platform.query(
      `UPDATE application_run SET state = 'waiting', asked_at = NULL, ended_at = NULL, waits_since = now()
       WHERE application = 'htop'`,
    );
    await waitFor('the lost one', () => agent.runs.length === 3);
    expect(agent.runs[2]).toEqual(agent.runs[0]);
  } finally {
    await spec.close();
  }
});
