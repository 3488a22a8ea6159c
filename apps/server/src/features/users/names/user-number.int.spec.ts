import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { userPassword } from '@clusterdesk/tests/server/test-users.js';
import { RoleEntity } from '../roles/role.entity.js';

let server: TestServer;
let admin: ApiClient;
let roleId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = new ApiClient(server.baseUrl);
  await admin.signIn('admin', adminPassword);
  const roles = server.dataSource.getRepository(RoleEntity);
  ({ id: roleId } = await roles.findOneByOrFail({ isSystemAdministrator: false }));
});
afterAll(() => server.stop());

const numberOf = async (userName: string): Promise<number | undefined> => {
  const rows: { user_number: number }[] = await server.dataSource.query(
    'SELECT user_number FROM user_account WHERE user_name = $1',
    [userName],
  );
  return rows[0]?.user_number;
};

it('is used up by users that were made, not by refused ones, however many at once', async () => {
  const password = await admin.encrypt(userPassword);
  const add = (userName: string): Promise<{ success: boolean }> =>
    admin.call(endpoints.users.add, { userName, password, roleId });
  expect((await add('number-1')).success).toBe(true);
  const first = Number(await numberOf('number-1'));

  for (let nth = 0; nth < 3; nth += 1) {
    expect((await add('number-1')).success).toBe(false);
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => add('number-2')));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  // Whatever ends a creation after its row was made.
  await server.dataSource
    .transaction(async (manager) => {
      await manager.query(
        `INSERT INTO user_account (user_name, password_hash) VALUES ('number-x', 'none')`,
      );
      throw new Error('ended');
    })
    .catch(() => undefined);

  expect(await numberOf('number-2')).toBe(first + 1);
  expect((await add('number-3')).success).toBe(true);
  expect(await numberOf('number-3')).toBe(first + 2);
});

it('is not given again when a user is gone', async () => {
  const last = Number(await numberOf('number-3'));
  await server.query(`DELETE FROM user_account WHERE user_name = 'number-3'`);
  const password = await admin.encrypt(userPassword);
  await admin.expectOk(endpoints.users.add, { userName: 'number-4', password, roleId });
  expect(await numberOf('number-4')).toBe(last + 1);
});
