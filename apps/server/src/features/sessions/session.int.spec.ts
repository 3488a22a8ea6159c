import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { io, type Socket } from 'socket.io-client';
import {
  adminPassword,
  call,
  encryptPassword,
  signIn,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword, usersOf } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { SessionEntity } from './session.entity.js';

const calls = {
  ...endpoints.sessions,
  ...endpoints.account,
  userMenuTree: endpoints.menus.userMenuTree,
};
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('signing in', () => {
  it('gives user, token and permission for the right password', async () => {
    const answer = await call(server.baseUrl, calls.login, {
      loginName: 'admin',
      password: await encryptPassword(server.baseUrl, adminPassword),
    });
    expect(answer).toMatchObject({
      success: true,
      code: 200,
      result: { user: { userName: 'admin' }, permission: { enableDowloadUserData: true } },
    });
    expect(Buffer.from(answer.result.token, 'base64url')).toHaveLength(32);
  });

  it('gives no permission to download that the platform’s switch takes', async () => {
    const user = await createUser(server, 'kept-out');
    const token = await signIn(server.baseUrl);
    const chosen = { allowDownload: true, userIds: [user.id] };
    await call(server.baseUrl, endpoints.downloadPermission.save, chosen, { token });
    const answer = await call(server.baseUrl, calls.login, {
      loginName: 'kept-out',
      password: await encryptPassword(server.baseUrl, userPassword),
    });
    expect(answer.result.permission).toEqual({ enableDowloadUserData: false });
  });

  it('keeps no token in the database, only its hash', async () => {
    const token = await signIn(server.baseUrl);
    const rows: unknown[] = await server.dataSource.query('SELECT * FROM user_session');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('answers an unknown name and a wrong password alike', async () => {
    const password = await encryptPassword(server.baseUrl, 'not-it-1');
    const wrong = await call(server.baseUrl, calls.login, { loginName: 'admin', password });
    const unknown = await call(server.baseUrl, calls.login, { loginName: 'nobody', password });
    expect(wrong).toMatchObject({ httpStatus: 200, success: false, code: 400 });
    expect({ ...unknown }).toEqual({ ...wrong });
  });

  it('refuses a password that does not decrypt', async () => {
    const answer = await call(server.baseUrl, calls.login, {
      loginName: 'admin',
      password: 'plain',
    });
    expect(answer).toMatchObject({ code: 400, result: { error: 'USERS_PASSWORD_UNREADABLE' } });
  });

  it('speaks the language asked for until the user has chosen one', async () => {
    const password = await encryptPassword(server.baseUrl, 'not-it-1');
    const input = { loginName: 'admin', password };
    const english = await call(server.baseUrl, calls.login, input, {
      headers: { 'Accept-Language': 'en-GB,en' },
    });
    const chinese = await call(server.baseUrl, calls.login, input);
    expect(english.message).toContain('password is wrong');
    expect(chinese.message).toContain('密码错误');
  });

  it.each([
    ['frozen', { isFrozen: true }, 'SESSIONS_ACCOUNT_FROZEN'],
    [
      'not yet valid',
      { effectiveFrom: new Date(Date.now() + 60_000) },
      'SESSIONS_ACCOUNT_NOT_VALID',
    ],
    ['expired', { expiresAt: new Date(Date.now() - 1) }, 'SESSIONS_ACCOUNT_NOT_VALID'],
  ])('refuses a user who is %s, and ends what he had', async (state, change, error) => {
    const userName = `user-${state.replaceAll(' ', '-')}`;
    const user = await createUser(server, userName);
    const token = await signIn(server.baseUrl, userName, userPassword);
    await usersOf(server).update({ id: user.id }, change);
    const answer = await call(server.baseUrl, calls.login, {
      loginName: userName,
      password: await encryptPassword(server.baseUrl, userPassword),
    });
    expect(answer.result).toMatchObject({ error });
    const detail = await call(server.baseUrl, calls.detail, {}, { token });
    expect(detail).toMatchObject({ httpStatus: 401, code: 401 });
  });
});

describe('a session', () => {
  it('is refused when it is missing, foreign, tampered with, expired or closed', async () => {
    const token = await signIn(server.baseUrl);
    const tampered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [undefined, 'foreign', tampered]) {
      const answer = await call(server.baseUrl, calls.detail, {}, { token: wrong });
      expect(answer).toMatchObject({ httpStatus: 401, code: 401, success: false });
    }
    expect(await call(server.baseUrl, calls.logout, {}, { token })).toMatchObject({ code: 200 });
    expect(await call(server.baseUrl, calls.detail, {}, { token })).toMatchObject({ code: 401 });

    const old = await signIn(server.baseUrl);
    await server.dataSource.query(`UPDATE user_session SET expires_at = 'epoch'`);
    expect(await call(server.baseUrl, calls.detail, {}, { token: old })).toMatchObject({
      code: 401,
    });
  });

  it('is accepted bare and as Bearer', async () => {
    const token = await signIn(server.baseUrl);
    for (const value of [token, `Bearer ${token}`]) {
      expect(await call(server.baseUrl, calls.detail, {}, { token: value })).toMatchObject({
        code: 200,
      });
    }
  });

  it('slides on when it is used', async () => {
    const token = await signIn(server.baseUrl);
    await server.dataSource.query(
      `UPDATE user_session SET last_used_at = now() - interval '2 minutes', expires_at = now() + interval '1 minute'`,
    );
    await call(server.baseUrl, calls.detail, {}, { token });
    const sessions = await server.dataSource.getRepository(SessionEntity).find();
    const latest = Math.max(...sessions.map((session) => session.expiresAt.getTime()));
    expect(latest).toBeGreaterThan(Date.now() + 24 * 3_600_000);
  });

  it('ends thirty days after the sign-in, however much it is used', async () => {
    const token = await signIn(server.baseUrl);
    const age = (interval: string): Promise<unknown> =>
      server.dataSource.query(
        `UPDATE user_session SET last_used_at = now() - interval '2 minutes',
           created_at = now() - interval '${interval}', expires_at = now() + interval '1 minute'`,
      );
    await age('29 days 23 hours');
    expect(await call(server.baseUrl, calls.detail, {}, { token })).toMatchObject({ code: 200 });
    const [{ hours } = { hours: 0 }] = await server.dataSource.query<{ hours: number }[]>(
      `SELECT EXTRACT(EPOCH FROM max(expires_at) - now()) / 3600 AS hours FROM user_session`,
    );
    expect(Number(hours)).toBeLessThanOrEqual(1);
    await age('31 days');
    await call(server.baseUrl, calls.detail, {}, { token });
    expect(await call(server.baseUrl, calls.detail, {}, { token })).toMatchObject({ code: 401 });
  });

  it('is one of a hundred; another sign-in ends the one that was unused the longest', async () => {
    const user = await createUser(server, 'everywhere');
    const first = await signIn(server.baseUrl, 'everywhere', userPassword);
    const socket = await connect(first);
    const told = new Promise<string>((resolve) => {
      socket.on('sessionRevoked', ({ reason }: { reason: string }) => resolve(reason));
    });
    await server.dataSource.query(
      `UPDATE user_session SET last_used_at = now() - interval '1 minute' WHERE user_id = $1`,
      [user.id],
    );
    await server.dataSource.query(
      `INSERT INTO user_session (user_id, token_hash, expires_at)
       SELECT $1, sha256(number::text::bytea), now() + interval '1 day' FROM generate_series(1, 98) AS number`,
      [user.id],
    );
    const count = (): Promise<number> =>
      server.dataSource.getRepository(SessionEntity).countBy({ userId: user.id });
    await signIn(server.baseUrl, 'everywhere', userPassword);
    expect([await count(), socket.connected]).toEqual([100, true]);
    const latest = await Promise.all(
      [1, 2, 3].map(() => signIn(server.baseUrl, 'everywhere', userPassword)),
    );
    expect(await told).toContain('过多设备');
    expect(await count()).toBe(100);
    for (const token of latest) {
      expect(await call(server.baseUrl, calls.detail, {}, { token })).toMatchObject({ code: 200 });
    }
    expect(await call(server.baseUrl, calls.detail, {}, { token: first })).toMatchObject({
      code: 401,
    });
    socket.disconnect();
  });

  it('takes its sockets along when it is closed', async () => {
    const token = await signIn(server.baseUrl);
    const socket = await connect(token);
    const gone = new Promise<string>((resolve) => socket.on('disconnect', resolve));
    await call(server.baseUrl, calls.logout, {}, { token });
    expect(await gone).toBe('io server disconnect');
    socket.disconnect();
  });
});

describe("a browser's socket", () => {
  it('is refused without a good token', async () => {
    await expect(connect('foreign')).rejects.toThrow('SESSION_NOT_SIGNED_IN');
  });

  it('may watch only what its user may see', async () => {
    await createUser(server, 'watcher');
    const admin = await connect(await signIn(server.baseUrl));
    const user = await connect(await signIn(server.baseUrl, 'watcher', userPassword));
    for (const topic of [{ topic: 'hosts' }, { topic: 'monitoring' }, { topic: 'jobs' }]) {
      expect(await admin.emitWithAck('watch', topic)).toBe(true);
      expect(await user.emitWithAck('watch', topic)).toBe(false);
    }
    expect(await admin.emitWithAck('watch', { topic: 'nothing' })).toBe(false);
    expect(await user.emitWithAck('watch', { topic: 'job', jobId: "1' OR 1=1" })).toBe(false);
    admin.disconnect();
    user.disconnect();
  });
});

describe('menus and language', () => {
  it('shows an administrator everything and a user his own menus, groups leading only where he may go', async () => {
    await createUser(server, 'reader');
    const admin = await call(
      server.baseUrl,
      calls.userMenuTree,
      {},
      { token: await signIn(server.baseUrl) },
    );
    const user = await call(
      server.baseUrl,
      calls.userMenuTree,
      {},
      { token: await signIn(server.baseUrl, 'reader', userPassword) },
    );
    expect(admin.result.map((menu) => menu.id)).toEqual([
      'myDoc',
      'managementProject',
      'userList',
      'desktopDot',
      'platformMonitoring',
      'applicationList',
      'settings',
    ]);
    const resources = user.result.find((menu) => menu.id === 'desktopDot');
    expect(resources?.menuUrl).toBe('/taskManangement');
    expect(resources?.children.map((menu) => menu.menuUrl)).toEqual([
      '/taskManangement',
      '/myDesktops',
    ]);
    expect(user.result.map((menu) => menu.id)).not.toContain('userList');
  });

  it('remembers the language of a user, and needs a token to set it', async () => {
    const token = await signIn(server.baseUrl);
    expect(await call(server.baseUrl, calls.setLanguage, { selected: 'en' })).toMatchObject({
      code: 401,
    });
    await call(server.baseUrl, calls.setLanguage, { selected: 'en' }, { token });
    const mine = await call(server.baseUrl, calls.getLanguage, {}, { token });
    const anyone = await call(server.baseUrl, calls.getLanguage, {});
    expect(mine.result).toEqual({ selected: 'en' });
    expect(anyone.result).toEqual({ selected: 'cn' });
    await call(server.baseUrl, calls.setLanguage, { selected: 'cn' }, { token });
  });
});

describe('the audit log', () => {
  it('has a row for a changing call, done or refused, and none for a question', async () => {
    // Of a user of its own: rows are written after the answer, and those of other tests may still arrive.
    await createUser(server, 'logged');
    const token = await signIn(server.baseUrl, 'logged', userPassword);
    await call(server.baseUrl, calls.login, { loginName: 'logged', password: 'plain' });
    await call(server.baseUrl, calls.detail, {}, { token });
    const listRows = (): Promise<unknown[]> =>
      server.dataSource.query(
        `SELECT log_level, log_model, method_name, user_name, error_code FROM audit_log
         WHERE user_name = 'logged' ORDER BY id`,
      );
    await waitFor('both rows', async () => (await listRows()).length >= 2);
    const rows = await listRows();
    const row = { log_model: 'sessions', method_name: '/user/info/login', user_name: 'logged' };
    expect(rows).toEqual([
      { ...row, log_level: 'INFO', error_code: null },
      { ...row, log_level: 'WARN', error_code: 'USERS_PASSWORD_UNREADABLE' },
    ]);
  });
});

function connect(token: string): Promise<Socket> {
  const socket = io(`${server.baseUrl}/console`, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}
