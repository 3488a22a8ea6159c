import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { FakeAgent, FakeCredentials } from '@clusterdesk/tests/wire/fake-agent.js';
import {
  application,
  endOf,
  finish,
  SpecApplications,
} from '@clusterdesk/tests/features/applications-fixture.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const calls = endpoints.applications;
let spec: SpecApplications;
let one: FakeAgent;
let two: FakeAgent;
let ids: { one: FakeCredentials; two: FakeCredentials };

beforeAll(async () => {
  spec = await SpecApplications.open();
  await spec.write('htop');
  await spec.write('tmux', { type: 'terminal', kinds: ['desktop'], description: { cn: '终端' } });
  await spec.write('tree', { kinds: ['desktop', 'compute'] });
  ids = { one: await spec.addNode('node-1'), two: await spec.addNode('node-2') };
  one = await spec.connect(ids.one);
  two = await spec.connect(ids.two);
});
afterAll(() => spec.close());
beforeEach(async () => {
  await spec.clear();
  one.applicationReply = two.applicationReply = () => ({ isAccepted: true });
});

/** The answer of a host that allows its agent no applications. */
const refusal = (): { isAccepted: false; reason: string } => ({
  isAccepted: false,
  reason: 'AGENT_APPLICATIONS_NOT_ALLOWED: no.',
});

/** Installs on both nodes, where it has come to its end. */
async function install(name = 'htop'): Promise<void> {
  await spec.call('install', name);
  await spec.dispatch();
  await Promise.all([one, two].map((agent) => finish(agent, agent.runs.at(-1)!.runId, 0)));
}

describe('the list', () => {
  it('has the catalogue by name, with its filters and pages', async () => {
    const { result } = await spec.platform.call(spec.manager, calls.list, {});
    expect(result.data.map(({ name }) => name)).toEqual(['htop', 'tmux', 'tree']);
    expect(result.data[0]).toMatchObject({
      version: '1.0',
      type: 'tools',
      description: 'What htop does',
      descriptions: { cn: 'htop 的说明', en: 'What htop does' },
      installStatus: 0,
      message: '',
      nodes: { online: 2, installed: 0, failed: 0, working: 0 },
      targets: { install: 2, uninstall: 0, update: 0, retry: 0 },
    });
    // In the language there is.
    expect(result.data[1]).toMatchObject({ description: '终端', nodes: { online: 0 } });
    const names = async (input: object): Promise<[string[], number]> => {
      const page = (await spec.platform.call(spec.manager, calls.list, input)).result;
      return [page.data.map(({ name }) => name), page.total];
    };
    expect(await names({ type: 'terminal' })).toEqual([['tmux'], 1]);
    expect(await names({ name: 'T', type: 'tools' })).toEqual([['htop', 'tree'], 2]);
    expect(await names({ pageNo: 1, pageSize: 2 })).toEqual([['tree'], 3]);
    const types = await spec.platform.call(spec.manager, calls.types, {});
    expect(types.result).toEqual(['terminal', 'tools']);
  });

  it('is for nobody without the page', async () => {
    const stranger = await spec.platform.addUser('stranger', ['/desktopDot', '/calculateDot']);
    for (const call of Object.values(calls)) {
      const input = { name: 'htop', version: '1.0', nodeId: ids.one.nodeId, action: 'install' };
      expect(await spec.platform.call(stranger, call, input as never)).toMatchObject({ code: 403 });
    }
    const socket = await connectConsole(spec.platform.baseUrl, stranger.token);
    expect(await socket.ask('watch', { topic: 'applications' })).toBe(false);
    await spec.call('install', 'htop');
    const [node] = await spec.nodes('htop');
    expect(await socket.ask('watch', { topic: 'application-run', runId: node!.runId })).toBe(false);
    socket.close();
  });
});

describe('what is on a host', () => {
  it('is asked of agents by the names of programs, and told of each node', async () => {
    await spec.write('tree', { kinds: ['desktop', 'compute'], program: 'tree' });
    await spec.write('evil', { program: '../../bin/sh' });
    const credentials = await spec.addNode('node-3');
    const agent = await spec.connect(credentials);
    const programsOf = async () =>
      Object.fromEntries((await spec.nodes('tree')).map((node) => [node.nodeName, node.isOnHost]));
    // The catalogue is read anew after a moment.
    await waitFor('the question', async () => {
      const { programs } = await agent.hello({ allow: ['metrics', 'applications'] });
      return programs?.join(' ') === 'tree';
    });
    expect(await programsOf()).toEqual({ 'node-1': null, 'node-2': null, 'node-3': null });
    await agent.say('node.report-metrics', { samples: [], programs: { tree: true } });
    expect(await programsOf()).toEqual({ 'node-1': null, 'node-2': null, 'node-3': true });
    await agent.say('node.report-metrics', { samples: [], programs: { tree: false, other: true } });
    expect((await programsOf())['node-3']).toBe(false);
    // Who decides where to install it is told, too, and nothing of what no program was named for.
    const planned = async (name: string) =>
      (await spec.plan('install', name)).nodes.map(({ isOnHost }) => isOnHost);
    expect(await planned('tree')).toEqual([null, null, false]);
    expect(await planned('htop')).toEqual([null, null, null]);
    // Nobody asked for it by this application.
    expect((await spec.nodes('htop')).map(({ isOnHost }) => isOnHost)).toEqual([null, null, null]);
    await agent.stopReporting();
    agent.close();
    await spec.platform.query('DELETE FROM node WHERE id = $1', [credentials.nodeId]);
  });
});

describe('an installation', () => {
  it('runs on every online node of the kinds, and is 2 until all have ended, then 1', async () => {
    expect(await spec.call('install', 'htop')).toMatchObject({ result: { nodes: 2 } });
    expect(await spec.row('htop')).toMatchObject({ installStatus: 2, nodes: { working: 2 } });
    await spec.dispatch();
    expect(one.runs).toMatchObject([
      { name: 'htop', version: '1.0', action: 'install', script: 'echo install htop' },
    ]);
    expect((await spec.nodes('htop')).map(({ state }) => state)).toEqual(['running', 'running']);
    await finish(one, one.runs[0]!.runId, 0);
    expect(await spec.row('htop')).toMatchObject({ installStatus: 2, nodes: { working: 1 } });
    await finish(two, two.runs[0]!.runId, 0);
    expect(await spec.row('htop')).toMatchObject({
      ...{ installStatus: 1, message: '', nodes: { online: 2, installed: 2, working: 0 } },
      targets: { uninstall: 2, update: 2, retry: 0 },
    });
  });

  it('that failed somewhere says where and why, and only that is retried', async () => {
    await spec.call('install', 'htop');
    await spec.dispatch();
    await finish(one, one.runs[0]!.runId, 0);
    await finish(two, two.runs[0]!.runId, 100, 'no such package\n');
    expect(await spec.row('htop')).toMatchObject({
      installStatus: 0,
      message: 'Installing failed on 1 of 2 online nodes: The script failed. Its output says why.',
      targets: { retry: 1 },
    });
    expect(await spec.nodes('htop')).toMatchObject([
      { nodeName: 'node-1', state: 'succeeded', installedVersion: '1.0', exitCode: 0 },
      { nodeName: 'node-2', state: 'failed', installedVersion: null, exitCode: 100 },
    ]);
    expect(await spec.call('retry', 'htop')).toMatchObject({ result: { nodes: 1 } });
    await spec.dispatch();
    expect([one.runs.length, two.runs.length]).toEqual([1, 2]);
    await finish(two, two.runs[1]!.runId, 0);
    expect(await spec.row('htop')).toMatchObject({ installStatus: 1 });
    expect(await spec.call('retry', 'htop')).toMatchObject({ code: 409 });
  });

  it('is refused while nodes are at work, without a node, and for what is not in the catalogue', async () => {
    await spec.call('install', 'htop');
    for (const action of ['install', 'uninstall', 'update'] as const) {
      expect(await spec.call(action, 'htop')).toMatchObject({
        result: { error: 'APPLICATION_BUSY' },
      });
    }
    expect(await spec.call('install', 'tmux')).toMatchObject({
      result: { error: 'APPLICATION_NO_NODES' },
    });
    expect(await spec.call('update', 'tree')).toMatchObject({
      result: { error: 'APPLICATION_NO_NODES' },
    });
    expect(await spec.call('install', 'htop', '2.0')).toMatchObject({ code: 404 });
    expect(await spec.call('install', '../etc')).toMatchObject({ code: 400 });
  });

  it('of two that are asked for together is one', async () => {
    const answers = await Promise.all([
      spec.call('install', 'htop'),
      spec.call('install', 'htop'),
      spec.call('install', 'htop'),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    await spec.dispatch();
    expect([one.runs.length, two.runs.length]).toEqual([1, 1]);
  });

  it('asks a host for one script after the other, in the order of the decisions', async () => {
    await spec.call('install', 'htop');
    await spec.call('install', 'tree');
    await Promise.all([spec.dispatch(), spec.dispatch()]);
    expect(one.runs.map(({ name }) => name)).toEqual(['htop']);
    await finish(one, one.runs[0]!.runId, 0);
    await spec.dispatch();
    expect(one.runs.map(({ name }) => name)).toEqual(['htop', 'tree']);
    expect(two.runs.map(({ name }) => name)).toEqual(['htop']);
  });
});

describe('other actions', () => {
  it('uninstall removes it from where it is', async () => {
    await install();
    await spec.call('uninstall', 'htop');
    await spec.dispatch();
    expect(one.runs.at(-1)).toMatchObject({ action: 'uninstall', script: 'echo uninstall htop' });
    await finish(one, one.runs.at(-1)!.runId, 0);
    await finish(two, two.runs.at(-1)!.runId, 1);
    expect(await spec.row('htop')).toMatchObject({
      ...{ installStatus: 0, nodes: { installed: 1, failed: 1 } },
      targets: { uninstall: 1, update: 1, retry: 1 },
    });
  });

  it('uninstall means no host that refused to install it, and ends the word of that refusal', async () => {
    two.applicationReply = refusal;
    await spec.call('install', 'htop');
    await spec.dispatch();
    await finish(one, one.runs.at(-1)!.runId, 0);
    await waitFor('the refusal', async () => (await spec.row('htop')).nodes.failed === 1);
    expect(await spec.row('htop')).toMatchObject({ targets: { uninstall: 1, retry: 1 } });
    await spec.call('uninstall', 'htop');
    await spec.dispatch();
    expect(two.runs.map(({ action }) => action)).toEqual(['install']);
    await finish(one, one.runs.at(-1)!.runId, 0);
    expect(await spec.row('htop')).toMatchObject({
      ...{ message: '', nodes: { installed: 0, failed: 0 } },
      targets: { uninstall: 0, retry: 0 },
    });
  });

  it('an update that a host refuses, and so never ran, leaves the application installed', async () => {
    await install();
    one.applicationReply = refusal;
    await spec.call('update', 'htop');
    await spec.dispatch();
    await finish(two, two.runs.at(-1)!.runId, 0);
    expect(await spec.nodes('htop')).toMatchObject([
      {
        ...{ state: 'failed', installedVersion: '1.0', mayStillRun: false },
        message: expect.stringContaining('AGENT_ALLOW'),
      },
      { state: 'succeeded' },
    ]);
    expect(await spec.row('htop')).toMatchObject({ installStatus: 1, nodes: { failed: 1 } });
  });

  it('an update that ran and failed leaves it uncertain, and so not installed', async () => {
    await install();
    await spec.call('update', 'htop');
    await spec.dispatch();
    await finish(one, one.runs.at(-1)!.runId, 1);
    await finish(two, two.runs.at(-1)!.runId, 0);
    expect(await spec.row('htop')).toMatchObject({ installStatus: 0, nodes: { installed: 1 } });
  });

  it('a new version makes the nodes with the old one ready to be updated', async () => {
    await install('tree');
    await spec.write('tree', { version: '2.0', kinds: ['compute'] });
    await waitFor(
      'the catalogue to be read',
      async () => (await spec.row('tree')).version === '2.0',
    );
    expect(await spec.row('tree')).toMatchObject({
      ...{ installStatus: 0, nodes: { installed: 0, outdated: 2 }, targets: { update: 2 } },
      message: expect.stringContaining('another version'),
    });
    await spec.call('update', 'tree', '2.0');
    await spec.dispatch();
    await Promise.all([one, two].map((agent) => finish(agent, agent.runs.at(-1)!.runId, 0)));
    expect(await spec.row('tree')).toMatchObject({ installStatus: 1 });
  });
});

describe('output', () => {
  const read = async (offset = 0) =>
    (
      await spec.platform.call(spec.manager, calls.output, {
        ...{ name: 'htop', version: '1.0', nodeId: ids.one.nodeId, offset },
      })
    ).result;

  it('is read from where the page is, and told of live to who may', async () => {
    const socket = await connectConsole(spec.platform.baseUrl, spec.manager.token);
    const changes: string[] = [];
    const grown: unknown[] = [];
    socket.socket.on('applicationsChanged', ({ name }: { name: string }) => changes.push(name));
    socket.socket.on('applicationOutput', (event: unknown) => grown.push(event));
    expect(await socket.ask('watch', { topic: 'applications' })).toBe(true);
    await spec.call('install', 'htop');
    await waitFor('the news', () => changes.includes('htop'));
    await spec.dispatch();
    const { runId } = one.runs[0]!;
    expect(await socket.ask('watch', { topic: 'application-run', runId })).toBe(true);
    const text = '正在安装\n';
    for (let index = 0; index < 20; index += 1) {
      const offset = index * Buffer.byteLength(text);
      const piece = { ...application(runId), offset, data: Buffer.from(text) };
      expect(await one.say('jobs.output', piece)).toEqual({
        nextOffset: offset + Buffer.byteLength(text),
      });
      // Said twice, it is stored once.
      await one.say('jobs.output', piece);
    }
    await waitFor('the last hint', () =>
      grown.some((event) => (event as { nextOffset: number }).nextOffset === 20 * 13),
    );
    expect(grown.length).toBeLessThan(20);
    expect(await read()).toMatchObject({
      runId,
      offset: 0,
      text: text.repeat(20),
      isComplete: false,
    });
    expect(await read(19 * 13)).toMatchObject({ text, nextOffset: 20 * 13 });
    await one.say('jobs.ended', endOf(runId, 0));
    expect(await read(20 * 13)).toMatchObject({ text: '', isComplete: true });
    socket.close();
  });

  it('of an earlier run neither breaks nor joins the run that took its place', async () => {
    await spec.call('install', 'htop');
    await spec.dispatch();
    const { runId: earlier } = one.runs[0]!;
    await finish(one, earlier, 1, 'first\n');
    await spec.call('retry', 'htop');
    const late = { ...application(earlier), offset: 6, data: Buffer.from('late\n') };
    expect(await one.say('jobs.output', late)).toEqual({ nextOffset: 11 });
    await one.say('jobs.ended', endOf(earlier, 0));
    expect(await read()).toMatchObject({ text: '', isComplete: false });
    // Together with the decision that drops the run.
    await spec.dispatch();
    for (let round = 0; round < 10; round += 1) {
      const { runId } = one.runs.at(-1)!;
      await one.say('jobs.ended', endOf(runId, 1));
      await spec.platform.query(
        `UPDATE application_run SET state = 'failed', reason = 'NODE_LOST'`,
      );
      const said = Promise.all(
        [0, 5, 10].map((offset) =>
          one.say('jobs.output', { ...application(runId), offset, data: Buffer.from('12345') }),
        ),
      );
      const [answer] = await Promise.all([spec.call('retry', 'htop'), said]);
      expect([200, 409]).toContain(answer.code);
      await spec.pass(20);
      await spec.dispatch();
    }
  });

  it('of another node is nothing to an agent', async () => {
    await spec.call('install', 'htop');
    await spec.dispatch();
    const { runId } = one.runs[0]!;
    await two.say('jobs.output', {
      ...application(runId),
      offset: 0,
      data: Buffer.from('forged\n'),
    });
    await two.say('jobs.ended', endOf(runId, 0));
    expect(await read()).toMatchObject({ text: '', isComplete: false });
    expect((await spec.nodes('htop'))[0]).toMatchObject({ state: 'running' });
  });
});
