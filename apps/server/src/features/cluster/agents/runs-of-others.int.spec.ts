import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { finish, SpecApplications } from '@clusterdesk/tests/features/applications-fixture.js';

let spec: SpecApplications;

beforeAll(async () => {
  spec = await SpecApplications.open();
  await spec.write('htop');
});
afterAll(() => spec.close());

it('what an agent says of another node’s run changes nothing', async () => {
  const [one, two] = await Promise.all(
    ['node-1', 'node-2'].map(async (name) => spec.connect(await spec.addNode(name))),
  );
  await spec.call('install', 'htop');
  await spec.dispatch();
  const runId = two!.runs[0]!.runId;
  const before = await spec.nodes('htop');
  await finish(one!, runId, 0, 'all is well\n');
  expect(await spec.nodes('htop')).toEqual(before);
  const [run] = await spec.platform.query(
    `SELECT state, ended_at, (SELECT count(*)::int FROM application_output WHERE run_id = $1) AS pieces
     FROM application_run WHERE id = $1`,
    [runId],
  );
  expect(run).toMatchObject({ state: 'running', ended_at: null, pieces: 0 });
  // Its own word counts.
  await finish(two!, runId, 1, 'no such package\n');
  expect(await spec.nodes('htop')).toMatchObject([
    { nodeName: 'node-1', state: 'running' },
    { nodeName: 'node-2', state: 'failed', exitCode: 1 },
  ]);
});
