import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';
import { UserRemovals } from './leaving/user-removal.service.js';
import { RoleEntity } from './roles/role.entity.js';
import { UserEntity } from './user.entity.js';

const calls = endpoints.users;
let server: TestServer;
let admin: ApiClient;
let userRole: RoleEntity;
let adminRole: RoleEntity;

const signedIn = async (userName: string, password = userPassword): Promise<ApiClient> => {
  const client = new ApiClient(server.baseUrl);
  await client.signIn(userName, password);
  return client;
};
/** What the worker does soon after a deletion. */
const carryOutRemovals = async (): Promise<void> => {
  const rows: { id: string }[] = await server.dataSource.query('SELECT id FROM user_removal');
  for (const { id } of rows) {
    await server.app.get(UserRemovals).carryOut(id);
  }
};
const adminId = async (): Promise<string> =>
  (await server.dataSource.getRepository(UserEntity).findOneByOrFail({ userName: 'admin' })).id;
const newUser = async (
  input: Partial<EndpointInput<typeof calls.add>> & { userName: string },
): Promise<EndpointInput<typeof calls.add>> => ({
  password: await admin.encrypt(userPassword),
  roleId: userRole.id,
  ...input,
});

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedIn('admin', adminPassword);
  const roles = server.dataSource.getRepository(RoleEntity);
  userRole = await roles.findOneByOrFail({ isSystemAdministrator: false });
  adminRole = await roles.findOneByOrFail({ isSystemAdministrator: true });
});
afterAll(() => server.stop());

describe('adding a user', () => {
  it('gives a user who can sign in, with everything that was entered', async () => {
    const { result } = await admin.expectOk(
      calls.add,
      await newUser({
        userName: '王小明',
        realName: '小明',
        mobile: '13800138000',
        email: 'xm@lab.example',
        companyName: '实验室',
        companyAddress: '',
        effectiveDate: '2020-01-01',
        expiredDate: '2099-12-31',
      }),
    );
    expect(result).toMatchObject({
      userName: '王小明',
      mobile: '13800138000',
      email: 'xm@lab.example',
      companyAddress: null,
      enable: 1,
      effectiveDate: '2020-01-01 00:00:00',
      expiredDate: '2099-12-31 23:59:59',
      roleList: [{ id: userRole.id }],
    });
    await signedIn('王小明');
  });

  it.each([
    ['a taken name', { userName: 'admin' }, 'USERS_USER_NAME_TAKEN', 409],
    ['a name taken in other letters', { userName: 'ADMIN' }, 'USERS_USER_NAME_TAKEN', 409],
    ['the reserved name', { userName: 'Develop' }, 'USERS_USER_NAME_RESERVED', 400],
    ['a name that is no folder', { userName: '../x' }, 'INPUT_INVALID', 400],
    ['a wrong mobile', { userName: 'w1', mobile: '12800138000' }, 'INPUT_INVALID', 400],
    ['a wrong e-mail', { userName: 'w2', email: 'nobody' }, 'INPUT_INVALID', 400],
    ['an unknown role', { userName: 'w3', roleId: 'none' }, 'USERS_ROLE_UNKNOWN', 404],
    ['an ended period', { userName: 'w4', expiredDate: '2020-01-01' }, 'USERS_DATES_REVERSED', 400],
    ['no such day', { userName: 'w5', expiredDate: '2099-02-30' }, 'INPUT_DATE_WRONG', 400],
  ])('refuses %s', async (_, input, error, code) => {
    const answer = await admin.call(calls.add, await newUser(input));
    expect(answer).toMatchObject({ success: false, code, result: { error } });
  });

  it.each(['12345', '1234567890123456789'])('refuses the password %s', async (password) => {
    const input = await newUser({ userName: 'w6', password: await admin.encrypt(password) });
    expect((await admin.call(calls.add, input)).result).toMatchObject({
      error: 'USERS_PASSWORD_LENGTH',
    });
  });

  it.each([
    ['a common one', 'password1', 'somebody'],
    ['the login name', 'Some.Body', 'some.body'],
    ['one character', 'aaaaaaaa', 'somebody'],
  ])('refuses %s as the password', async (_, password, userName) => {
    const input = await newUser({ userName, password: await admin.encrypt(password) });
    expect(await admin.call(calls.add, input)).toMatchObject({
      code: 400,
      result: { error: 'USERS_PASSWORD_COMMON' },
    });
  });

  it.each([
    ['full-width letters', 'ａｄｍｉｎ', 'USERS_USER_NAME_TAKEN'],
    ['Cyrillic letters among Latin ones', 'аdmin', 'INPUT_INVALID'],
    ['Greek letters among Latin ones', 'admιn', 'INPUT_INVALID'],
    ['a ligature', 'oﬃce', null],
    ['what the ligature stands for', 'Office', 'USERS_USER_NAME_TAKEN'],
    ['Cyrillic letters alone', 'сосо', null],
    ['Latin letters that look like them', 'coco', 'USERS_USER_NAME_TAKEN'],
    ['letters of Latin that look like others', 'аdmin'.replace('а', 'ɑ'), 'USERS_USER_NAME_TAKEN'],
    ['a letter without its dot', 'admın', 'USERS_USER_NAME_TAKEN'],
    ['a capital with a dot', 'admİn', 'USERS_USER_NAME_TAKEN'],
    ['two letters that look like one', 'adrnin', 'USERS_USER_NAME_TAKEN'],
    ['digits', 'c0c0', 'USERS_USER_NAME_TAKEN'],
    ['a capital I', 'Iulia', null],
    ['a small L in its place', 'lulia', 'USERS_USER_NAME_TAKEN'],
    ['a 1 in its place', '1ulia', 'USERS_USER_NAME_TAKEN'],
    ['a small i, which is the same name', 'iulia', 'USERS_USER_NAME_TAKEN'],
    ['a capital L, which looks like neither', 'Lulia', null],
    ['a capital I for an L', 'LuIia', 'USERS_USER_NAME_TAKEN'],
    ['the reserved name with a capital I', 'deveIop', 'USERS_USER_NAME_RESERVED'],
    ['Armenian letters among Latin ones', 'օffice', 'INPUT_INVALID'],
    ['Cherokee letters', 'ꭰꭱ', 'INPUT_INVALID'],
    ['digits of another script', 'office٥', 'INPUT_INVALID'],
    ['Chinese letters beside Latin ones', '李Ming-2', null],
    ['katakana among Chinese letters', '力口', null],
    ['katakana that looks like it', 'カロ', 'USERS_USER_NAME_TAKEN'],
    ['Cyrillic among Chinese letters', '李аб', 'INPUT_INVALID'],
  ])('takes names that look alike for one: %s', async (_, userName, error) => {
    const answer = await admin.call(calls.add, await newUser({ userName }));
    expect(answer.success ? null : answer.result).toEqual(
      error === null ? null : expect.objectContaining({ error }),
    );
  });

  it('takes back what it gave, null where it gave null', async () => {
    const { result } = await admin.expectOk(calls.add, await newUser({ userName: 'first-of-two' }));
    expect(result).toMatchObject({ mobile: null, effectiveDate: null, expiredDate: null });
    const { mobile, email, companyName, companyAddress, effectiveDate, expiredDate, realName } =
      result;
    await admin.expectOk(calls.add, {
      ...(await newUser({ userName: 'second-of-two' })),
      ...{ mobile, email, companyName, companyAddress, effectiveDate, expiredDate, realName },
    });
    const one = await admin.expectOk(calls.get, { id: result.id });
    expect(one.result).toEqual(result);
    await admin.expectOk(calls.freeze, {
      id: result.id,
      freeze: 1,
      startDate: null,
      endDate: null,
    });
  });

  it('takes the last day of all', async () => {
    const input = await newUser({ userName: 'forever', expiredDate: '9999-12-31 23:59:59' });
    expect((await admin.expectOk(calls.add, input)).result.expiredDate).toBe('9999-12-31 23:59:59');
  });

  it('accepts passwords of 6 and of 18 characters', async () => {
    for (const password of ['k3-l4m', '一二三四五六七八九十一二三四五六七八']) {
      const userName = `pw${[...password].length}`;
      const input = await newUser({ userName, password: await admin.encrypt(password) });
      await admin.expectOk(calls.add, input);
      await signedIn(userName, password);
    }
  });
});

describe('the lists', () => {
  it('pages, counts and searches, with % as a letter like others', async () => {
    await Promise.all(['p1', 'p2', 'p3'].map((name) => createUser(server, `pager-${name}`)));
    const first = await admin.expectOk(calls.list, { search: 'pager-', pageNum: 0, size: 2 });
    const second = await admin.expectOk(calls.list, { search: 'pager-', pageNum: 1, size: 2 });
    expect([first.result.total, first.result.data.length, second.result.data.length]).toEqual([
      3, 2, 1,
    ]);
    const percent = await admin.expectOk(calls.list, { search: '%' });
    expect(percent.result.total).toBe(0);
  });

  it('offers only active others to share with', async () => {
    const frozen = await createUser(server, 'sharer-frozen');
    await createUser(server, 'sharer-active');
    await server.dataSource.getRepository(UserEntity).update({ id: frozen.id }, { isFrozen: true });
    const me = await signedIn('sharer-active');
    const { result } = await me.expectOk(calls.listShareUsers, { name: 'sharer' });
    expect(result).toEqual([]);
    const all = await admin.expectOk(calls.listShareUsers, { name: 'sharer' });
    expect(all.result.map(({ userName }) => userName)).toEqual(['sharer-active']);
    await server.dataSource
      .getRepository(UserEntity)
      .update({ userName: 'sharer-active' }, { realName: 'Anna Lee' });
    const byTwinName = await admin.expectOk(calls.listShareUsers, {
      name: 'ＳＨＡＲＥＲ－ＡＣＴＩＶＥ',
    });
    expect(byTwinName.result.map(({ userName }) => userName)).toEqual(['sharer-active']);
    const byRealName = await admin.expectOk(calls.listShareUsers, { name: 'NA LE' });
    expect(byRealName.result.map(({ userName }) => userName)).toEqual(['sharer-active']);
  });

  it('of users to share with is for who has a disk or may share', async () => {
    await createUser(server, 'lone-sender', ['myDoc.myShare']);
    await createUser(server, 'lone-getter', ['myDoc.receiveShare']);
    const [sender, getter] = [await signedIn('lone-sender'), await signedIn('lone-getter')];
    expect(await sender.call(calls.listShareUsers, { name: 'lone-' })).toMatchObject({
      result: [{ userName: 'lone-getter' }],
    });
    expect(await getter.call(calls.listShareUsers, {})).toMatchObject({ code: 403 });
  });
});

describe('ending a right', () => {
  it.each([
    ['freezing', 'suspended', (id: string) => admin.expectOk(calls.freeze, { id, freeze: 1 })],
    ['deleting', 'deleted', (id: string) => admin.expectOk(calls.remove, { id })],
    [
      'a new password',
      'password has been changed',
      async (id: string) =>
        admin.expectOk(calls.changePassword, { id, password: await admin.encrypt('new-pass-1') }),
    ],
    [
      'a period that has not begun',
      'validity',
      (id: string) =>
        admin.expectOk(calls.freeze, {
          id,
          freeze: 2,
          startDate: '2098-01-01',
          endDate: '2099-01-01',
        }),
    ],
  ])('%s takes effect at once, for calls and for sockets', async (name, words, end) => {
    const userName = `ended-${name.replaceAll(' ', '-')}`;
    const user = await createUser(server, userName);
    await server.dataSource.getRepository(UserEntity).update({ id: user.id }, { language: 'en' });
    const client = await signedIn(userName);
    const browser = await connectConsole(server.baseUrl, client.token ?? '');
    await end(user.id);
    expect(await client.call(endpoints.account.detail, {})).toMatchObject({ code: 401 });
    expect(await browser.revoked).toContain(words);
  });

  it('comes by itself when the validity period passes', async () => {
    const user = await createUser(server, 'passing');
    const client = await signedIn('passing');
    const browser = await connectConsole(server.baseUrl, client.token ?? '');
    await server.dataSource
      .getRepository(UserEntity)
      .update({ id: user.id }, { expiresAt: new Date(Date.now() - 1) });
    await server.app.get(ConsoleGateway).recheck(() => true);
    expect(await browser.revoked).toContain('有效期');
  });

  it('leaves no home to whoever gets the name next', async () => {
    const user = await createUser(server, 'heir');
    const home = join(server.config.filesDir, 'home', 'heir');
    await mkdir(home, { recursive: true });
    await admin.expectOk(calls.remove, { id: user.id });
    await carryOutRemovals();
    expect(existsSync(home)).toBe(false);
    const aside = await readdir(join(server.config.filesDir, 'home', '.retired'));
    expect(aside.some((name) => name.startsWith('heir.'))).toBe(true);
  });
});

describe('freezing and activating', () => {
  it('shows 2 for frozen, and signs in again after activation', async () => {
    const user = await createUser(server, 'thawed');
    await admin.expectOk(calls.freeze, { id: user.id, freeze: 1 });
    const { result } = await admin.expectOk(calls.list, { search: 'thawed' });
    expect(result.data[0]?.enable).toBe(2);
    const today = new Date().toISOString().slice(0, 10);
    await admin.expectOk(calls.freeze, {
      id: user.id,
      freeze: 2,
      startDate: '2020-01-01',
      endDate: String(Date.parse(today) + 86_400_000),
    });
    await signedIn('thawed');
  });

  it.each([
    ['dates with freeze=1', { freeze: 1, startDate: '2026-01-01' }, 'USERS_DATES_NOT_WANTED'],
    ['freeze=2 without dates', { freeze: 2 }, 'USERS_DATES_WANTED'],
    ['freeze=2 without an end', { freeze: 2, startDate: '2026-01-01' }, 'USERS_DATES_WANTED'],
    [
      'an end before the start',
      { freeze: 2, startDate: '2099-02-01', endDate: '2099-01-01' },
      'USERS_DATES_REVERSED',
    ],
    ['freeze=3', { freeze: 3 }, 'INPUT_INVALID'],
  ])('refuses %s', async (_, input, error) => {
    const id = await adminId();
    const answer = await admin.call(calls.freeze, { id, ...input });
    expect(answer).toMatchObject({ code: 400, result: { error } });
  });
});

/**
 * Sends the calls while the lock that puts such changes in a row is taken, and lets go when all wait for it: each has then
 * passed the guard with the authority it came with. Without it the later one may be refused at the door already.
 */
async function bothBehindTheLock<T>(sends: readonly (() => Promise<T>)[]): Promise<T[]> {
  let answers: Promise<T[]> | undefined;
  await server.dataSource.transaction(async (holder) => {
    await holder.query('SELECT id FROM role WHERE is_system_administrator FOR UPDATE');
    answers = Promise.all(sends.map((send) => send()));
    await waitFor('all calls to wait for the lock', async () => {
      const [row] = await server.dataSource.query<{ waiting: number }[]>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row?.waiting === sends.length;
    });
  });
  return answers ?? [];
}

/** Somebody with the user list who is an ordinary user besides: he may change ordinary users. */
async function signedInKeeper(userName: string): Promise<ApiClient> {
  const user = await createUser(server, userName, ['userList']);
  await server.dataSource.query('INSERT INTO user_role (user_id, role_id) VALUES ($1, $2)', [
    user.id,
    userRole.id,
  ]);
  return signedIn(userName);
}

describe('administrators', () => {
  it('can not delete or freeze themselves', async () => {
    const id = await adminId();
    for (const answer of [
      await admin.call(calls.remove, { id }),
      await admin.call(calls.freeze, { id, freeze: 1 }),
    ]) {
      expect(answer).toMatchObject({ code: 409, result: { error: 'USERS_NOT_ONESELF' } });
    }
  });

  it('keep one who can sign in, also when two take the right from each other at once', async () => {
    const id = await adminId();
    const stripped = await admin.call(calls.setRoles, { userId: id, roleIds: userRole.id });
    expect(stripped).toMatchObject({
      code: 409,
      result: { error: 'USERS_LAST_ADMINISTRATOR' },
    });
    const second = await createUser(server, 'second-admin');
    await admin.expectOk(calls.setRoles, { userId: second.id, roleIds: adminRole.id });
    const other = await signedIn('second-admin');
    const answers = await bothBehindTheLock([
      () => admin.call(calls.setRoles, { userId: second.id, roleIds: userRole.id }),
      () => other.call(calls.setRoles, { userId: id, roleIds: userRole.id }),
    ]);
    // The second is no administrator any more by the time he is heard.
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 403]);
    await server.dataSource.query(
      `INSERT INTO user_role SELECT id, $1 FROM user_account WHERE user_name = 'admin' ON CONFLICT DO NOTHING`,
      [adminRole.id],
    );
  });

  it('are in nobody else’s hands', async () => {
    const keeper = await signedInKeeper('keeper');
    const id = await adminId();
    const password = await keeper.encrypt('taken-over');
    const victim = await createUser(server, 'keepers-friend');
    for (const answer of [
      await keeper.call(calls.changePassword, { id, password }),
      await keeper.call(calls.remove, { id }),
      await keeper.call(calls.freeze, { id, freeze: 1 }),
      await keeper.call(endpoints.account.updateRealName, { userId: id, realName: 'x' }),
      await keeper.call(calls.setRoles, { userId: victim.id, roleIds: adminRole.id }),
      await keeper.call(calls.add, await newUser({ userName: 'mole', roleId: adminRole.id })),
    ]) {
      expect(answer).toMatchObject({
        code: 403,
        result: { error: 'USERS_ADMINISTRATORS_ONLY' },
      });
    }
    await keeper.expectOk(calls.freeze, { id: victim.id, freeze: 1 });
  });
});

describe('a user’s roles', () => {
  it('change his rights at once, menus and watched topics included', async () => {
    const user = await createUser(server, 'watching', ['platformMonitoring']);
    const client = await signedIn('watching');
    const browser = await connectConsole(server.baseUrl, client.token ?? '');
    expect(await browser.ask('watch', { topic: 'monitoring' })).toBe(true);
    await admin.expectOk(calls.setRoles, { userId: user.id, roleIds: userRole.id });
    await waitFor('menusChanged', () => browser.menusChanged() > 0);
    await waitFor('the socket to leave', async () => {
      const sockets = await server.app
        .get(ConsoleGateway)
        .recheck(() => true)
        .then(() => browser.ask('watch', { topic: 'monitoring' }));
      return sockets === false;
    });
    browser.close();
  });

  it('can not be none', async () => {
    const answer = await admin.call(calls.setRoles, { userId: await adminId(), roleIds: '' });
    expect(answer.result).toMatchObject({ error: 'USERS_ROLE_REQUIRED' });
  });
});

describe('one’s own password and name', () => {
  it('needs the old password, and signs out everywhere', async () => {
    const user = await createUser(server, 'changer');
    const client = await signedIn('changer');
    const elsewhere = await signedIn('changer');
    const password = await client.encrypt('brand-new-1');
    const wrong = await client.call(endpoints.account.updatePassword, {
      id: user.id,
      password,
      oldPassword: await client.encrypt('not-it-1'),
    });
    expect(wrong.result).toMatchObject({ error: 'ACCOUNT_OLD_PASSWORD_WRONG' });
    const oldPassword = await client.encrypt(userPassword);
    await client.expectOk(endpoints.account.updatePassword, { id: user.id, password, oldPassword });
    for (const old of [client, elsewhere]) {
      expect(await old.call(endpoints.account.detail, {})).toMatchObject({ code: 401 });
    }
    await signedIn('changer', 'brand-new-1');
  });

  it('is nobody else’s business', async () => {
    await createUser(server, 'nosy');
    const nosy = await signedIn('nosy');
    const id = await adminId();
    const password = await nosy.encrypt('brand-new-1');
    const oldPassword = await nosy.encrypt(adminPassword);
    for (const answer of [
      await nosy.call(endpoints.account.updatePassword, { id, password, oldPassword }),
      await nosy.call(endpoints.account.updateRealName, { userId: id, realName: 'x' }),
    ]) {
      expect(answer).toMatchObject({ code: 403, result: { error: 'USERS_ONLY_ONESELF' } });
    }
  });
});

describe('one’s own sessions', () => {
  it('are listed, and can be ended one by one', async () => {
    await createUser(server, 'roamer');
    const here = await signedIn('roamer');
    const there = await signedIn('roamer');
    const browser = await connectConsole(server.baseUrl, there.token ?? '');
    const { result } = await here.expectOk(endpoints.sessions.list, {});
    expect(result.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
    const other = result.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    const foreign = await admin.call(endpoints.sessions.end, { id: other });
    expect(foreign).toMatchObject({ code: 404 });
    await here.expectOk(endpoints.sessions.end, { id: other });
    expect(await browser.revoked).toContain('其他设备');
    expect(await there.call(endpoints.sessions.list, {})).toMatchObject({ code: 401 });
    expect((await here.expectOk(endpoints.sessions.list, {})).result).toHaveLength(1);
  });
});
