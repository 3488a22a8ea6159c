import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, limits } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';

const { roles, users } = endpoints;
const many = 10_000;
let server: TestServer;
let admin: ApiClient;
let roleId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = new ApiClient(server.baseUrl);
  await admin.signIn('admin', adminPassword);
  roleId = (await admin.expectOk(roles.add, { roleName: 'everybody' })).result.id;
  // A statement may take five seconds, also on a busy machine.
  for (let first = 1; first <= many; first += 2_000) {
    await server.dataSource.query(
      `WITH added AS (
         INSERT INTO user_account (user_name, real_name, password_hash)
         SELECT 'user' || lpad(n::text, 5, '0'), 'Name ' || n, 'none'
         FROM generate_series($2::int, $2::int + 1999) n
         RETURNING id
       ) INSERT INTO user_role (user_id, role_id) SELECT id, $1 FROM added`,
      [roleId, first],
    );
  }
});
afterAll(() => server.stop());

const countOf = async (): Promise<number | undefined> =>
  (await admin.expectOk(roles.list, {})).result.find(({ id }) => id === roleId)?.userCount;

describe('a role with 10,000 users', () => {
  it('is listed with their number and the first of them', async () => {
    const answer = await admin.send(roles.list, {});
    const body = await answer.text();
    expect(body.length).toBeLessThan(20_000);
    expect(await countOf()).toBe(many);
    const { result } = await admin.expectOk(roles.list, {});
    const role = result.find(({ id }) => id === roleId);
    expect(role?.userInfos.map(({ userName }) => userName).slice(0, 2)).toEqual([
      'user00001',
      'user00002',
    ]);
  });

  it('is read by page, and searched', async () => {
    const last = await admin.expectOk(roles.listUsers, {
      roleId,
      pageNum: many / 10 - 1,
      size: 10,
    });
    expect(last.result.total).toBe(many);
    expect(last.result.data.at(-1)).toMatchObject({
      userName: `user${many}`,
      realName: `Name ${many}`,
    });
    const found = await admin.expectOk(roles.listUsers, { roleId, search: 'name 777' });
    expect(found.result.total).toBe(11);
    const none = await admin.expectOk(roles.listUsers, { roleId, search: '%' });
    expect(none.result.total).toBe(0);
  });

  it('is given one more and loses one, without naming the others', async () => {
    const { result: added } = await admin.expectOk(users.add, {
      userName: 'newcomer',
      password: await admin.encrypt('newcomer-1'),
      roleId,
    });
    expect(await countOf()).toBe(many + 1);
    await admin.expectOk(roles.removeUsers, { roleId, userIds: added.id });
    expect(await countOf()).toBe(many);
    await admin.expectOk(roles.addUsers, { roleId, userIds: [added.id, added.id] });
    await admin.expectOk(roles.addUsers, { roleId, userIds: added.id });
    expect(await countOf()).toBe(many + 1);
    const all = await admin.expectOk(users.listAll, { name: 'newcomer', exceptRoleId: roleId });
    expect(all.result).toEqual([]);
  });

  it('is taken from all and given to all again, each by one call', async () => {
    const before = await server.dataSource.query<{ id: string }[]>(
      'SELECT user_id AS id FROM user_role WHERE role_id = $1 LIMIT $2',
      [roleId, many],
    );
    await admin.expectOk(roles.setUsers, { roleId, userIds: [] });
    expect(await countOf()).toBe(0);
    await admin.expectOk(roles.setUsers, { roleId, userIds: before.map(({ id }) => id) });
    expect(await countOf()).toBe(many);
  });

  it('refuses a list that is too long in plain words, and unknown users', async () => {
    const most = Array.from({ length: limits.roleMaxUsers }, () => randomUUID());
    const answer = await admin.call(roles.setUsers, { roleId, userIds: [...most, randomUUID()] });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.message).toContain(String(limits.roleMaxUsers));
    expect(await admin.call(roles.setUsers, { roleId, userIds: most.join(',') })).toMatchObject({
      code: 404,
    });
    expect(
      await admin.call(roles.addUsers, { roleId, userIds: '00000000-0000-4000-8000-000000000000' }),
    ).toMatchObject({ code: 404 });
  });
});
