import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allEndpoints, endpoints, type Endpoint, uploadsPath } from '@clusterdesk/contracts';
import { call } from '@clusterdesk/tests/platform/call-endpoint.js';
import {
  adminPassword,
  SpecPlatform,
  type SpecUser,
} from '@clusterdesk/tests/server/spec-platform.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { encryptPassword } from '@clusterdesk/tests/server/test-server.js';
import { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';

const { desktops, sessions, account, users, disk, downloads, menus } = endpoints;
const openUrl = 'http://desk.example.org:300/main/home';
let platform: SpecPlatform;
let admin: SpecUser;
let delegate: SpecUser;
const agents: FakeAgent[] = [];
let count = 0;

async function signInAs(loginName: string, password: string): Promise<SpecUser> {
  const { result } = await platform.call(null, sessions.login, {
    loginName,
    password: await encryptPassword(platform.baseUrl, password),
  });
  return { id: result.user.id, name: loginName, token: result.token, home: '' };
}

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  admin = await signInAs('admin', adminPassword);
  delegate = await platform.addUser('delegate', ['/desktopDot']);
});
afterAll(() => {
  agents.forEach((agent) => agent.close());
  return platform.close();
});

/** A desktop of these users with its agent. */
async function addDesktop(userIds: readonly string[], more: { allowFiles?: boolean } = {}) {
  count += 1;
  const input = {
    desktopName: `desk_${String(count)}x`,
    lanIp: '10.0.0.1',
    wanIp: 'desk.example.org',
    userInfos: userIds.map((id) => ({ id })),
    ...more,
  };
  const { result } = await platform.call(admin, desktops.add, input);
  const token = /AGENT_TOKEN='([\w-]{43})'/.exec(result.enrolment?.command ?? '')?.[1] ?? '';
  const credentials = await FakeAgent.enrol(platform.baseUrl, token);
  const agent = await FakeAgent.connect(platform.baseUrl, credentials);
  await agent.hello();
  agents.push(agent);
  return { ...input, id: result.id, agent };
}

/** What the browser brings to the address of the desktop. */
async function openDesktop(user: SpecUser, url = openUrl): Promise<string> {
  const { result } = await platform.call(user, sessions.jumpTarget, { url });
  return new URL(result.url).searchParams.get('code') ?? '';
}

/** The session that the desktop's agent is given for it. */
async function redeem(agent: FakeAgent, user: SpecUser): Promise<SpecUser> {
  const reply = await agent.say('sessions.redeem-code', { code: await openDesktop(user) });
  expect(reply).toMatchObject({ isRedeemed: true, user: { id: user.id, userName: user.name } });
  return { ...user, token: reply.isRedeemed ? reply.token : '' };
}

/** A user who signs in by a session of his own each time. */
async function addVictim(): Promise<{ victim: SpecUser; other: SpecUser }> {
  count += 1;
  const name = `victim${String(count)}`;
  const other = await platform.addUser(name);
  await platform.query(
    `INSERT INTO user_session (user_id, token_hash, expires_at) VALUES ($1, sha256($2), now() + interval '1 hour')`,
    [other.id, Buffer.from(`${name} again`)],
  );
  return { other, victim: { ...other, token: `${name} again` } };
}

const refused = { code: 403, result: { error: 'ACCESS_OF_TARGET_ONLY' } };
const isGood = async (user: SpecUser): Promise<boolean> =>
  (await platform.call(user, account.detail, {})).code === 200;

describe('taking over whoever opens a desktop', () => {
  it('fails at its address: who holds less than its users does not change it', async () => {
    const { id, desktopName, lanIp } = await addDesktop([admin.id]);
    const moved = { id, desktopName, lanIp, wanIp: '127.0.0.1', desktopPort: 18_999 };
    expect(await platform.call(delegate, desktops.add, moved)).toMatchObject({
      code: 403,
      result: { error: 'DESKTOP_GIVER' },
    });
    await platform.call(admin, desktops.remove, { id });
  });

  it('fails at its code: the agent of that desktop alone redeems it, once', async () => {
    const { agent, id } = await addDesktop([admin.id]);
    const strange = await addDesktop([]);
    const code = await openDesktop(admin);
    expect(await platform.call(null, sessions.login, { code })).toMatchObject({
      code: 403,
      result: { error: 'SESSIONS_CODE_OF_DESKTOP' },
    });
    const wrong = { isRedeemed: false, error: 'SESSIONS_WRONG_CODE' };
    expect(await strange.agent.say('sessions.redeem-code', { code })).toMatchObject(wrong);
    const first = await agent.say('sessions.redeem-code', { code });
    expect(first).toMatchObject({ isRedeemed: true, user: { userName: 'admin' } });
    expect(await agent.say('sessions.redeem-code', { code })).toMatchObject(wrong);
    const rows = await platform.query(
      `SELECT target_name AS target, details->>'desktop' AS desktop FROM audit_log
       WHERE method_name = 'sessions.redeem-code'`,
    );
    expect(rows).toEqual([{ target: 'admin', desktop: expect.any(String) }]);
    await platform.call(admin, desktops.remove, { id });
  });

  it('fails at its session: an administrator’s calls nothing but who he is and its own end', async () => {
    const { agent, id } = await addDesktop([admin.id]);
    const session = await redeem(agent, admin);
    const open: Endpoint[] = [];
    for (const endpoint of allEndpoints) {
      if (endpoint.access === 'public' || endpoint.access === 'ticket') {
        continue;
      }
      if (endpoint.inTargetSession === 'always') {
        open.push(endpoint);
        continue;
      }
      const { method, path, transport } = endpoint;
      const answer = await fetch(`${platform.baseUrl}/api${path}`, {
        method,
        headers: { Authorization: session.token, 'Accept-Language': 'en' },
      });
      expect([path, answer.status]).toEqual([path, transport === 'raw' ? 403 : 200]);
      expect([path, await answer.text()]).toEqual([
        path,
        expect.stringContaining('is good for nothing else'),
      ]);
    }
    expect(open.map(({ path }) => path)).toEqual([account.detail.path, sessions.logout.path]);
    expect(await platform.call(session, account.detail, {})).toMatchObject({
      result: { userName: 'admin' },
    });
    // The doors that are no declared calls, or that let strangers in.
    await expect(connectConsole(platform.baseUrl, session.token)).rejects.toThrow(
      'SESSION_NOT_SIGNED_IN',
    );
    const upload = await fetch(platform.baseUrl + uploadsPath, {
      method: 'POST',
      headers: { Authorization: session.token, 'Tus-Resumable': '1.0.0' },
    });
    expect(upload.status).toBe(403);
    const parameters = new URLSearchParams({ url: openUrl, Authorization: session.token });
    for (const headers of [new Headers(), new Headers({ Authorization: session.token })]) {
      const jump = await fetch(`${platform.baseUrl}/api${sessions.jump.path}?${parameters}`, {
        headers,
        redirect: 'manual',
      });
      expect(jump.status).toBe(401);
    }
    await platform.call(admin, desktops.remove, { id });
    expect(await isGood(session)).toBe(false);
  });

  it('reaches the user’s own files where the desktop says so, and still nothing else', async () => {
    const { victim } = await addVictim();
    const { agent, id } = await addDesktop([victim.id], { allowFiles: true });
    const session = await redeem(agent, victim);
    for (const [endpoint, input] of [
      [disk.list, {}],
      [disk.mkdir, { path: '/from-the-desktop' }],
      [menus.userMenuTree, {}],
    ] as const) {
      expect(await platform.call(session, endpoint, input)).toMatchObject({ code: 200 });
    }
    for (const endpoint of [users.list, endpoints.projects.add, endpoints.shares.add]) {
      const answer = await call(platform.baseUrl, endpoint, {}, { token: session.token });
      expect(answer).toMatchObject(refused);
    }
    // Taken back, it is at once.
    const { desktopName, lanIp } = (await platform.call(admin, desktops.info, { desktopId: id }))
      .result;
    await platform.call(admin, desktops.add, { id, desktopName, lanIp, allowFiles: false });
    expect(await isGood(session)).toBe(false);
    const next = await redeem(agent, victim);
    const taken = await platform.call(next, downloads.getDownloadPath, {
      paths: ['/from-the-desktop'],
    } as never);
    expect(taken).toMatchObject(refused);
    await platform.call(admin, desktops.remove, { id });
  });
});

describe('the session of a desktop', () => {
  it('is named in the lists, and counts for itself', async () => {
    const { victim } = await addVictim();
    const { agent, desktopName, id } = await addDesktop([victim.id]);
    await redeem(agent, victim);
    const target = { kind: 'desktop', name: desktopName, nameEn: desktopName };
    for (const list of [
      await platform.call(victim, sessions.list, {}),
      await platform.call(admin, sessions.listOfUser, { userId: victim.id }),
    ]) {
      expect(list.result.map((row) => row.target)).toEqual([target, null, null]);
    }
    const hours = await platform.query(
      `SELECT EXTRACT(EPOCH FROM expires_at - created_at) / 3600 AS hours FROM user_session WHERE target_node_id = $1`,
      [id],
    );
    expect(Number(hours[0]?.['hours'])).toBeCloseTo(8, 1);
    await platform.call(admin, desktops.remove, { id });
  });

  type Ending = [
    how: string,
    end: (of: { victim: SpecUser; other: SpecUser; session: SpecUser; nodeId: string }) => unknown,
  ];
  const sessionOf = async (victim: SpecUser): Promise<string> => {
    const { result } = await platform.call(victim, sessions.list, {});
    return result.find((row) => row.isCurrent)?.id ?? '';
  };
  it.each<Ending>([
    ['signs out', ({ victim }) => platform.call(victim, sessions.logout, {})],
    ['signs out of the desktop', ({ session }) => platform.call(session, sessions.logout, {})],
    [
      'ends the one that drew it from another device',
      async ({ victim, other }) =>
        platform.call(other, sessions.end, { id: await sessionOf(victim) }),
    ],
    [
      'has it ended by an administrator',
      async ({ victim }) =>
        platform.call(admin, sessions.endOfUser, {
          userId: victim.id,
          id: await sessionOf(victim),
        }),
    ],
    ['is frozen', ({ victim }) => platform.call(admin, users.freeze, { id: victim.id, freeze: 1 })],
    [
      'is given a new password',
      async ({ victim }) =>
        platform.call(admin, users.changePassword, {
          id: victim.id,
          password: await encryptPassword(platform.baseUrl, 'other-pass-1'),
        }),
    ],
    [
      'lets the one that drew it run out',
      ({ victim }) =>
        platform.query(`UPDATE user_session SET expires_at = now() WHERE token_hash = sha256($1)`, [
          Buffer.from(victim.token),
        ]),
    ],
    [
      'loses the desktop',
      async ({ nodeId }) => {
        const { result } = await platform.call(admin, desktops.info, { desktopId: nodeId });
        const { desktopName, lanIp } = result;
        await platform.call(admin, desktops.add, {
          id: nodeId,
          desktopName,
          lanIp,
          userInfos: [],
        });
      },
    ],
    [
      'finds the desktop at another address',
      async ({ nodeId }) => {
        const { result } = await platform.call(admin, desktops.info, { desktopId: nodeId });
        const { desktopName, lanIp } = result;
        await platform.call(admin, desktops.add, {
          id: nodeId,
          desktopName,
          lanIp,
          https: true,
        });
      },
    ],
    [
      'has a desktop whose agent is shut out',
      ({ nodeId }) => platform.call(admin, desktops.revoke, { id: nodeId }),
    ],
  ])('ends when its user %s', async (_, end) => {
    const { victim, other } = await addVictim();
    const { agent, id } = await addDesktop([victim.id]);
    const session = await redeem(agent, victim);
    expect(await isGood(session)).toBe(true);
    await end({ victim, other, session, nodeId: id });
    expect(await isGood(session)).toBe(false);
    await platform.call(admin, desktops.remove, { id });
  });
});
