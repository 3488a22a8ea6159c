import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints, type HostSession } from '@clusterdesk/contracts';
import { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { NodePresence } from '../presence/node-presence.service.js';
import { DesktopSessionRepository } from './desktop-session.repository.js';

const { desktops, desktopSessions } = endpoints;
let platform: SpecPlatform;
let admin: SpecUser;
let alice: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    timings: { nodes: { sessionsRestMs: 100, reportsMs: 50 } },
  });
  admin = await platform.addUser('keeper', ['/desktopDot', '/onlineUser']);
  alice = await platform.addUser('alice');
  await platform.query(`UPDATE user_account SET real_name = 'Alice A' WHERE id = $1`, [alice.id]);
});
afterAll(() => platform.close());

const session = (key: string, more: Partial<HostSession> = {}): HostSession => ({
  key,
  kind: 'vnc',
  user: 'alice',
  display: ':1',
  since: Date.now() - 60_000,
  idleSince: null,
  ...more,
});

/** A desktop with an agent that is there and reports by hand. */
async function openDesktop(desktopName: string): Promise<{ id: string; agent: FakeAgent }> {
  const { result } = await platform.call(admin, desktops.add, { desktopName, lanIp: '10.1.1.1' });
  const token = /AGENT_TOKEN='([\w-]+)'/.exec(result.enrolment?.command ?? '')?.[1] ?? '';
  const agent = await FakeAgent.connect(
    platform.baseUrl,
    await FakeAgent.enrol(platform.baseUrl, token),
  );
  await agent.hello({ allow: ['metrics', 'sessions'] });
  agent.keepReporting();
  return { id: result.id, agent };
}

const list = async (search = '') =>
  (await platform.call(admin, desktopSessions.list, { search })).result;

describe('desktop sessions', () => {
  it('are listed with user, desktop, display and times, and keep their ids while they last', async () => {
    const { id, agent } = await openDesktop('listed_one');
    const since = Date.now() - 3_600_000;
    const idleSince = Date.now() - 600_000;
    await agent.say('sessions.report', {
      sessions: [
        session('a', { since, idleSince }),
        session('b', { user: 'localonly', display: ':2' }),
      ],
    });
    const { data, totalRow } = await list('listed_one');
    expect(totalRow).toBe(2);
    expect(data).toContainEqual(
      expect.objectContaining({
        id: alice.id,
        userName: 'alice',
        realName: 'Alice A',
        desktopName: 'listed_one',
        lanIp: '10.1.1.1',
        wanIp: '',
        display: ':1',
        idleSince: expect.stringMatching(/^\d{4}-/),
      }),
    );
    expect(data).toContainEqual(expect.objectContaining({ id: null, userName: 'localonly' }));
    await agent.say('sessions.report', { sessions: [session('a', { since }), session('c')] });
    const after = await list('listed_one');
    const idOf = (rows: typeof data, display: string, begun: string) =>
      rows.find((row) => row.display === display && row.since === begun)?.sessionId;
    const begun = data.find(({ userName }) => userName === 'alice')?.since ?? '';
    expect(idOf(after.data, ':1', begun)).toBe(idOf(data, ':1', begun));
    expect(
      (await platform.call(admin, desktops.info, { desktopId: id })).result.onLineUsers,
    ).toEqual([{ id: alice.id, userName: 'alice' }]);
    agent.close();
  });

  it('come by pages from 1, the newest first', async () => {
    const { agent } = await openDesktop('paged_one');
    const sessions = Array.from({ length: 25 }, (_, index) =>
      session(`s${String(index)}`, {
        display: `:${String(index)}`,
        since: Date.now() - index * 1000,
      }),
    );
    await agent.say('sessions.report', { sessions });
    const page = async (currentPage: number) =>
      (
        await platform.call(admin, desktopSessions.list, {
          currentPage,
          pageSize: 10,
          search: 'paged_one',
        })
      ).result;
    expect((await page(1)).data.map(({ display }) => display)).toEqual(
      sessions.slice(0, 10).map(({ display }) => display),
    );
    expect((await page(3)).data).toHaveLength(5);
    expect((await page(3)).totalRow).toBe(25);
    expect(await platform.call(admin, desktopSessions.list, { currentPage: 0 })).toMatchObject({
      code: 400,
    });
    agent.close();
  });

  it('push one event to those who watch, and none to those who may not', async () => {
    const { agent } = await openDesktop('watched_one');
    const page = await connectConsole(platform.baseUrl, admin.token);
    const stranger = await connectConsole(platform.baseUrl, alice.token);
    expect(await page.ask('watch', { topic: 'desktop-sessions' })).toBe(true);
    expect(await stranger.ask('watch', { topic: 'desktop-sessions' })).toBe(false);
    expect(await stranger.ask('watch', { topic: 'nodes', kind: 'desktop' })).toBe(false);
    const heard = new Promise((resolve) => page.socket.once('desktopSessionsChanged', resolve));
    await agent.say('sessions.report', { sessions: [session('w')] });
    await heard;
    page.close();
    stranger.close();
    agent.close();
  });

  it('of a desktop that is away are not listed, and the desktop is named', async () => {
    const { agent } = await openDesktop('away_one');
    await agent.say('sessions.report', { sessions: [session('x')] });
    const before = await list('away_one');
    expect(before.totalRow).toBe(1);
    expect(before.away).not.toContain('away_one');
    await agent.stopReporting();
    agent.close();
    await platform.query(
      `UPDATE node SET last_seen_at = now() - interval '1 minute' WHERE name = 'away_one'`,
    );
    await platform.get(NodePresence).look();
    await waitFor('the desktop is away', async () => (await list('away_one')).totalRow === 0);
    expect((await list()).away).toContain('away_one');
  });

  it('that are others with each report are stored now and then, and the last in the end', async () => {
    const { id, agent } = await openDesktop('restless_one');
    const replace = jest.spyOn(platform.get(DesktopSessionRepository), 'replace');
    const report = (turn: number) =>
      agent.say('sessions.report', {
        sessions: Array.from({ length: 20 }, (_, index) => session(`t${turn}-${index}`)),
      });
    await report(1);
    await Promise.all([2, 3, 4, 5].map(report));
    expect(replace).toHaveBeenCalledTimes(2);
    const [row] = await platform.query(
      `SELECT count(*)::int AS count, bool_and(session_key LIKE 't5-%') AS is_last FROM desktop_session
       WHERE node_id = $1`,
      [id],
    );
    expect(row).toEqual({ count: 20, is_last: true });
    replace.mockRestore();
    agent.close();
  });

  it('that a compute node reports are passed over', async () => {
    const [node] = await platform.query(
      `INSERT INTO node (kind, name) VALUES ('compute', 'no-desk') RETURNING id`,
    );
    const hosts = await platform.addUser('hosts', ['/calculateDot']);
    const { result } = await platform.call(hosts, endpoints.calculations.enrol, {
      id: String(node?.['id']),
    });
    const token = /AGENT_TOKEN='([\w-]+)'/.exec(result.command)?.[1] ?? '';
    const agent = await FakeAgent.connect(
      platform.baseUrl,
      await FakeAgent.enrol(platform.baseUrl, token),
    );
    await agent.hello();
    await agent.say('sessions.report', { sessions: [session('y')] });
    expect((await list('no-desk')).totalRow).toBe(0);
    agent.close();
  });
});

describe('closing', () => {
  it('one session asks its host only for that, and answers when it is gone', async () => {
    const { agent } = await openDesktop('closing_one');
    await agent.say('sessions.report', {
      sessions: [session('k1'), session('k2', { display: ':2' })],
    });
    const { data } = await list('closing_one');
    const first = data.find(({ display }) => display === ':1');
    const answer = await platform.call(admin, desktopSessions.close, {
      userId: alice.id,
      sessionId: first?.sessionId ?? '',
    });
    expect(answer.result).toEqual({ closed: 1 });
    expect(agent.closings).toEqual([{ keys: ['k1'] }]);
    expect((await list('closing_one')).data).toMatchObject([{ display: ':2' }]);
    agent.close();
  });

  it('all sessions of a user ends them on every desktop, and nobody else’s', async () => {
    const bert = await platform.addUser('bert');
    const [one, two] = await Promise.all([openDesktop('all_one'), openDesktop('all_two')]);
    await one.agent.say('sessions.report', {
      sessions: [session('b1', { user: 'bert' }), session('o1', { user: 'other' })],
    });
    await two.agent.say('sessions.report', { sessions: [session('b2', { user: 'bert' })] });
    const answer = await platform.call(admin, desktopSessions.close, { userId: bert.id });
    expect(answer.result).toEqual({ closed: 2 });
    expect(one.agent.closings).toEqual([{ keys: ['b1'] }]);
    expect(two.agent.closings).toEqual([{ keys: ['b2'] }]);
    const rows = await platform.query(
      `SELECT target_name AS name, details FROM audit_log WHERE method_name = '/idw/closeDesktop' AND target_name = 'bert'`,
    );
    expect(rows).toHaveLength(2);
    one.agent.close();
    two.agent.close();
  });

  it('is code 503 where the host does not answer, could not, or is away, and the session stays listed', async () => {
    const { id, agent } = await openDesktop('stubborn_one');
    await agent.say('sessions.report', { sessions: [session('z')] });
    const sessionId = (await list('stubborn_one')).data[0]?.sessionId ?? '';
    agent.closeReply = ({ keys }) => ({ closed: [], left: keys });
    expect(await platform.call(admin, desktopSessions.close, { sessionId })).toMatchObject({
      code: 503,
      result: { error: 'DESKTOP_SESSIONS_LEFT' },
    });
    expect((await list('stubborn_one')).totalRow).toBe(1);
    agent.close();
    await waitFor('nobody holds the connection', async () => {
      const [row] = await platform.query('SELECT connection_id FROM node WHERE id = $1', [id]);
      return row?.['connection_id'] === null;
    });
    expect(await platform.call(admin, desktopSessions.close, { sessionId })).toMatchObject({
      code: 503,
      result: { error: 'DESKTOP_AGENT_AWAY' },
    });
  });

  it('of nobody, of a session that is over, or of somebody else’s is refused', async () => {
    const { agent } = await openDesktop('refusing_one');
    await agent.say('sessions.report', { sessions: [session('r', { user: 'other' })] });
    const sessionId = (await list('refusing_one')).data[0]?.sessionId ?? '';
    expect(await platform.call(admin, desktopSessions.close, {})).toMatchObject({ code: 400 });
    for (const input of [
      { userId: 'a0000000-0000-4000-8000-000000000000' },
      { sessionId: 'no-id' },
      { userId: alice.id, sessionId },
    ]) {
      expect(await platform.call(admin, desktopSessions.close, input)).toMatchObject({
        code: 404,
        result: { error: 'DESKTOP_SESSION_NOT_FOUND' },
      });
    }
    expect(agent.closings).toEqual([]);
    agent.close();
  });

  it('of one desktop are shown to who may end them, and others see their own', async () => {
    const { id, agent } = await openDesktop('shown_one');
    const { agent: another } = await openDesktop('another_one');
    const mine = { since: Date.now() - 60_000 };
    await agent.say('sessions.report', {
      sessions: [session('m', mine), session('n', { user: 'other', since: Date.now() })],
    });
    await another.say('sessions.report', { sessions: [session('o')] });
    const watcher = await platform.addUser('watcher', ['/platformMonitoring']);
    const ender = await platform.addUser('ender', ['/platformMonitoring', '/onlineUser']);
    const told = async (user: SpecUser, nodeId = id) => {
      const { result } = await platform.call(user, desktopSessions.onHost, { nodeId });
      return { names: result.sessions.map(({ userName }) => userName), count: result.count };
    };
    expect(await told(ender)).toEqual({ names: ['other', 'alice'], count: 2 });
    expect(await told(watcher)).toEqual({ names: [], count: 2 });
    await platform.query(`UPDATE user_account SET user_name = 'other' WHERE id = $1`, [watcher.id]);
    expect(await told(watcher)).toEqual({ names: ['other'], count: 2 });
    expect(await told(ender, 'nonsense')).toEqual({ names: [], count: 0 });
    const refused = await platform.call(admin, desktopSessions.onHost, { nodeId: id });
    expect(refused.code).toBe(403);
    agent.close();
    another.close();
  });

  it('and listing is for who has the page', async () => {
    const keeper = await platform.addUser('desks', ['/desktopDot']);
    for (const user of [alice, keeper]) {
      expect(await platform.call(user, desktopSessions.list, {})).toMatchObject({ code: 403 });
      expect(await platform.call(user, desktopSessions.close, { userId: alice.id })).toMatchObject({
        code: 403,
      });
    }
    expect(await platform.call(null, desktopSessions.list, {})).toMatchObject({ code: 401 });
  });
});
