import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

let one: TestServer;
let two: TestServer;
let admin: ApiClient;

beforeAll(async () => {
  one = await startTestServer();
  two = await startTestServer({ DATABASE_URL: one.config.databaseUrl });
  admin = new ApiClient(one.baseUrl);
  await admin.signIn('admin', adminPassword);
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

describe('two servers on one database', () => {
  it('end a session of the other, sockets included', async () => {
    const user = await createUser(one, 'elsewhere');
    const client = new ApiClient(two.baseUrl);
    await client.signIn('elsewhere', userPassword);
    const browser = await connectConsole(two.baseUrl, client.token ?? '');
    await admin.expectOk(endpoints.users.freeze, { id: user.id, freeze: 1 });
    expect(await browser.revoked).toContain('冻结');
    expect(await client.call(endpoints.account.detail, {})).toMatchObject({ code: 401 });
  });

  it('take rights from a window at the other, and from what it watches', async () => {
    const user = await createUser(one, 'watching-elsewhere', ['platformMonitoring']);
    const client = new ApiClient(two.baseUrl);
    await client.signIn('watching-elsewhere', userPassword);
    const browser = await connectConsole(two.baseUrl, client.token ?? '');
    expect(await browser.ask('watch', { topic: 'monitoring' })).toBe(true);
    const { result: role } = await admin.expectOk(endpoints.roles.add, { roleName: 'nothing' });
    await admin.expectOk(endpoints.users.setRoles, { userId: user.id, roleIds: role.id });
    await waitFor('the menus', () => browser.menusChanged() > 0);
    await waitFor(
      'the topic to be closed',
      async () => (await browser.ask('watch', { topic: 'monitoring' })) === false,
    );
    browser.close();
  });

  it('count wrong passwords together', async () => {
    await createUser(one, 'counted');
    const codes: number[] = [];
    for (const server of [one, two, one, two, one, two]) {
      const client = new ApiClient(server.baseUrl);
      const password = await client.encrypt('wrong-1');
      const answer = await client.call(endpoints.sessions.login, {
        loginName: 'counted',
        password,
      });
      codes.push(answer.code);
    }
    expect(codes).toEqual([400, 400, 400, 400, 400, 429]);
  });
});
