import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword, usersOf } from '@clusterdesk/tests/server/test-users.js';
import { AuditTrail } from '../../platform/http/audit-trail.js';
import { AuditLog } from './audit-log.service.js';
import { AuditRetention } from './audit-retention.service.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const { list, methods, exportRows } = endpoints.audit;
let server: TestServer;
let admin: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = new ApiClient(server.baseUrl);
  await admin.signIn('admin', adminPassword);
  await createUser(server, 'log-anna');
  await createUser(server, 'log-ben');
  await waitFor('the row of the sign-in', async () => {
    const { result } = await admin.expectOk(list, {});
    return result.totalElements > 0;
  });
  await server.dataSource.query('TRUNCATE audit_log');
  await server.dataSource.query(
    `INSERT INTO audit_log (log_level, log_model, method_name, user_name)
     SELECT CASE number % 10 WHEN 0 THEN 'ERROR' WHEN 1 THEN 'WARN' ELSE 'INFO' END,
            CASE number % 2 WHEN 0 THEN 'identity' ELSE 'jobs' END, '/call/' || number,
            CASE number % 3 WHEN 0 THEN 'log-anna' WHEN 1 THEN 'log-ben' ELSE 'gone' END
     FROM generate_series(1, 12000) number`,
  );
});
afterAll(() => server.stop());

describe('the log', () => {
  it('comes newest first, page by page, without gaps or repetition', async () => {
    const first = await admin.expectOk(list, { pageNum: 0, size: 10 });
    const second = await admin.expectOk(list, { pageNum: 1, size: 10 });
    const calls = [...first.result.content, ...second.result.content].map((row) => row.methodName);
    expect(calls).toEqual(Array.from({ length: 20 }, (_, index) => `/call/${12_000 - index}`));
  });

  it('counts exactly up to 10,000 and no further', async () => {
    const all = await admin.expectOk(list, {});
    const errors = await admin.expectOk(list, { logLevel: 'ERROR' });
    expect([all.result.totalElements, errors.result.totalElements]).toEqual([10_000, 1_200]);
  });

  it.each([
    [{ logLevel: 'WARN' }, 1_200, '/call/11991'],
    [{ logModel: 'jobs' }, 6_000, '/call/11999'],
    [{ userName: 'log-' }, 8_000, '/call/12000'],
    [{ userName: 'ANNA' }, 4_000, '/call/12000'],
    [{ userName: 'gone' }, 4_000, '/call/11999'],
    [{ userName: 'log-anna', logModel: 'jobs', logLevel: 'WARN' }, 400, '/call/11991'],
    [{ userName: '%' }, 0, undefined],
  ] as const)('is filtered by %j', async (filter, total, newest) => {
    const { result } = await admin.expectOk(list, { ...filter, size: 40 });
    expect([result.totalElements, result.content[0]?.methodName]).toEqual([total, newest]);
  });

  it('reaches pages beyond what is counted', async () => {
    const { result } = await admin.expectOk(list, { pageNum: 599, size: 20 });
    expect(result.content.at(-1)?.methodName).toBe('/call/1');
  });

  it.each([
    ['nul-\0name', 'nul-name'],
    [`${'n'.repeat(63)}\u{1f4a9}`, `${'n'.repeat(63)}\uFFFD`],
  ])('has a row for a sign-in refused by the name %j', async (loginName, userName) => {
    const call = endpoints.sessions.login;
    const refused = { loginName, password: 'x'.repeat(10_000) };
    expect((await new ApiClient(server.baseUrl).call(call, refused)).code).toBe(400);
    await waitFor('the row', async () => {
      const { result } = await admin.expectOk(list, { methodName: call.path, size: 40 });
      return result.content.some((row) => row.userName === userName && row.errorCode);
    });
  });

  it('has a row for what a signed-in user was not let into, and none for a stranger', async () => {
    const client = new ApiClient(server.baseUrl);
    await client.signIn('log-ben', userPassword);
    await new ApiClient(server.baseUrl).call(endpoints.roles.remove, { id: 'x' });
    expect(await client.call(endpoints.roles.remove, { id: 'x' })).toMatchObject({ code: 403 });
    expect(await admin.call(endpoints.roles.remove, { id: 'x' })).toMatchObject({ code: 404 });
    const rows = await waitFor('the rows', async () => {
      const { result } = await admin.expectOk(list, { logLevel: 'WARN', size: 40 });
      const found = result.content.filter(({ methodName }) => methodName === '/role/delete');
      return found.length >= 2 && found;
    });
    const seen = rows.map(({ userName, errorCode, errorMessage }) => [
      userName,
      errorCode,
      errorMessage,
    ]);
    expect(seen.sort()).toEqual([
      ['admin', 'USERS_ROLE_UNKNOWN', expect.stringMatching(/\p{Script=Han}/u)],
      ['log-ben', 'ACCESS_NOT_ALLOWED', '您没有此操作的权限，请联系管理员'],
    ]);
  });
});

describe('the log of some users, objects and days', () => {
  const at = (day: string): string => `2026-03-${day} 12:00:00+08`;
  let annaId: string;

  beforeAll(async () => {
    annaId = (await usersOf(server).findOneByOrFail({ userName: 'log-anna' })).id;
    await server.query(
      `INSERT INTO audit_log (log_level, log_model, method_name, user_id, user_name, target_type, target_id, target_name,
         details, created_at) VALUES
         ('INFO', 'days', '/days/one', '${annaId}', 'log-anna', 'user', 'u1', '=evil()', '{"after":1}', '${at('01')}'),
         ('WARN', 'days', '/days/two', '${annaId}', 'log-anna', 'role', 'u1', 'role', null, '${at('02')}'),
         ('INFO', 'days', '/days/two', null, 'log-ben', 'user', 'u2', 'ben', null, '${at('03')}')`,
    );
  });

  const filters: [Omit<EndpointInput<typeof list>, 'pageNum' | 'size'>, string[]][] = [
    [{}, ['03', '02', '01']],
    [{ startDate: '2026-03-02' }, ['03', '02']],
    [{ endDate: '2026-03-02' }, ['02', '01']],
    [{ startDate: '2026-03-02', endDate: '2026-03-02' }, ['02']],
    [{ startDate: '2026-03-02 12:00:01' }, ['03']],
    [{ targetType: 'user' }, ['03', '01']],
    [{ targetType: 'user', targetId: 'u1' }, ['01']],
    [{ methodName: '/days/two' }, ['03', '02']],
    [{ methodName: '/days/two', userName: 'anna' }, ['02']],
    [{ methodName: '/days/one,/days/two' }, ['03', '02', '01']],
    [{ methodName: ['/days/two', '/days/one', '/none'], targetId: 'u1' }, ['02', '01']],
    [{ methodName: '/days/one,/days/two', userName: 'anna', logLevel: 'WARN' }, ['02']],
  ];
  it.each(filters)('is found by %j', async (filter, days) => {
    const { result } = await admin.expectOk(list, { logModel: 'days', ...filter });
    expect(result.content.map(({ createTime }) => createTime.slice(8, 10))).toEqual(days);
    expect(result.totalElements).toBe(days.length);
    const csv = await (await admin.send(exportRows, { logModel: 'days', ...filter })).text();
    expect(csv.split('\r\n').slice(1, -1)).toHaveLength(days.length);
  });

  it('is found by the user who did it', async () => {
    const { result } = await admin.expectOk(list, { logModel: 'days', userId: annaId });
    expect(result.totalElements).toBe(2);
    const none = await admin.expectOk(list, { logModel: 'days', userId: 'nobody' });
    expect(none.result.totalElements).toBe(0);
    expect(await admin.call(list, { startDate: '2026-02-30' })).toMatchObject({
      result: { error: 'INPUT_DATE_WRONG' },
    });
  });

  it('comes as a file that spreadsheet programs read and do not calculate', async () => {
    const answer = await admin.send(exportRows, { logModel: 'days', targetId: 'u1' });
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toContain('log.csv');
    expect(answer.headers.get('x-row-limit')).toBe('100000');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString('utf8');
    expect(text).toContain(`"'=evil()"`);
    expect(text).toContain('"{""after"":1}"');
  });

  it('is exported whole, however many pages it has, and only to those who may read it', async () => {
    const csv = await (await admin.send(exportRows, { logLevel: 'INFO', logModel: 'jobs' })).text();
    const calls = [...csv.matchAll(/"(\/call\/\d+)"/g)].map(([, call]) => call);
    const [count] = await server.query(
      `SELECT count(*)::int AS rows FROM audit_log WHERE log_level = 'INFO' AND log_model = 'jobs'`,
    );
    expect(new Set(calls).size).toBe(calls.length);
    expect(calls.length).toBe(count?.['rows']);
    const anna = new ApiClient(server.baseUrl);
    await anna.signIn('log-anna', userPassword);
    expect((await anna.send(exportRows, {})).status).toBe(403);
    expect(await anna.call(methods, {})).toMatchObject({ code: 403 });
  });

  it('can be narrowed to every call that leaves rows', async () => {
    const { result } = await admin.expectOk(methods, {});
    expect(result).toContainEqual({ logModel: 'users', methodName: '/user/info/freeze' });
    expect(result).toContainEqual({ logModel: 'uploads', methodName: '/uploads' });
    expect(result.map(({ methodName }) => methodName)).not.toContain(list.path);
    const methodName = Array.from({ length: 21 }, (_, index) => `/call/${index}`);
    expect(await admin.call(list, { methodName })).toMatchObject({ code: 400 });
  });

  it('names the caller, and what the call was given, where no service says more', async () => {
    await admin.expectOk(endpoints.account.setLanguage, { selected: 'cn' });
    const path = `/${'x'.repeat(400)}`;
    await admin.call(endpoints.disk.mkdirs, { paths: Array.from({ length: 25 }, () => path) });
    const rows = await waitFor('both rows', async () => {
      const { result } = await admin.expectOk(list, { size: 2 });
      const names = result.content.map(({ methodName }) => methodName);
      return names.includes(endpoints.disk.mkdirs.path) && result.content;
    });
    const [folders, language] = rows;
    const paths = folders?.details?.['paths'];
    expect(paths).toHaveLength(21);
    expect(paths).toEqual(expect.arrayContaining([path.slice(0, 300), '+5']));
    expect(language).toMatchObject({
      target: { type: 'user', name: 'admin' },
      details: { selected: 'cn' },
    });
  });
});

describe('a row of what was done', () => {
  it('is there before the answer is', async () => {
    await admin.expectOk(endpoints.account.setLanguage, { selected: 'en' });
    const [row] = await server.dataSource.query<{ name: string }[]>(
      'SELECT method_name AS name FROM audit_log ORDER BY id DESC LIMIT 1',
    );
    expect(row?.name).toBe(endpoints.account.setLanguage.path);
  });

  it('commits with the decision and goes with it', async () => {
    const audit = server.app.get(AuditTrail);
    const subject = {
      target: { type: 'spec', id: '7', name: 'seven' },
      details: { allowed: true },
      origin: { logModel: 'spec', methodName: 'spec.decide' },
    };
    await expect(
      server.dataSource.transaction(async (manager) => {
        await audit.record(manager, { ...subject, target: { ...subject.target, id: '8' } });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await server.dataSource.transaction((manager) => audit.record(manager, subject));
    const { result } = await admin.expectOk(list, { logModel: 'spec' });
    expect(result.content).toMatchObject([
      { methodName: 'spec.decide', target: subject.target, details: subject.details },
    ]);
  });

  it('is kept as long as the setting says', async () => {
    await server.dataSource.query(
      `UPDATE audit_log SET created_at = now() - interval '181 days' WHERE method_name IN ('/call/1', '/call/2')`,
    );
    const oldest = (): Promise<{ name: string }[]> =>
      server.dataSource.query('SELECT method_name AS name FROM audit_log ORDER BY id LIMIT 1');
    expect((await oldest())[0]?.name).toBe('/call/1');
    await server.app.get(AuditRetention).prune(new AbortController().signal);
    expect((await oldest())[0]?.name).toBe('/call/3');
  });

  it('is written before a server that stops closes its connections', async () => {
    const other = await startTestServer({ DATABASE_URL: server.config.databaseUrl });
    const client = new ApiClient(other.baseUrl);
    await client.signIn('admin', adminPassword);
    const isDraining = jest.spyOn(other.get(AuditLog), 'onApplicationShutdown');
    await server.query('TRUNCATE audit_log');
    let stopping: Promise<void> | undefined;
    await server.dataSource.transaction(async (manager) => {
      await manager.query('LOCK TABLE audit_log IN EXCLUSIVE MODE');
      // A refusal is answered before its row is written.
      expect(await client.call(endpoints.roles.remove, { id: 'x' })).toMatchObject({ code: 404 });
      stopping = other.stop();
      const drained = await waitFor('the stop', () => isDraining.mock.results[0]);
      const turn = new Promise((resolve) => setImmediate(resolve, 'it waits'));
      expect(await Promise.race([drained.value, turn])).toBe('it waits');
    });
    await stopping;
    expect(await server.query('SELECT error_code FROM audit_log')).toEqual([
      { error_code: 'USERS_ROLE_UNKNOWN' },
    ]);
  });
});
