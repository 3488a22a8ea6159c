import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword, usersOf } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { account, disk, roles, sessions, users } = endpoints;
let server: TestServer;
let admin: ApiClient;
let keeper: ApiClient;

async function signedIn(userName: string, password = userPassword): Promise<ApiClient> {
  const client = new ApiClient(server.baseUrl);
  await client.signIn(userName, password);
  return client;
}
const idOf = async (userName: string): Promise<string> =>
  (await usersOf(server).findOneByOrFail({ userName })).id;
const lastRows = (count: number) =>
  server.query(
    `SELECT log_level, error_code, target_type, target_name, details FROM audit_log
     WHERE method_name LIKE '/user/%' ORDER BY id DESC LIMIT ${count}`,
  );

beforeAll(async () => {
  server = await startTestServer();
  admin = await signedIn('admin', adminPassword);
  await createUser(server, 'keeper', ['userList']);
  keeper = await signedIn('keeper');
});
afterAll(() => server.stop());

describe('editing a user', () => {
  it('changes what is given, keeps what is not, and empties what is null', async () => {
    const { id } = await createUser(server, 'edited');
    const client = await signedIn('edited');
    const { result: first } = await admin.expectOk(users.edit, {
      id,
      realName: '小明',
      mobile: '13800138000',
      email: 'xm@lab.example',
      companyName: '实验室',
      expiredDate: '2099-12-31',
    });
    expect(first).toMatchObject({
      realName: '小明',
      mobile: '13800138000',
      companyName: '实验室',
      expiredDate: '2099-12-31 23:59:59',
      effectiveDate: null,
    });
    const { result } = await admin.expectOk(users.edit, { id, mobile: null, email: '' });
    expect(result).toEqual({ ...first, mobile: null, email: null });
    expect((await admin.expectOk(users.get, { id })).result).toEqual(result);
    const [row] = await lastRows(1);
    expect(row).toMatchObject({
      target_name: 'edited',
      details: {
        before: { mobile: '13800138000', email: 'xm@lab.example' },
        after: { mobile: null, email: null },
      },
    });
    await client.expectOk(account.detail, {});
  });

  it('takes back what it gave, and changes nothing by it', async () => {
    const { id } = await createUser(server, 'sent-back');
    const { result } = await admin.expectOk(users.edit, { id, expiredDate: '2099-12-31' });
    const before = await usersOf(server).findOneByOrFail({ id });
    const { realName, mobile, email, companyName, companyAddress } = result;
    const { effectiveDate, expiredDate } = result;
    const same = { realName, mobile, email, companyName, companyAddress };
    await admin.expectOk(users.edit, { id, ...same, effectiveDate, expiredDate });
    expect(await usersOf(server).findOneByOrFail({ id })).toEqual(before);
  });

  it('ends the sessions when the validity ends, and no expiry can be given again', async () => {
    const { id } = await createUser(server, 'not-yet');
    const client = await signedIn('not-yet');
    const browser = await connectConsole(server.baseUrl, client.token ?? '');
    await admin.expectOk(users.edit, { id, effectiveDate: '2098-01-01' });
    expect(await browser.revoked).toContain('有效期');
    expect(await client.call(account.detail, {})).toMatchObject({ code: 401 });
    const [row] = await lastRows(1);
    expect(row).toMatchObject({ details: { endedSessions: 1 } });

    await admin.expectOk(users.freeze, { id, freeze: 1 });
    const activate = { id, freeze: 2 } as const;
    expect(await admin.call(users.freeze, activate)).toMatchObject({ code: 400 });
    await admin.expectOk(users.freeze, { ...activate, noExpiry: true });
    const { result } = await admin.expectOk(users.get, { id });
    expect(result).toMatchObject({ enable: 1, effectiveDate: null, expiredDate: null });
    await signedIn('not-yet');
  });

  it.each([
    ['an unknown user', { id: 'none' }, 'USERS_USER_UNKNOWN'],
    ['a wrong mobile', { mobile: '123' }, 'INPUT_INVALID'],
    ['an ended period', { expiredDate: '2020-01-01' }, 'USERS_DATES_REVERSED'],
    ['no such day', { expiredDate: '2099-02-30' }, 'INPUT_DATE_WRONG'],
  ])('refuses %s', async (_, input, error) => {
    const { id } = await usersOf(server).findOneByOrFail({ userName: 'edited' });
    const answer = await admin.call(users.edit, { id, ...input });
    expect(answer).toMatchObject({ success: false, result: { error } });
  });

  it('is not for those who may do less, nor a way to shut out oneself', async () => {
    await createUser(server, 'powerful', ['userList', 'settings', 'settings.log']);
    const edit = async (client: ApiClient, userName: string, input: object) =>
      client.call(users.edit, { id: await idOf(userName), ...input } as EndpointInput<
        typeof users.edit
      >);
    expect(await edit(keeper, 'admin', { realName: 'x' })).toMatchObject({
      result: { error: 'USERS_ADMINISTRATORS_ONLY' },
    });
    expect(await edit(keeper, 'powerful', { email: 'me@evil.example' })).toMatchObject({
      result: { error: 'USERS_MORE_THAN_HELD' },
    });
    expect(await edit(keeper, 'keeper', { effectiveDate: '2098-01-01' })).toMatchObject({
      result: { error: 'USERS_NOT_ONESELF' },
    });
    await createUser(server, 'nobody-special');
    const stranger = await signedIn('nobody-special');
    expect(await edit(stranger, 'nobody-special', { realName: 'x' })).toMatchObject({ code: 403 });
  });
});

describe('a password that must be changed', () => {
  it('is good for nothing but choosing another', async () => {
    const roleId = (await admin.expectOk(roles.list, {})).result.find(
      ({ builtIn }) => builtIn === 'users',
    )?.id;
    const password = await admin.encrypt('first-pass-1');
    const { result: added } = await admin.expectOk(users.add, {
      userName: 'newcomer',
      password,
      roleId: roleId ?? '',
      mustChangePassword: true,
    });
    expect(added).toMatchObject({ mustChangePassword: true, lastSignInTime: null });
    const client = await signedIn('newcomer', 'first-pass-1');
    const { result: me } = await client.expectOk(account.detail, {});
    expect(me).toMatchObject({ mustChangePassword: true, lastSignInTime: expect.any(String) });
    for (const call of [disk.list, endpoints.menus.userMenuTree, sessions.list]) {
      expect(await client.call(call, { path: '/' } as never)).toMatchObject({
        code: 403,
        result: { error: 'ACCESS_PASSWORD_CHANGE_FIRST' },
      });
    }
    await expect(connectConsole(server.baseUrl, client.token ?? '')).rejects.toThrow(
      'ACCESS_PASSWORD_CHANGE_FIRST',
    );
    const upload = await fetch(`${server.baseUrl}/api/uploads`, {
      method: 'POST',
      headers: { Authorization: client.token ?? '', 'Tus-Resumable': '1.0.0' },
    });
    expect(upload.status).toBe(403);
    const jump = await client.send(sessions.jump, { url: '/x' });
    expect(jump.status).toBe(403);

    const change = { id: me.id, oldPassword: password };
    expect(await client.call(account.updatePassword, { ...change, password })).toMatchObject({
      result: { error: 'ACCOUNT_PASSWORD_UNCHANGED' },
    });
    await client.expectOk(account.updatePassword, {
      ...change,
      password: await admin.encrypt('second-pass-2'),
    });
    const again = await signedIn('newcomer', 'second-pass-2');
    expect((await again.expectOk(account.detail, {})).result.mustChangePassword).toBe(false);
    await again.expectOk(disk.list, { path: '/' });
  });

  it('can be asked for at any time, of open windows too, and with a reset', async () => {
    const { id } = await createUser(server, 'reminded');
    const client = await signedIn('reminded');
    const browser = await connectConsole(server.baseUrl, client.token ?? '');
    await admin.expectOk(users.edit, { id, mustChangePassword: true });
    await browser.revoked;
    expect(await client.call(disk.list, { path: '/' })).toMatchObject({ code: 403 });
    await admin.expectOk(users.edit, { id, mustChangePassword: false });
    await client.expectOk(disk.list, { path: '/' });
    const password = await admin.encrypt('reset-pass-1');
    await admin.expectOk(users.changePassword, { id, password, mustChangePassword: true });
    const after = await signedIn('reminded', 'reset-pass-1');
    expect(await after.call(disk.list, { path: '/' })).toMatchObject({ code: 403 });
  });
});

describe('several users at once', () => {
  it('are frozen, activated, given a role, a quota, and deleted, each with an answer', async () => {
    const ids = [
      (await createUser(server, 'bulk-1', [])).id,
      await idOf('admin'),
      (await createUser(server, 'bulk-2', [])).id,
      randomUUID(),
    ];
    const { result: frozen } = await keeper.expectOk(users.bulkFreeze, { ids, freeze: 1 });
    expect(frozen.map(({ id }) => id)).toEqual(ids);
    expect(frozen.map(({ done, error }) => [done, error])).toEqual([
      [true, null],
      [false, 'USERS_ADMINISTRATORS_ONLY'],
      [true, null],
      [false, 'USERS_USER_UNKNOWN'],
    ]);
    expect(frozen[1]?.message).toContain('系统管理员');
    // Refusals are logged without waiting.
    const isRefused = (row: Record<string, unknown>): boolean => row['log_level'] === 'WARN';
    await waitFor(
      'the refusals in the log',
      async () => (await lastRows(4)).filter(isRefused).length === 2,
    );
    const rows = await lastRows(4);
    expect(rows.map((row) => [row['target_name'], row['log_level']]).sort()).toEqual([
      ['', 'WARN'],
      ['admin', 'WARN'],
      ['bulk-1', 'INFO'],
      ['bulk-2', 'INFO'],
    ]);
    const two = [ids[0] ?? '', ids[2] ?? ''];
    await admin.expectOk(users.bulkFreeze, { ids: two, freeze: 2, noExpiry: true });
    const { result: role } = await admin.expectOk(roles.add, { roleName: 'bulk role' });
    await admin.expectOk(users.bulkAddRole, { ids: [...two, ...two], roleId: role.id });
    await admin.expectOk(disk.bulkSetQuota, { ids: two, quotaBytes: 5000 });
    const { result: listed } = await admin.expectOk(users.list, { roleId: role.id });
    expect(listed.data.map(({ enable, roleList }) => [enable, roleList.length])).toEqual([
      [1, 2],
      [1, 2],
    ]);
    const usage = await admin.expectOk(disk.userUsage, { userId: two[0] ?? '' });
    expect(usage.result.quotaBytes).toBe(5000);
    const { result: removed } = await admin.expectOk(users.bulkRemove, { ids: two });
    expect(removed.map(({ done }) => done)).toEqual([true, true]);
    expect(await usersOf(server).countBy({ userName: 'bulk-1' })).toBe(0);
  });

  it('are at most two hundred, and dates that are wrong for all are refused at once', async () => {
    const ids = Array.from({ length: 201 }, (_, index) => `id-${index}`);
    expect(await admin.call(users.bulkRemove, { ids })).toMatchObject({ code: 400 });
    expect(await admin.call(users.bulkRemove, { ids: [] })).toMatchObject({ code: 400 });
    expect(
      await admin.call(users.bulkFreeze, { ids: ['x'], freeze: 1, endDate: '2099-01-01' }),
    ).toMatchObject({ result: { error: 'USERS_DATES_NOT_WANTED' } });
  });
});

describe("a user's sessions", () => {
  it('are seen and ended by who may change the user', async () => {
    const { id: userId } = await createUser(server, 'many-places', []);
    const [one, two, three] = [
      await signedIn('many-places'),
      await signedIn('many-places'),
      await signedIn('many-places'),
    ];
    const browser = await connectConsole(server.baseUrl, one.token ?? '');
    const { result: own } = await one.expectOk(sessions.list, {});
    const { result: seen } = await keeper.expectOk(sessions.listOfUser, { userId });
    expect(seen.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
    expect(seen.some(({ isCurrent }) => isCurrent)).toBe(false);

    const id = own.find(({ isCurrent }) => isCurrent)?.id ?? '';
    const ended = await keeper.expectOk(sessions.endOfUser, { userId, id });
    expect(ended.result).toEqual({ ended: 1 });
    expect(await browser.revoked).toContain('管理员');
    expect(await one.call(account.detail, {})).toMatchObject({ code: 401 });
    await two.expectOk(account.detail, {});
    expect((await keeper.expectOk(sessions.endOfUser, { userId })).result).toEqual({ ended: 2 });
    expect(await three.call(account.detail, {})).toMatchObject({ code: 401 });
    const [row] = await lastRows(1);
    expect(row).toMatchObject({ target_name: 'many-places', details: { endedSessions: 2 } });
  });

  it('are not for those who may do less', async () => {
    const userId = await idOf('admin');
    const { result: own } = await admin.expectOk(sessions.list, {});
    expect(await keeper.call(sessions.listOfUser, { userId })).toMatchObject({ code: 403 });
    expect(await keeper.call(sessions.endOfUser, { userId })).toMatchObject({ code: 403 });
    const foreign = { userId: await idOf('keeper'), id: own[0]?.id ?? '' };
    expect(await keeper.call(sessions.endOfUser, foreign)).toMatchObject({ code: 404 });
    await admin.expectOk(account.detail, {});
  });
});

describe('the list of users', () => {
  it('is sorted and narrowed', async () => {
    const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
    const make = async (name: string, change: object): Promise<void> => {
      const { id } = await createUser(server, `sorted-${name}`);
      await usersOf(server).update({ id }, change);
    };
    await make('a', { companyName: 'b', expiresAt: inDays(10) });
    await make('b', { companyName: 'a', expiresAt: inDays(-10) });
    await make('c', { isFrozen: true, expiresAt: inDays(10) });
    await make('d', { effectiveFrom: inDays(5), expiresAt: inDays(60) });
    const list = async (input: object): Promise<string> => {
      const { result } = await admin.expectOk(users.list, { search: 'sorted-', ...input });
      expect(result.total).toBe(result.data.length);
      return result.data.map(({ userName }) => userName.slice(-1)).join('');
    };
    expect(await list({})).toBe('dcba');
    expect(await list({ sort: 'userName' })).toBe('abcd');
    expect(await list({ sort: 'userName', order: 'desc' })).toBe('dcba');
    expect((await list({ sort: 'companyName' })).slice(0, 2)).toBe('ba');
    expect(await list({ sort: 'expiredDate', order: 'asc', state: 'active' })).toBe('a');
    expect(await list({ state: 'expiresSoon' })).toBe('a');
    expect(await list({ state: 'frozen' })).toBe('c');
    expect(await list({ state: 'expired' })).toBe('b');
    expect(await list({ state: 'pending' })).toBe('d');
    expect(await list({ roleId: 'none' })).toBe('');
  });
});
