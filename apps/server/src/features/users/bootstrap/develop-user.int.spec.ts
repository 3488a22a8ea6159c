import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { loadConfig } from '../../../config/config.js';
import { DevelopUserService } from './develop-user.service.js';
import { PasswordService } from '../passwords/password.service.js';
import { AccountChanges } from '../rights/account-changes.service.js';
import { AccessRevocation } from '../rights/access-revocation.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { HomeKeys } from '../leaving/home-keys.service.js';
import { UserRemovals } from '../leaving/user-removal.service.js';

const { login } = endpoints.sessions;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ DEVELOP_PASSWORD: 'develop-1' });
});
afterAll(() => server.stop());

async function signInAsDevelop(password: string): Promise<ApiClient> {
  const client = new ApiClient(server.baseUrl);
  await client.signIn('develop', password);
  return client;
}

/** What the next start does, with or without the variable. */
function startAgain(developPassword?: string): Promise<void> {
  const config = loadConfig({
    DATABASE_URL: server.config.databaseUrl,
    DEVELOP_PASSWORD: developPassword,
  });
  return new DevelopUserService(
    server.dataSource,
    server.app.get(PasswordService),
    server.app.get(AccessRevocation),
    server.app.get(UserRemovals),
    server.app.get(HomeKeys),
    server.app.get(AuditTrail),
    server.app.get(AccountChanges),
    config,
  ).run();
}

it.each(['develop', 'Admin123', '666666'])(
  'the server does not start with DEVELOP_PASSWORD=%s',
  async (guessed) => {
    await expect(startAgain(guessed)).rejects.toThrow('DEVELOP_PASSWORD is wrong');
  },
);

describe('the user develop', () => {
  it('exists exactly while its password is configured, and has the configured one', async () => {
    const first = await signInAsDevelop('develop-1');
    // Nobody added it: setting up the platform still asks for users.
    const { result } = await first.expectOk(endpoints.workbench.facts, {});
    expect(result.setup).toMatchObject({ hasUsers: false });
    await startAgain('develop-1');
    await first.expectOk(endpoints.account.detail, {});

    await startAgain('develop-2');
    expect(await first.call(endpoints.account.detail, {})).toMatchObject({ code: 401 });
    const second = await signInAsDevelop('develop-2');

    await startAgain();
    expect(await second.call(endpoints.account.detail, {})).toMatchObject({ code: 401 });
    const client = new ApiClient(server.baseUrl);
    expect(
      await client.call(login, {
        loginName: 'develop',
        password: await client.encrypt('develop-2'),
      }),
    ).toMatchObject({ code: 400, result: { error: 'SESSIONS_WRONG_CREDENTIALS' } });
    await startAgain('develop-1');
  });

  it('is in the log when the configuration changes it, and only then', async () => {
    await server.query('TRUNCATE audit_log');
    for (const password of ['develop-1', 'develop-2', undefined, undefined, 'develop-1']) {
      await startAgain(password);
    }
    const rows = await server.query(
      `SELECT method_name AS method, target_name AS name, details->>'change' AS change FROM audit_log ORDER BY id`,
    );
    expect(rows).toEqual(
      ['password', 'removed', 'added'].map((change) => ({
        method: 'start',
        name: 'develop',
        change,
      })),
    );
  });

  it('is the configuration’s: nobody deletes, freezes or re-passwords it, and it is no last administrator', async () => {
    const develop = await signInAsDevelop('develop-1');
    const { result: me } = await develop.expectOk(endpoints.account.detail, {});
    const admin = new ApiClient(server.baseUrl);
    await admin.signIn('admin', adminPassword);
    const password = await admin.encrypt('develop-3');
    for (const answer of [
      await admin.call(endpoints.users.remove, { id: me.id }),
      await admin.call(endpoints.users.freeze, { id: me.id, freeze: 1 }),
      await admin.call(endpoints.users.changePassword, { id: me.id, password }),
    ]) {
      expect(answer.result).toMatchObject({ error: 'USERS_DEVELOP_CONFIGURED' });
    }
    const { result: other } = await admin.expectOk(endpoints.account.detail, {});
    expect(await develop.call(endpoints.users.freeze, { id: other.id, freeze: 1 })).toMatchObject({
      result: { error: 'USERS_LAST_ADMINISTRATOR' },
    });
    // Where no administrator is left all the same, develop mends that step by step.
    await server.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [other.id]);
    await develop.expectOk(endpoints.users.changePassword, { id: other.id, password });
    const activation = { id: other.id, freeze: 2, startDate: '2020-01-01', noExpiry: true };
    await develop.expectOk(endpoints.users.freeze, activation);
  });
});
