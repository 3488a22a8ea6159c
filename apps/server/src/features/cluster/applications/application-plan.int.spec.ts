import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { FakeAgent, FakeCredentials } from '@clusterdesk/tests/wire/fake-agent.js';
import { finish, SpecApplications } from '@clusterdesk/tests/features/applications-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

let spec: SpecApplications;
let one: FakeAgent;
let two: FakeAgent;
let ids: { one: FakeCredentials; two: FakeCredentials; away: FakeCredentials };

beforeAll(async () => {
  spec = await SpecApplications.open();
  await spec.write('htop');
  ids = {
    one: await spec.addNode('node-1'),
    two: await spec.addNode('node-2'),
    away: await spec.addNode('node-3'),
  };
  await spec.addNode('desk-1', 'desktop');
  one = await spec.connect(ids.one);
  two = await spec.connect(ids.two);
});
afterAll(() => spec.close());
beforeEach(async () => {
  await spec.clear();
  await spec.write('htop');
  await waitFor('the catalogue to be read', async () =>
    (await spec.plan('install', 'htop')).scripts[0]!.script.startsWith('echo install'),
  );
});

const settle = async (agent: FakeAgent, exitCode = 0): Promise<void> =>
  finish(agent, agent.runs.at(-1)!.runId, exitCode);

it('says what root would run, and on which nodes of the kinds it can', async () => {
  const plan = await spec.plan('install', 'htop');
  expect(plan.scripts).toEqual([{ action: 'install', script: 'echo install htop' }]);
  expect(plan.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(plan.nodes).toMatchObject([
    { nodeName: 'node-1', state: 'ready', action: 'install', installedVersion: null },
    { nodeName: 'node-2', state: 'ready' },
    { nodeName: 'node-3', state: 'offline' },
  ]);
  expect((await spec.plan('uninstall', 'htop')).nodes).toEqual([]);
});

it('runs on the chosen nodes alone, and removes from them alone', async () => {
  const { digest } = await spec.plan('install', 'htop');
  const chosen = { nodeIds: [ids.two.nodeId], digest };
  expect(await spec.call('install', 'htop', '1.0', chosen)).toMatchObject({ result: { nodes: 1 } });
  await spec.dispatch();
  expect([one.runs.length, two.runs.length]).toEqual([0, 1]);
  await settle(two);
  expect((await spec.plan('uninstall', 'htop')).nodes).toMatchObject([
    { nodeName: 'node-2', installedVersion: '1.0' },
  ]);
});

it('keeps what is to be retried elsewhere when it is removed from one node', async () => {
  two.applicationReply = () => ({
    isAccepted: false,
    reason: 'AGENT_APPLICATIONS_NOT_ALLOWED: no.',
  });
  await spec.call('install', 'htop');
  await spec.dispatch();
  await settle(one);
  await waitFor('the refusal', async () => (await spec.row('htop')).targets.retry === 1);
  expect(await spec.plan('retry', 'htop')).toMatchObject({
    scripts: [{ action: 'install' }],
    nodes: [{ nodeName: 'node-2', action: 'install', state: 'ready' }],
  });
  two.applicationReply = () => ({ isAccepted: true });
});

it('is refused whole where a chosen node is offline, has gone or needs none of it', async () => {
  for (const [action, id] of [
    ['install', ids.away.nodeId],
    ['install', '8d0b3a7e-0000-4000-8000-000000000000'],
  ] as const) {
    const answer = await spec.call(action, 'htop', '1.0', { nodeIds: [ids.one.nodeId, id] });
    expect(answer).toMatchObject({ code: 409, result: { error: 'APPLICATION_NODES_CHANGED' } });
  }
  // To choose none is not to choose all.
  expect(await spec.call('install', 'htop', '1.0', { nodeIds: [] })).toMatchObject({ code: 400 });
  await spec.dispatch();
  expect([one.runs.length, two.runs.length]).toEqual([0, 0]);
});

it('is refused where the script is no longer the one that was read', async () => {
  const { digest } = await spec.plan('install', 'htop');
  await spec.write('htop', { install: 'echo something else' });
  await waitFor(
    'the catalogue to be read',
    async () => (await spec.plan('install', 'htop')).digest !== digest,
  );
  const read = { nodeIds: [ids.one.nodeId], digest };
  expect(await spec.call('install', 'htop', '1.0', read)).toMatchObject({
    ...{ code: 409, result: { error: 'APPLICATION_CHANGED' } },
  });
  await spec.dispatch();
  expect(one.runs).toEqual([]);
  const anew = { ...read, digest: (await spec.plan('install', 'htop')).digest };
  expect(await spec.call('install', 'htop', '1.0', anew)).toMatchObject({ result: { nodes: 1 } });
  await spec.dispatch();
  expect(one.runs).toMatchObject([{ script: 'echo something else' }]);
});

it('offers no node where an earlier script may still run, and refuses it', async () => {
  await spec.call('install', 'htop', '1.0', { nodeIds: [ids.one.nodeId] });
  await spec.dispatch();
  await spec.platform.query(
    `UPDATE application_run SET state = 'failed', reason = 'NODE_LOST', may_run_until = now() + interval '5 minutes'`,
  );
  const plan = await spec.plan('retry', 'htop');
  expect(plan.nodes).toMatchObject([{ nodeName: 'node-1', state: 'stillRunning' }]);
  const chosen = { nodeIds: [ids.one.nodeId], digest: plan.digest };
  expect(await spec.call('retry', 'htop', '1.0', chosen)).toMatchObject({
    result: { error: 'APPLICATION_MAY_STILL_RUN' },
  });
});
