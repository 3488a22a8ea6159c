import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient, type EnvelopeResult } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword, usersOf } from '@clusterdesk/tests/server/test-users.js';
import { PasswordService } from '../../users/passwords/password.service.js';
import { Delay } from './delay.js';

const { login, jump, jumpTarget, list: listOwn } = endpoints.sessions;
const { detail, updatePassword } = endpoints.account;
const { save } = endpoints.menus;
const site = 'https://lab.example/start?x=1';
let server: TestServer;
let admin: ApiClient;

const forget = (): Promise<unknown> => server.dataSource.query('DELETE FROM attempt_limit');
const client = (): ApiClient => new ApiClient(server.baseUrl);
async function tryPassword(loginName: string, password: string): Promise<EnvelopeResult<unknown>> {
  const caller = client();
  return caller.call(login, { loginName, password: await caller.encrypt(password) });
}

beforeAll(async () => {
  server = await startTestServer();
  admin = client();
  await admin.signIn('admin', adminPassword);
});
afterAll(() => server.stop());

it.each(['Casey-1', 'casey-1', 'CASEY-1', 'ｃａｓｅｙ－１', 'casey-l'])(
  'finds the user Casey-1 as %s',
  async (typed) => {
    if (!(await usersOf(server).existsBy({ userName: 'Casey-1' }))) {
      await createUser(server, 'Casey-1');
    }
    expect(await tryPassword(typed, userPassword)).toMatchObject({
      code: 200,
      result: { user: { userName: 'Casey-1' } },
    });
  },
);

describe('guessing passwords', () => {
  it('ends after five failures for a name, the right one then included, and begins anew after success', async () => {
    await createUser(server, 'guessed');
    for (let count = 0; count < 4; count += 1) {
      expect(await tryPassword('guessed', 'wrong-1')).toMatchObject({ code: 400 });
    }
    expect(await tryPassword('guessed', userPassword)).toMatchObject({ code: 200 });
    const waits: number[] = [];
    jest.spyOn(server.get(Delay), 'wait').mockImplementation((ms) => {
      waits.push(ms);
      return Promise.resolve();
    });
    for (const name of ['Guessed', 'guessed', 'ＧＵＥＳＳＥＤ', 'gUESSED', 'Guessed']) {
      expect(await tryPassword(name, 'wrong-1')).toMatchObject({ code: 400 });
    }
    expect(waits).toEqual([0, 250, 500, 1_000, 2_000]);
    jest.restoreAllMocks();
    expect(await tryPassword('guessed', userPassword)).toMatchObject({
      code: 429,
      result: { error: 'LIMIT_TOO_MANY' },
    });
    await forget();
  });

  it('ends for unknown names alike, and when everything comes at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => tryPassword('nobody', 'wrong-1')),
    );
    expect(answers.filter(({ code }) => code === 400)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(7);
    await forget();
  });

  it('ends after twenty failures from one address, whatever the names, also when all come at once', async () => {
    const verified = jest.spyOn(server.get(PasswordService), 'verify');
    const decrypted = jest.spyOn(server.get(PasswordService), 'decrypt');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => tryPassword(`name-${index}`, 'wrong-1')),
    );
    expect(answers.filter(({ code }) => code === 400)).toHaveLength(20);
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(80);
    expect([verified.mock.calls.length, decrypted.mock.calls.length]).toEqual([20, 20]);
    jest.restoreAllMocks();
    expect(await tryPassword('admin', adminPassword)).toMatchObject({ code: 429 });
    await server.dataSource.query('UPDATE attempt_limit SET expire = $1', [Date.now() - 1]);
    expect(await tryPassword('admin', adminPassword)).toMatchObject({ code: 200 });
    await forget();
  });

  it('does not end for an address from which forty people sign in at once', async () => {
    await createUser(server, 'colleague');
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => tryPassword('colleague', userPassword)),
    );
    expect(answers.filter(({ code }) => code !== 200)).toEqual([]);
    await forget();
  });

  it('counts what does not decrypt, and fills no log with refusals of strangers', async () => {
    const countRows = async (): Promise<number> => {
      const [row]: { count: number }[] = await server.dataSource.query(
        'SELECT count(*)::int AS count FROM audit_log',
      );
      return row?.count ?? 0;
    };
    const before = await countRows();
    const codes: number[] = [];
    for (let count = 0; count < 30; count += 1) {
      const answer = await client().call(login, { loginName: `junk-${count}`, password: 'AAAA' });
      codes.push(answer.code);
    }
    expect(codes).toEqual([...Array<number>(20).fill(400), ...Array<number>(10).fill(429)]);
    expect((await countRows()) - before).toBeLessThanOrEqual(20);
    await forget();
  });

  it('ends for the old password as well, and the right one is not taken after it', async () => {
    await createUser(server, 'stolen');
    const thief = client();
    await thief.signIn('stolen', userPassword);
    const { result: me } = await thief.expectOk(detail, {});
    const guesses = Array.from({ length: 30 }, (_, index) =>
      index === 20 ? userPassword : `guess-${index}`,
    );
    const inputs = await Promise.all(
      guesses.map(async (guess) => ({
        id: me.id,
        password: await thief.encrypt('new-pass-1'),
        oldPassword: await thief.encrypt(guess),
      })),
    );
    const verified = jest.spyOn(server.get(PasswordService), 'verify');
    await Promise.all(inputs.map((input) => thief.call(updatePassword, input)));
    expect(verified.mock.calls.length).toBeLessThanOrEqual(5);
    jest.restoreAllMocks();
    await forget();
  });

  it('is told to come again when more wait than a waiting list holds', async () => {
    const passwords = server.get(PasswordService);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, () => passwords.hash('some password')),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBe(300 - 2 - 100);
    expect(refused[0]).toMatchObject({ reason: { code: 'USERS_PASSWORDS_BUSY', status: 503 } });
  });
});

describe('jumping to another site', () => {
  const codeFrom = (answer: Response): string =>
    new URL(answer.headers.get('location') ?? '', server.baseUrl).searchParams.get('code') ?? '';

  beforeAll(async () => {
    await admin.expectOk(save, { menuName: '外部系统', menuUrl: site, menuType: 2 });
    await admin.expectOk(save, { menuName: '新窗口', menuUrl: '/tool', menuType: 3 });
  });

  it('hands over a single-use code, by header or by the documented parameter', async () => {
    for (const answer of [
      await admin.send(jump, { url: site }),
      await client().send(jump, { url: site, Authorization: admin.token }),
      await client().send(jump, { url: site, Authorization: `Bearer ${admin.token}` }),
    ]) {
      expect(answer.status).toBe(302);
      const location = answer.headers.get('location') ?? '';
      expect(location).toMatch(/^https:\/\/lab\.example\/start\?x=1&code=[\w-]{43}$/);
      expect(location).not.toContain(admin.token);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      const signedIn = await client().expectOk(login, { code: codeFrom(answer) });
      expect(signedIn.result.user.userName).toBe('admin');
    }
    const inside = await admin.send(jump, { url: '/tool' });
    expect(inside.headers.get('location')).toMatch(/^\/tool\?code=[\w-]{43}$/);
  });

  it('gives the address with its code as an answer, by header alone', async () => {
    const { result } = await admin.expectOk(jumpTarget, { url: site });
    expect(result.url).toMatch(/^https:\/\/lab\.example\/start\?x=1&code=[\w-]{43}$/);
    const code = new URL(result.url).searchParams.get('code') ?? '';
    const signedIn = await client().expectOk(login, { code });
    expect(signedIn.result.user.userName).toBe('admin');
    expect(await client().call(login, { code })).toMatchObject({ code: 400 });
    expect(await admin.call(jumpTarget, { url: 'https://evil.example/' })).toMatchObject({
      code: 404,
    });
    expect(await client().call(jumpTarget, { url: site })).toMatchObject({ code: 401 });
  });

  it('opens a session of that site, which ends with the menu’s address and with its own', async () => {
    const { result: menu } = await admin.expectOk(save, {
      menuName: '公告板',
      menuNameEn: 'Board',
      menuUrl: 'https://board.example/',
      menuType: 3,
    });
    const visit = async (): Promise<ApiClient> => {
      const code = codeFrom(await admin.send(jump, { url: menu.menuUrl }));
      const visitor = client();
      visitor.token = (await visitor.expectOk(login, { code })).result.token;
      return visitor;
    };
    const visitor = await visit();
    expect((await visitor.expectOk(detail, {})).result.userName).toBe('admin');
    for (const closed of [endpoints.users.list, endpoints.disk.list, jumpTarget, listOwn]) {
      expect(await visitor.call(closed, { url: site } as never)).toMatchObject({
        code: 403,
        result: { error: 'ACCESS_OF_TARGET_ONLY' },
      });
    }
    const { result: own } = await admin.expectOk(listOwn, {});
    const target = { kind: 'site', name: '公告板', nameEn: 'Board' };
    expect(own.filter((row) => row.target?.name === '公告板')).toMatchObject([{ target }]);
    await admin.expectOk(save, { ...menu, parentId: '0', allowFiles: true });
    expect(await visitor.call(detail, {})).toMatchObject({ code: 401 });
    const next = await visit();
    await next.expectOk(endpoints.disk.list, {});
    await admin.expectOk(endpoints.menus.remove, { id: menu.id });
    expect(await next.call(detail, {})).toMatchObject({ code: 401 });
  });

  it('stands in the log: what was opened, and who signed in with its code', async () => {
    const { result } = await admin.expectOk(jumpTarget, { url: site });
    const code = new URL(result.url).searchParams.get('code') ?? '';
    await client().expectOk(login, { code });
    const rows: unknown = await server.dataSource.query(
      `SELECT method_name AS call, user_name AS "user", target_name AS target, details->>'url' AS url
       FROM audit_log ORDER BY id DESC LIMIT 2`,
    );
    expect(rows).toEqual([
      { call: login.path, user: 'admin', target: null, url: null },
      { call: jumpTarget.path, user: 'admin', target: null, url: site },
    ]);
  });

  it.each([
    ['another site', 'https://evil.example/'],
    ['another page of the site', 'https://lab.example/start/../admin?x=1'],
    ['another host in disguise', 'https://lab.example@evil.example/start?x=1'],
    ['a host without a scheme', '//evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a page of the console', '/userList'],
  ])('refuses %s', async (_, url) => {
    const answer = await admin.send(jump, { url });
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
  });

  it('leads only where the caller has the menu, and nobody without a session', async () => {
    await createUser(server, 'no-menu');
    const other = client();
    await other.signIn('no-menu', userPassword);
    expect((await other.send(jump, { url: site })).status).toBe(404);
    expect((await client().send(jump, { url: site })).status).toBe(401);
    expect((await client().send(jump, { url: site, Authorization: 'foreign' })).status).toBe(401);
  });

  it('refuses a code that is used, tampered with, foreign or old', async () => {
    const code = codeFrom(await admin.send(jump, { url: site }));
    const tampered = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`;
    const { result } = await client().expectOk(login, { code });
    const old = codeFrom(await admin.send(jump, { url: site }));
    await server.dataSource.query(`UPDATE sign_in_code SET expires_at = now()`);
    for (const wrong of [code, tampered, 'foreign', old, result.token]) {
      expect(await client().call(login, { code: wrong })).toMatchObject({
        code: 400,
        result: { error: 'SESSIONS_WRONG_CODE' },
      });
    }
    await forget();
  });

  it('draws thirty codes a minute on one session', async () => {
    const drawer = client();
    await drawer.signIn('admin', adminPassword);
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await drawer.call(jumpTarget, { url: site })).code);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
    expect((await admin.call(jumpTarget, { url: site })).code).toBe(200);
    await forget();
  });

  it('gives a used code to one only, when two come at once', async () => {
    const code = codeFrom(await admin.send(jump, { url: site }));
    const answers = await Promise.all([1, 2, 3].map(() => client().call(login, { code })));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });

  it.each([
    ['signs out', (user: ApiClient) => user.expectOk(endpoints.sessions.logout, {})],
    [
      'changes the password',
      async (user: ApiClient, id: string) =>
        user.expectOk(updatePassword, {
          id,
          password: await user.encrypt('other-pass-1'),
          oldPassword: await user.encrypt(userPassword),
        }),
    ],
    [
      'is given a new password',
      async (user: ApiClient, id: string) =>
        admin.expectOk(endpoints.users.changePassword, {
          id,
          password: await user.encrypt('other-pass-1'),
        }),
    ],
  ])('ends a code when its user %s', async (how, end) => {
    const name = `coder-${how.length}`;
    const user = await createUser(server, name, []);
    await server.dataSource.query(
      `INSERT INTO role_menu SELECT user_role.role_id, menu.id FROM user_role, menu
       WHERE user_role.user_id = $1 AND menu.menu_url = $2`,
      [user.id, site],
    );
    const coder = client();
    await coder.signIn(name, userPassword);
    const code = codeFrom(await coder.send(jump, { url: site }));
    await end(coder, user.id);
    expect(await client().call(login, { code })).toMatchObject({
      code: 400,
      result: { error: 'SESSIONS_WRONG_CODE' },
    });
    await forget();
  });

  it('lets nobody in who was frozen meanwhile', async () => {
    const user = await createUser(server, 'frozen-on-the-way', ['settings']);
    await server.dataSource.query(
      `INSERT INTO role_menu SELECT user_role.role_id, menu.id FROM user_role, menu
       WHERE user_role.user_id = $1 AND menu.menu_url = $2`,
      [user.id, site],
    );
    const other = client();
    await other.signIn('frozen-on-the-way', userPassword);
    const code = codeFrom(await other.send(jump, { url: site }));
    await admin.expectOk(endpoints.users.freeze, { id: user.id, freeze: 1 });
    expect(await client().call(login, { code })).toMatchObject({ code: 400 });
    expect(await other.call(detail, {})).toMatchObject({ code: 401 });
  });
});
