import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@clusterdesk/contracts';
import type { FakeAgent, FakeCredentials } from '@clusterdesk/tests/wire/fake-agent.js';
import {
  application,
  endOf,
  finish,
  SpecApplications,
} from '@clusterdesk/tests/features/applications-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { NodePresence } from '../../presence/node-presence.service.js';

let spec: SpecApplications;
const minutes = 60;

beforeAll(async () => {
  spec = await SpecApplications.open({ timings: { nodes: { commandMs: 1_000 } } });
  await spec.write('htop');
  await spec.write('tree');
});
afterAll(() => spec.close());
afterEach(async () => {
  await spec.clear();
  await spec.platform.query('DELETE FROM node');
});

async function addAgent(name: string): Promise<{ agent: FakeAgent; node: FakeCredentials }> {
  const node = await spec.addNode(name);
  return { agent: await spec.connect(node), node };
}

const silent = (): undefined => undefined;
const onlyNode = async (name = 'htop') => (await spec.nodes(name))[0]!;
const runIdOf = (agent: FakeAgent): string => agent.runs.at(-1)!.runId;

describe('a node that does not answer', () => {
  it('is asked again with the same run, and starves nobody', async () => {
    const quiet = await Promise.all([1, 2, 3].map((n) => addAgent(`a-silent-${String(n)}`)));
    const { agent } = await addAgent('z-answers');
    quiet.forEach((one) => (one.agent.applicationReply = silent));
    await spec.call('install', 'htop');
    await spec.dispatch();
    expect((await spec.nodes('htop')).map(({ state }) => state)).toEqual([
      ...['asked', 'asked', 'asked'],
      'running',
    ]);
    await finish(agent, runIdOf(agent), 0);
    // What was never asked for goes before what nobody answers to.
    await spec.call('install', 'tree');
    await spec.pass(11);
    await spec.dispatch();
    expect(agent.runs.map(({ name }) => name)).toEqual(['htop', 'tree']);
    for (const one of quiet) {
      expect(one.agent.runs.map(({ name }) => name)).toEqual(['htop', 'htop']);
      expect(new Set(one.agent.runs.map(({ runId }) => runId)).size).toBe(1);
    }
  });

  it('fails after a while, is not retried while its script may run, and its late end counts', async () => {
    const { agent } = await addAgent('silent');
    agent.applicationReply = silent;
    await spec.call('install', 'htop');
    await spec.dispatch();
    await spec.pass(11 * minutes);
    await spec.dispatch();
    expect(await onlyNode()).toMatchObject({
      ...{ state: 'failed', mayStillRun: true },
      message: expect.stringContaining('did not answer'),
    });
    for (const action of ['retry', 'install'] as const) {
      expect(await spec.call(action, 'htop')).toMatchObject({
        ...{ code: 409, result: { error: 'APPLICATION_MAY_STILL_RUN' } },
        message: expect.stringContaining('silent'),
      });
    }
    // It had come to the host all the same.
    const piece = { ...application(runIdOf(agent)), offset: 0, data: Buffer.from('at work\n') };
    await agent.say('jobs.output', piece);
    expect(await onlyNode()).toMatchObject({ state: 'running', message: '', mayStillRun: false });
    await agent.say('jobs.ended', endOf(runIdOf(agent), 0));
    expect(await onlyNode()).toMatchObject({ state: 'succeeded', installedVersion: '1.0' });
  });

  it('may be retried when the time of the script is over', async () => {
    const { agent } = await addAgent('silent');
    agent.applicationReply = silent;
    await spec.call('install', 'htop');
    await spec.dispatch();
    await spec.pass(11 * minutes);
    await spec.dispatch();
    await spec.pass(limits.applicationRunMs / 1_000);
    agent.applicationReply = () => ({ isAccepted: true });
    expect(await spec.call('retry', 'htop')).toMatchObject({ result: { nodes: 1 } });
    await spec.dispatch();
    expect(new Set(agent.runs.map(({ runId }) => runId)).size).toBe(2);
  });

  it('is asked again when nothing is heard of a running script, which it may have lost', async () => {
    const { agent } = await addAgent('forgetful');
    await spec.call('install', 'htop');
    await spec.dispatch();
    await spec.dispatch();
    expect(agent.runs).toHaveLength(1);
    await spec.pass(2 * minutes);
    await spec.dispatch();
    expect(agent.runs).toHaveLength(2);
    expect(agent.runs[0]).toEqual(agent.runs[1]);
    await spec.pass(46 * minutes);
    await spec.dispatch();
    expect(await onlyNode()).toMatchObject({
      ...{ state: 'failed' },
      message: expect.stringContaining('was silent for longer'),
    });
  });

  describe('and lost a running script', () => {
    const lose = async (): Promise<{ agent: FakeAgent; runId: string }> => {
      const { agent } = await addAgent('endless');
      await spec.call('install', 'htop');
      await spec.dispatch();
      await spec.pass(46 * minutes);
      await spec.dispatch();
      const runId = runIdOf(agent);
      const piece = { ...application(runId), offset: 0, data: Buffer.from('.') };
      expect(await agent.say('jobs.output', piece)).toEqual({ nextOffset: 1 });
      expect(await onlyNode()).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('was silent for longer'),
      });
      return { agent, runId };
    };

    it('locks nobody out by a byte of output', async () => {
      await lose();
      await spec.pass(limits.applicationRunMs / 1_000 + 3 * minutes);
      expect(await spec.call('retry', 'htop')).toMatchObject({ result: { nodes: 1 } });
    });

    it('is heard when it tells its end', async () => {
      const { agent, runId } = await lose();
      await agent.say('jobs.ended', endOf(runId, 0));
      expect(await onlyNode()).toMatchObject({ state: 'succeeded', installedVersion: '1.0' });
    });
  });

  it('that refuses one script is asked at once for what waited behind it, however long that was', async () => {
    const { agent } = await addAgent('choosy');
    await spec.call('install', 'htop');
    await spec.dispatch();
    await spec.call('install', 'tree');
    await spec.pass(20 * minutes);
    agent.applicationReply = () => ({ isAccepted: false, reason: 'AGENT_NEW_WORD: no.' });
    await spec.dispatch();
    agent.applicationReply = () => ({ isAccepted: true });
    await spec.dispatch();
    expect((await onlyNode('htop')).state).toBe('failed');
    expect((await onlyNode('tree')).state).toBe('running');
  });

  it('that says "later" is asked later, and says why', async () => {
    const { agent } = await addAgent('busy');
    agent.applicationReply = () => ({ isAccepted: false, reason: 'AGENT_APPLICATION_BUSY: wait.' });
    await spec.call('install', 'htop');
    await spec.dispatch();
    expect(await onlyNode()).toMatchObject({
      ...{ state: 'waiting', mayStillRun: false },
      message: expect.stringContaining('another application'),
    });
    agent.applicationReply = () => ({ isAccepted: true });
    await spec.dispatch();
    expect(agent.runs).toHaveLength(1);
    await spec.pass(11);
    await spec.dispatch();
    expect(await onlyNode()).toMatchObject({ state: 'running', message: '' });
  });

  it('that refuses in words of a later version has failed', async () => {
    const { agent } = await addAgent('later');
    agent.applicationReply = () => ({ isAccepted: false, reason: 'AGENT_NEW_WORD: no.' });
    await spec.call('install', 'htop');
    await spec.dispatch();
    expect(await onlyNode()).toMatchObject({
      state: 'failed',
      message: 'The host refused the script. Read the log of its agent.',
    });
  });
});

describe('a node that goes', () => {
  it('before it was asked fails, and may be retried at once when it is back', async () => {
    const { agent, node } = await addAgent('gone');
    await spec.call('install', 'htop');
    agent.close();
    await waitFor('the node to have no connection', async () => {
      const [row] = await spec.platform.query('SELECT connection_id FROM node');
      return row?.['connection_id'] === null;
    });
    await spec.dispatch();
    expect(agent.runs).toHaveLength(0);
    await spec.pass(11 * minutes);
    await spec.dispatch();
    expect(await onlyNode()).toMatchObject({
      ...{ state: 'failed', mayStillRun: false },
      message: expect.stringContaining('stayed offline'),
    });
    const again = await spec.connect(node);
    expect(await spec.call('retry', 'htop')).toMatchObject({ result: { nodes: 1 } });
    await spec.dispatch();
    expect(again.runs).toHaveLength(1);
  });

  it('while its script runs tells what it has when it is back', async () => {
    const { agent, node } = await addAgent('cut');
    await spec.call('install', 'htop');
    await spec.dispatch();
    const runId = runIdOf(agent);
    await agent.say('jobs.output', {
      ...application(runId),
      offset: 0,
      data: Buffer.from('one\n'),
    });
    agent.close();
    await spec.pass(20 * minutes);
    await spec.dispatch();
    expect(await onlyNode()).toMatchObject({ state: 'running' });
    const again = await spec.connect(node);
    // An agent that was killed begins anew, and is told how far the server is.
    const all = { ...application(runId), offset: 0, data: Buffer.from('one\ntwo\n') };
    expect(await again.say('jobs.output', all)).toEqual({ nextOffset: 8 });
    await again.say('jobs.ended', endOf(runId, 0));
    expect(await onlyNode()).toMatchObject({ state: 'succeeded', outputBytes: 8 });
  });

  it('goes on from where the server is, also with a run that nobody waits for any more', async () => {
    const { agent, node } = await addAgent('names-its-runs');
    await spec.call('install', 'htop');
    await spec.dispatch();
    const ref = application(runIdOf(agent));
    await agent.say('jobs.output', { ...ref, offset: 0, data: Buffer.from('one\n') });
    agent.close();
    const again = await spec.connect(node);
    const unknown = application('00000000-0000-4000-8000-000000000000');
    const named = [ref, unknown, application('no id')].map((run) => ({ ...run, isEnded: false }));
    expect((await again.hello({ jobs: named })).jobs).toEqual([
      { ...ref, action: 'continue', nextOffset: 4 },
      { ...unknown, action: 'continue', nextOffset: 0 },
      { ...application('no id'), action: 'continue', nextOffset: 0 },
    ]);
    await again.say('jobs.ended', {
      ...{ ...endOf(ref.jobId, 0), reason: 'lost', refusal: 'AGENT_APPLICATION_LATE' },
    });
    expect((await onlyNode()).message).toContain('was away for too long');
  });

  it('of the version before is heard by the events that it knows', async () => {
    const { agent } = await addAgent('older');
    await spec.call('install', 'htop');
    await spec.dispatch();
    const runId = runIdOf(agent);
    const sayAsBefore = agent.say.bind(agent) as (event: string, said: object) => Promise<unknown>;
    const piece = { runId, offset: 0, data: Buffer.from('one\n') };
    expect(await sayAsBefore('applications.output', piece)).toEqual({ nextOffset: 4 });
    await sayAsBefore('applications.ended', { runId, exitCode: 0, reason: 'exited' });
    expect(await onlyNode()).toMatchObject({ state: 'succeeded', outputBytes: 4 });
  });

  it('for good fails with that reason, and is in nobody’s way', async () => {
    const { agent, node } = await addAgent('deleted');
    await spec.call('install', 'htop');
    await spec.dispatch();
    await spec.platform.query('DELETE FROM node WHERE id = $1', [node.nodeId]);
    const { runId } = agent.runs[0]!;
    await agent.say('jobs.output', {
      ...application(runId),
      offset: 0,
      data: Buffer.from('late\n'),
    });
    await agent.say('jobs.ended', endOf(runId, 0));
    await spec.dispatch();
    expect(await spec.nodes('htop')).toMatchObject([
      { nodeId: null, nodeName: 'deleted', state: 'failed', message: 'The node was deleted.' },
    ]);
    await addAgent('other');
    expect(await spec.call('install', 'htop')).toMatchObject({ result: { nodes: 1 } });
    expect(await spec.nodes('htop')).toMatchObject([{ nodeName: 'other', state: 'waiting' }]);
  });
});

it('a server that is started again goes on with what was decided and what runs', async () => {
  const { agent, node } = await addAgent('stays');
  await spec.call('install', 'htop');
  await spec.dispatch();
  const { runId } = agent.runs[0]!;
  await spec.call('install', 'tree');
  agent.close();
  await spec.platform.restart();
  await spec.platform.get(NodePresence).start();
  const again = await spec.connect(node);
  await finish(again, runId, 0, 'done\n');
  await spec.dispatch();
  expect(again.runs).toMatchObject([{ name: 'tree' }]);
  expect(await spec.row('htop')).toMatchObject({ installStatus: 1 });
});
