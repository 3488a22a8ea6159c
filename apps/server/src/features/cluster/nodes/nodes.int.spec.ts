import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import {
  adminPassword,
  SpecPlatform,
  type SpecUser,
} from '@clusterdesk/tests/server/spec-platform.js';
import { encryptPassword } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { HostHistories } from '../monitoring/host-history.service.js';
import { MetricRepository } from '../monitoring/metric.repository.js';

const { desktops, calculations, sessions } = endpoints;
let platform: SpecPlatform;
let admin: SpecUser;
let alice: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  admin = await platform.addUser('keeper', [
    '/myDoc',
    '/desktopDot',
    '/calculateDot',
    '/onlineUser',
  ]);
  [alice, bob] = await Promise.all([platform.addUser('alice'), platform.addUser('bob')]);
});
afterAll(() => platform.close());

const desktop = { desktopName: 'd1', lanIp: '10.0.0.1' };
let count = 0;
async function addDesktop(more: Record<string, unknown> = {}) {
  count += 1;
  const input = { ...desktop, desktopName: `desk_${String(count)}x`, ...more };
  const { result } = await platform.call(admin, desktops.add, input);
  return { ...result, name: input.desktopName };
}
async function addCompute(more: Record<string, unknown> = {}) {
  count += 1;
  const input = { calculationName: `host-${String(count)}x`, lanIp: '10.0.0.2', ...more };
  const { result } = await platform.call(admin, calculations.add, input);
  return { ...result, name: input.calculationName };
}
const infoOf = async (desktopId: string) =>
  (await platform.call(admin, desktops.info, { desktopId })).result;
const tokenOf = (command: string): string => /AGENT_TOKEN='([\w-]{43})'/.exec(command)?.[1] ?? '';

describe('a desktop node', () => {
  it('is added with the documented defaults and an enrolment command that is shown once', async () => {
    const { id, enrolment } = await addDesktop({ desktopName: 'first_one' });
    expect(enrolment?.command).toContain(`${platform.baseUrl}/agent/install.sh`);
    // The caller is on the server's own host, which listens nowhere else.
    expect(enrolment).toMatchObject({
      origin: platform.baseUrl,
      isOriginGuessed: true,
      others: [],
    });
    expect(tokenOf(enrolment?.command ?? '')).not.toBe('');
    const info = await infoOf(id);
    expect(info).toMatchObject({
      desktopName: 'first_one',
      desktopPort: 300,
      desktopUrl: '--',
      online: true,
      state: 1,
      onLineUsers: [],
      agent: { state: 'invited' },
    });
    expect(JSON.stringify(info)).not.toContain(tokenOf(enrolment?.command ?? ''));
  });

  it.each([
    ['desk.example.org', 300, 'desk.example.org:300/main/home'],
    ['203.0.113.7', 0, '203.0.113.7:0/main/home'],
    ['desk.example.org', 65_535, 'desk.example.org:65535/main/home'],
  ])('with the WAN address %s and port %d is at %s', async (wanIp, desktopPort, url) => {
    const { id } = await addDesktop({ wanIp, desktopPort });
    expect((await infoOf(id)).desktopUrl).toBe(url);
  });

  it.each([
    ['desktopName', ''],
    ['desktopName', '1desk'],
    ['desktopName', 'desk-1'],
    ['desktopName', '桌面'],
    ['desktopName', `d${'x'.repeat(64)}`],
    ['lanIp', ''],
    ['lanIp', '10.0.0'],
    ['lanIp', '10.0.0.256'],
    ['lanIp', '10.0.0.1.'],
    ['lanIp', '010.0.0.1'],
    ['lanIp', 'fe80::1'],
    ['wanIp', 'ab'],
    ['wanIp', `${'a'.repeat(64)}.example.org`],
    ['wanIp', `${'a.'.repeat(126)}abcd`],
    ['wanIp', '-a.example.org'],
    ['wanIp', 'a..example.org'],
    ['wanIp', '203.0.113.300'],
    ['wanIp', 'http://desk.example.org'],
    ['wanIp', 'desk.example.org/path'],
    ['desktopPort', -1],
    ['desktopPort', 65_536],
    ['desktopPort', 1.5],
    ['desktopPort', 'ssh'],
    ['desktopDescribe', 'x'.repeat(101)],
  ])('is refused with the %s %j', async (field, value) => {
    const answer = await platform.call(admin, desktops.add, {
      ...desktop,
      desktopName: 'refused',
      [field]: value,
    });
    expect(answer).toMatchObject({
      success: false,
      code: 400,
      result: { fields: { [field]: expect.any(String) } },
    });
    expect((await platform.call(admin, desktops.list, { search: 'refused' })).result).toEqual([]);
  });

  it.each([
    ['wanIp', 'a.b'],
    ['wanIp', `${'a'.repeat(63)}.example.org`],
    ['wanIp', `${'a.'.repeat(126)}abc`],
    ['desktopDescribe', 'x'.repeat(100)],
    ['desktopPort', '443'],
  ])('may have the %s %j', async (field, value) => {
    const { id } = await addDesktop({ [field]: value });
    expect(id).toEqual(expect.any(String));
  });

  it('has a name that no other desktop has, nor one that looks the same', async () => {
    await addDesktop({ desktopName: 'Twin_one' });
    for (const desktopName of ['Twin_one', 'twin_one', 'twin_0ne']) {
      const answer = await platform.call(admin, desktops.add, { ...desktop, desktopName });
      expect(answer).toMatchObject({ code: 409, result: { error: 'NODE_NAME_TAKEN' } });
    }
  });

  it('added twenty times at once with one name is there once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        platform.call(admin, desktops.add, { ...desktop, desktopName: 'only_one' }),
      ),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });

  it('is edited: what is left out stays, what is sent back from a list is passed over', async () => {
    const { id, name } = await addDesktop({
      wanIp: 'a.example.org',
      desktopDescribe: 'old',
      userInfos: [{ id: alice.id }],
    });
    const row = await infoOf(id);
    const { result } = await platform.call(admin, desktops.add, {
      ...row,
      desktopDescribe: 'new',
      online: false,
      userInfos: undefined,
    });
    expect(result).toEqual({ id, enrolment: null });
    await platform.call(admin, desktops.add, { id, desktopName: name, lanIp: '10.0.0.9' });
    expect(await infoOf(id)).toMatchObject({
      lanIp: '10.0.0.9',
      wanIp: 'a.example.org',
      desktopDescribe: 'new',
      userInfos: [{ userName: 'alice' }],
      online: true,
    });
  });

  it('that is not there, or is of the other kind, is not found by any call', async () => {
    const compute = await addCompute();
    for (const id of [compute.id, 'a0000000-0000-4000-8000-000000000000', 'no-id']) {
      for (const answer of [
        await platform.call(admin, desktops.info, { desktopId: id }),
        await platform.call(admin, desktops.add, { ...desktop, id }),
        await platform.call(admin, desktops.remove, { id }),
        await platform.call(admin, desktops.enrol, { id }),
        await platform.call(admin, desktops.revoke, { id }),
      ]) {
        expect(answer).toMatchObject({ code: 404, result: { error: 'NODE_NOT_FOUND' } });
      }
    }
  });
});

describe('assignment', () => {
  it('shows users their desktops and leads them there with a single-use code', async () => {
    const { id } = await addDesktop({
      desktopName: 'mine_here',
      wanIp: 'mine.example.org',
      userInfos: [{ id: alice.id }],
    });
    const own = await platform.call(alice, desktops.mine, {});
    const openUrl = 'http://mine.example.org:300/main/home';
    expect(own.result).toContainEqual(
      expect.objectContaining({ id, openUrl, online: true, trouble: '' }),
    );
    expect((await platform.call(bob, desktops.mine, {})).result).toEqual([]);
    const jump = await platform.call(alice, sessions.jumpTarget, { url: openUrl });
    expect(jump.result.url).toMatch(/^http:\/\/mine\.example\.org:300\/main\/home\?code=[\w-]+$/);
    for (const stranger of [bob, admin]) {
      const refused = await platform.call(stranger, sessions.jumpTarget, { url: openUrl });
      expect(refused).toMatchObject({ success: false, code: 404 });
    }
    await platform.call(admin, desktops.add, {
      id,
      desktopName: 'mine_here',
      lanIp: '10.0.0.1',
      userInfos: [{ id: bob.id }],
    });
    expect(await platform.call(alice, sessions.jumpTarget, { url: openUrl })).toMatchObject({
      code: 404,
    });
    expect((await platform.call(bob, desktops.mine, {})).result).toHaveLength(1);
  });

  it('comes with what is wrong with its host', async () => {
    const dave = await platform.addUser('dave');
    const { id } = await addDesktop({ desktopName: 'far_one', userInfos: [{ id: dave.id }] });
    const trouble = async () =>
      (await platform.call(dave, desktops.mine, {})).result.find((own) => own.id === id)?.trouble;
    expect(await trouble()).toBe('');
    await platform.query('UPDATE node SET last_seen_at = now(), is_online = true WHERE id = $1', [
      id,
    ]);
    const figures = (cuts: number, agoMs: number) => ({
      ...{ nodeId: id, time: Math.floor((Date.now() - agoMs) / 60_000) * 60_000, load: 1 },
      ...{ networkIn: null, networkOut: null, disks: [] },
      reach: { roundTripMs: 900, clockOffMs: 0, cuts },
    });
    await platform.get(HostHistories).store([figures(1, 60_000), figures(2, 120_000)]);
    expect(await trouble()).toBe(
      'Lost its connection to the platform 3 times in the last hour. Slow connection to the platform: 900 ms there and back.',
    );
    await platform.query('UPDATE node SET is_online = false WHERE id = $1', [id]);
    expect(await trouble()).toMatch(
      /^Offline, last heard from at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.$/,
    );
  });

  it('tells each of its users once that it is theirs, and who gave it to himself not', async () => {
    const erin = await platform.addUser('erin');
    const told = async (user: SpecUser): Promise<unknown[]> =>
      (await platform.call(user, endpoints.notifications.list, {})).result.content
        .filter(({ kind }) => kind === 'cluster.desktop-assigned')
        .map(({ payload }) => payload);
    const { id, name } = await addDesktop({ userInfos: [{ id: erin.id }] });
    const again = { id, desktopName: name, lanIp: '10.0.0.1' };
    for (const users of [[erin], [erin, admin], []]) {
      const userInfos = users.map((user) => ({ id: user.id }));
      const saved = await platform.call(admin, desktops.add, { ...again, userInfos });
      expect(saved).toMatchObject({ code: 200 });
    }
    expect(await told(erin)).toEqual([{ desktopName: name }]);
    expect(await told(admin)).toEqual([]);
  });

  it('to somebody who does not exist changes nothing', async () => {
    const { id, name } = await addDesktop({ userInfos: [{ id: alice.id }] });
    for (const strange of ['a0000000-0000-4000-8000-000000000000', 'nobody']) {
      const answer = await platform.call(admin, desktops.add, {
        id,
        desktopName: name,
        lanIp: '10.9.9.9',
        userInfos: [{ id: bob.id }, { id: strange }],
      });
      expect(answer).toMatchObject({ code: 400, result: { error: 'DESKTOP_USER_UNKNOWN' } });
    }
    expect(await infoOf(id)).toMatchObject({
      lanIp: '10.0.0.1',
      userCount: 1,
      userInfos: [{ userName: 'alice' }],
    });
  });

  it('ends with the user and with the desktop', async () => {
    const carol = await platform.addUser('carol');
    const { id } = await addDesktop({ userInfos: [{ id: carol.id }] });
    await platform.call(admin, desktops.remove, { id });
    expect((await platform.call(carol, desktops.mine, {})).result).toEqual([]);
    const second = await addDesktop({ userInfos: [{ id: carol.id }] });
    await platform.query('DELETE FROM user_account WHERE id = $1', [carol.id]);
    expect(await infoOf(second.id)).toMatchObject({ userCount: 0, userInfos: [] });
  });
});

describe('the address and the users of a desktop', () => {
  const root: SpecUser = { id: '', name: 'admin', token: '', home: '' };
  let delegate: SpecUser;
  beforeAll(async () => {
    const { result } = await platform.call(null, sessions.login, {
      loginName: 'admin',
      password: await encryptPassword(platform.baseUrl, adminPassword),
    });
    Object.assign(root, { id: result.user.id, token: result.token });
    delegate = await platform.addUser('delegate', ['/desktopDot']);
  });
  const inUse = async (users: readonly SpecUser[]) => {
    count += 1;
    const input = {
      desktopName: `used_${String(count)}x`,
      lanIp: '10.0.0.1',
      wanIp: 'desk.example.org',
      userInfos: users.map(({ id }) => ({ id })),
    };
    const { result } = await platform.call(root, desktops.add, input);
    return { ...input, id: result.id };
  };

  it.each([
    ['another address', () => ({ wanIp: 'evil.example' })],
    ['another port', () => ({ desktopPort: 18_999 })],
    ['another scheme', () => ({ https: true })],
    ['no address', () => ({ wanIp: '' })],
    ['one more user', () => ({ userInfos: [{ id: alice.id }, { id: root.id }] })],
    ['no users', () => ({ userInfos: [] })],
  ])('are not set by who holds less than a user of it: %s', async (_, more) => {
    const { userInfos, ...kept } = await inUse([alice]);
    const before = await infoOf(kept.id);
    const answer = await platform.call(delegate, desktops.add, {
      ...kept,
      lanIp: '10.9.9.9',
      ...more(),
    });
    expect(answer).toMatchObject({ code: 403, result: { error: 'DESKTOP_GIVER' } });
    expect(await infoOf(kept.id)).toEqual(before);
    // What is no part of it is his to edit, also when the form sends the rest as it was.
    const rest = { ...kept, userInfos, desktopDescribe: 'third floor' };
    expect(await platform.call(delegate, desktops.add, rest)).toMatchObject({ code: 200 });
  });

  it('are not set together with a new one either, where a user of it holds more', async () => {
    const input = { ...desktop, desktopName: 'trap_1', wanIp: 'evil.example' };
    for (const { id } of [root, alice]) {
      const answer = await platform.call(delegate, desktops.add, { ...input, userInfos: [{ id }] });
      expect(answer).toMatchObject({ code: 403, result: { error: 'DESKTOP_GIVER' } });
    }
    const { result } = await platform.call(root, desktops.list, { search: 'trap_1' });
    expect(result).toEqual([]);
    const of = (user: SpecUser) => ({ ...input, userInfos: [{ id: user.id }] });
    expect(await platform.call(delegate, desktops.add, of(delegate))).toMatchObject({ code: 200 });
  });

  it('are set by who holds all that its users hold, and its users are told of the address', async () => {
    const used = await inUse([alice, bob]);
    const moved = { ...used, wanIp: 'new.example.org', https: true };
    expect(await platform.call(admin, desktops.add, moved)).toMatchObject({ code: 200 });
    for (const user of [alice, bob]) {
      const { result } = await platform.call(user, endpoints.notifications.list, {});
      const told = result.content.filter(({ kind }) => kind === 'cluster.desktop-moved');
      expect(told.map(({ payload }) => payload)).toEqual([
        { desktopName: used.desktopName, openUrl: 'https://new.example.org:300/main/home' },
      ]);
    }
  });

  it('are https by themselves at port 443, and stay what somebody chose', async () => {
    const { id, name } = await addDesktop({ wanIp: 'a.example.org', desktopPort: 443 });
    expect(await infoOf(id)).toMatchObject({ https: true, allowFiles: false });
    const edited = { ...desktop, id, desktopName: name, https: false };
    expect(await platform.call(admin, desktops.add, edited)).toMatchObject({ code: 200 });
    expect(await infoOf(id)).toMatchObject({ https: false, desktopPort: 443 });
  });

  it('open the files of its users when a system administrator says so, and nobody else', async () => {
    const { id, desktopName } = await inUse([]);
    const edited = { ...desktop, id, desktopName, allowFiles: true };
    for (const input of [edited, { ...desktop, desktopName: 'open_files', allowFiles: true }]) {
      const answer = await platform.call(admin, desktops.add, input);
      expect(answer).toMatchObject({ code: 403, result: { error: 'DESKTOP_FILES' } });
    }
    expect(await platform.call(root, desktops.add, edited)).toMatchObject({ code: 200 });
    const kept = { ...desktop, id, desktopName, desktopDescribe: 'x', allowFiles: true };
    expect(await platform.call(admin, desktops.add, kept)).toMatchObject({ code: 200 });
    expect(await infoOf(id)).toMatchObject({ allowFiles: true });
  });
});

describe('a compute node', () => {
  it('is listed with its queues and found by a part of its name', async () => {
    const { id, name } = await addCompute({ calculationDescribe: 'rack 7' });
    await platform.query(
      `WITH queue AS (INSERT INTO compute_queue (queue_name) VALUES ('q_of_node') RETURNING id)
       INSERT INTO compute_queue_node (queue_id, node_id, cpus) SELECT id, $1, 2 FROM queue`,
      [id],
    );
    const { result } = await platform.call(admin, calculations.list, { calculationName: 'RACK 7' });
    expect(result).toEqual([
      expect.objectContaining({ id, calculationName: name, queues: ['q_of_node'], cpus: null }),
    ]);
    expect(
      (await platform.call(admin, calculations.list, { calculationName: '%' })).result,
    ).toEqual([]);
  });

  it('says how much of its processors was used a moment ago, and nothing where that is not known', async () => {
    const { id } = await addCompute({ calculationDescribe: 'rack 9' });
    const quiet = await addCompute({ calculationDescribe: 'rack 9' });
    const sampled = (nodeId: string, secondsAgo: number, cpu: number) => ({
      ...{ nodeId, cpu, mem: 50 },
      time: Date.now() - secondsAgo * 1_000,
    });
    await platform
      .get(MetricRepository)
      .storeSamples([sampled(id, 4, 10), sampled(id, 2, 42.5), sampled(quiet.id, 60, 90)]);
    const { result } = await platform.call(admin, calculations.list, { calculationName: 'rack 9' });
    const used = new Map(result.map((node) => [node.id, node.cpuUsed]));
    expect([used.get(id), used.get(quiet.id)]).toEqual([42.5, null]);
  });

  it.each(['', '-a', 'a b', 'a/b', 'x'.repeat(65), 'a\u202eb'])(
    'is refused with the name %j, by the look-up too',
    async (calculationName) => {
      for (const answer of [
        await platform.call(admin, calculations.findName, { calculationName }),
        await platform.call(admin, calculations.add, { calculationName, lanIp: '10.0.0.1' }),
      ]) {
        expect(answer).toMatchObject({ success: false, code: 400 });
      }
    },
  );

  it.each([
    ['lanIp', ''],
    ['lanIp', '10.0.0'],
    ['lanIp', '10.0.0.256'],
    ['lanIp', '10.0.0.1.'],
    ['lanIp', '010.0.0.1'],
    ['lanIp', 'fe80::1'],
    ['lanIp', 'calc.example.org'],
    ['calculationDescribe', 'x'.repeat(101)],
  ])('is refused with the %s %j, new and known', async (field, value) => {
    const { id, name } = await addCompute({ calculationDescribe: 'rack 8' });
    for (const more of [{}, { id }]) {
      const answer = await platform.call(admin, calculations.add, {
        ...{ calculationName: 'refused-host', lanIp: '10.0.0.3', [field]: value },
        ...more,
      });
      expect(answer).toMatchObject({
        code: 400,
        result: { fields: { [field]: expect.any(String) } },
      });
    }
    const info = (await platform.call(admin, calculations.info, { calculationId: id })).result;
    expect(info).toMatchObject({
      ...{ calculationName: name, lanIp: '10.0.0.2', calculationDescribe: 'rack 8' },
    });
  });

  it('is looked up by name: taken for others, free for itself', async () => {
    const { id, name } = await addCompute();
    const taken = await platform.call(admin, calculations.findName, {
      calculationName: name.toUpperCase(),
    });
    expect(taken).toMatchObject({ success: false, code: 409 });
    const own = await platform.call(admin, calculations.findName, { calculationName: name, id });
    expect(own.success).toBe(true);
  });

  it('is not deleted while a job runs there', async () => {
    const { id } = await addCompute();
    await platform.query(
      `INSERT INTO script_job (queue_name, user_name, job_name, script, work_dir, cpus, status, node_id)
       VALUES ('q', 'alice', 'j', 'true', '/', 1, 'RUNNING', $1)`,
      [id],
    );
    expect(await platform.call(admin, calculations.remove, { id })).toMatchObject({
      code: 409,
      result: { error: 'NODE_BUSY' },
    });
    await platform.query(`UPDATE script_job SET status = 'COMPLETED' WHERE node_id = $1`, [id]);
    expect((await platform.call(admin, calculations.remove, { id })).success).toBe(true);
  });
});

describe('the agent of a node', () => {
  it('enrols once, is known as connected, and is told by the list', async () => {
    const { id, enrolment } = await addDesktop();
    const token = tokenOf(enrolment?.command ?? '');
    const agent = await FakeAgent.connect(
      platform.baseUrl,
      await FakeAgent.enrol(platform.baseUrl, token),
    );
    await agent.hello({ hostname: 'real-name', agentVersion: '1.2.3' });
    const { agent: told } = await infoOf(id);
    expect(told).toMatchObject({ state: 'connected', hostname: 'real-name', version: '1.2.3' });
    await expect(FakeAgent.enrol(platform.baseUrl, token)).rejects.toThrow();
    agent.close();
  });

  it('is shut out when it is revoked, and comes back with a new command only', async () => {
    const { id, enrolment } = await addCompute();
    const credentials = await FakeAgent.enrol(platform.baseUrl, tokenOf(enrolment?.command ?? ''));
    const agent = await FakeAgent.connect(platform.baseUrl, credentials);
    await agent.hello();
    const isCut = new Promise((resolve) => agent.socket.once('disconnect', resolve));
    await platform.call(admin, calculations.revoke, { id });
    await isCut;
    await expect(FakeAgent.connect(platform.baseUrl, credentials)).rejects.toThrow();
    const read = async () =>
      (await platform.call(admin, calculations.info, { calculationId: id })).result.agent.state;
    expect(await read()).toBe('revoked');
    const invited = await platform.call(admin, calculations.enrol, { id });
    expect(await read()).toBe('invited');
    const again = await FakeAgent.connect(
      platform.baseUrl,
      await FakeAgent.enrol(platform.baseUrl, tokenOf(invited.result.command)),
    );
    await again.hello();
    expect(await read()).toBe('connected');
    again.close();
  });

  it('is cut off when its node is deleted, and its token is good for nothing', async () => {
    const { id, enrolment } = await addDesktop();
    const credentials = await FakeAgent.enrol(platform.baseUrl, tokenOf(enrolment?.command ?? ''));
    const agent = await FakeAgent.connect(platform.baseUrl, credentials);
    await agent.hello();
    const isCut = new Promise((resolve) => agent.socket.once('disconnect', resolve));
    await platform.call(admin, desktops.remove, { id });
    await isCut;
    await expect(FakeAgent.connect(platform.baseUrl, credentials)).rejects.toThrow();
    const unused = await addDesktop();
    await platform.call(admin, desktops.remove, { id: unused.id });
    await expect(
      FakeAgent.enrol(platform.baseUrl, tokenOf(unused.enrolment?.command ?? '')),
    ).rejects.toThrow();
  });

  it('keeps its secret until the agent of a new command came; the old command ends at once', async () => {
    const { id, enrolment } = await addDesktop();
    const first = await FakeAgent.enrol(platform.baseUrl, tokenOf(enrolment?.command ?? ''));
    const agent = await FakeAgent.connect(platform.baseUrl, first);
    await agent.hello();
    const second = await platform.call(admin, desktops.enrol, { id });
    const third = await platform.call(admin, desktops.enrol, { id });
    await expect(
      FakeAgent.enrol(platform.baseUrl, tokenOf(second.result.command)),
    ).rejects.toThrow();
    (await FakeAgent.connect(platform.baseUrl, first)).close();
    const credentials = await FakeAgent.enrol(platform.baseUrl, tokenOf(third.result.command));
    const newer = await FakeAgent.connect(platform.baseUrl, credentials);
    await newer.hello();
    await waitFor('the secret of before is void', async () => {
      const old = await FakeAgent.connect(platform.baseUrl, first).catch(() => null);
      old?.close();
      return old === null;
    });
    newer.close();
  });
});

it('nobody manages nodes without the page of their kind', async () => {
  const { id } = await addDesktop();
  const compute = await addCompute();
  const onlyDesktops = await platform.addUser('desks', ['/desktopDot']);
  const onlyHosts = await platform.addUser('hosts', ['/calculateDot']);
  const ofDesktops = [
    desktops.list,
    desktops.add,
    desktops.remove,
    desktops.info,
    desktops.enrol,
    desktops.revoke,
  ];
  const ofHosts = Object.values(calculations);
  const input = {
    ...desktop,
    id,
    desktopId: id,
    calculationId: compute.id,
    calculationName: 'x',
  };
  for (const [user, calls] of [
    [alice, [...ofDesktops, ...ofHosts]],
    [onlyHosts, ofDesktops],
    [onlyDesktops, ofHosts],
  ] as const) {
    for (const endpoint of calls) {
      expect(await platform.call(user, endpoint, input as never)).toMatchObject({ code: 403 });
    }
  }
  expect(await platform.call(null, desktops.mine, {})).toMatchObject({ code: 401 });
});
