import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { endpoints, type Endpoint, type Envelope } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { PasswordsBusyError } from '../../users/passwords/password.errors.js';
import { Delay } from './delay.js';
import { SignInService } from './sign-in.service.js';

const secret = 'what-only-the-proxy-can-show-here';
const { login } = endpoints.sessions;
let server: TestServer;
let admin: ApiClient;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'loopback', PROXY_SECRET: secret });
  // What a wrong try waits for is told in sign-in.int.spec.
  jest.spyOn(server.app.get(Delay), 'wait').mockResolvedValue(undefined);
  admin = new ApiClient(server.baseUrl);
  await admin.signIn('admin', adminPassword);
});
afterAll(() => server.stop());
beforeEach(() => server.dataSource.query('DELETE FROM attempt_limit'));

/** A call through the proxy, from that address. */
async function callFrom(
  address: string,
  endpoint: Endpoint,
  input: object,
  token = '',
): Promise<number> {
  const answer = await fetch(`${server.baseUrl}/api${endpoint.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      'x-clusterdesk-proxy': secret,
      authorization: token,
    },
    body: JSON.stringify(input),
  });
  return ((await answer.json()) as Envelope<unknown>).code;
}

const signInFrom = async (address: string, name: string, password: string): Promise<number> =>
  callFrom(address, login, { loginName: name, password: await admin.encrypt(password) });

async function guessFrom(address: string, name: string, times: number): Promise<number[]> {
  const codes: number[] = [];
  for (let count = 0; count < times; count += 1) {
    // Does not decrypt: counted like any other, and quick.
    codes.push(await callFrom(address, login, { loginName: name, password: 'AAAA' }));
  }
  return codes;
}

describe('guesses from elsewhere', () => {
  it('shut out who guesses, and nobody at another address', async () => {
    await createUser(server, 'known');
    for (let count = 0; count < 5; count += 1) {
      expect(await signInFrom('203.0.113.1', 'known', 'wrong-1')).toBe(400);
    }
    expect(await signInFrom('203.0.113.1', 'known', userPassword)).toBe(429);
    expect(await signInFrom('203.0.113.2', 'known', userPassword)).toBe(200);
    // That somebody else signed in is no new beginning for who guesses.
    expect(await signInFrom('203.0.113.1', 'known', userPassword)).toBe(429);
  });

  it('leave a device alone on which its user signed in, also behind the same address', async () => {
    const { id } = await createUser(server, 'awaited');
    await createUser(server, 'stranger');
    const deviceOf = async (name: string): Promise<string> => {
      const password = await admin.encrypt(userPassword);
      const { result } = await admin.expectOk(login, { loginName: name, password });
      return result.device ?? '';
    };
    const [device, foreign] = [await deviceOf('awaited'), await deviceOf('stranger')];
    const at = async (address: string, devices: string, password: string): Promise<number> =>
      callFrom(address, login, {
        loginName: 'awaited',
        password: await admin.encrypt(password),
        devices,
      });
    // Strangers have used up all that is theirs: the name everywhere, and the address.
    await server.dataSource.query('DELETE FROM attempt_limit');
    await server.dataSource.query(
      `INSERT INTO attempt_limit VALUES ('sign-in-name:awaited', 50, $1), ('sign-in-address:203.0.113.20', 20, $1)`,
      [Date.now() + 600_000],
    );
    const known = `${foreign},${device}`;
    expect(await at('203.0.113.20', known, userPassword)).toBe(200);
    expect(await at('203.0.113.21', known, userPassword)).toBe(200);
    const [deviceId, ends, mac] = device.split('.');
    const made = [
      foreign,
      `${String(deviceId)}.${Number(ends) + 1}.${String(mac)}`,
      `x.${String(ends)}.${String(mac)}`,
      `${String(deviceId)}.NaN.`,
      ',,',
    ];
    for (const devices of made) {
      expect(await at('203.0.113.22', devices, userPassword)).toBe(429);
    }
    // It is no way to guess more: it has five tries like any other place, and all such places fifty.
    for (let count = 0; count < 5; count += 1) {
      expect(await at('203.0.113.23', known, 'wrong-1')).toBe(400);
    }
    expect(await at('203.0.113.24', known, userPassword)).toBe(429);
    await server.dataSource.query('DELETE FROM attempt_limit');
    await server.dataSource.query(`INSERT INTO attempt_limit VALUES ($1, 50, $2)`, [
      'sign-in-name-known:awaited',
      Date.now() + 600_000,
    ]);
    expect(await at('203.0.113.25', known, userPassword)).toBe(429);
    // Who is signed in changes his password, whatever strangers try.
    const user = new ApiClient(server.baseUrl);
    await server.dataSource.query('DELETE FROM attempt_limit');
    await user.signIn('awaited', userPassword);
    await server.dataSource.query('DELETE FROM attempt_limit');
    await server.dataSource.query(`INSERT INTO attempt_limit VALUES ($1, 50, $2)`, [
      'sign-in-name:awaited',
      Date.now() + 600_000,
    ]);
    const change = {
      id,
      password: await user.encrypt('other-pass-1'),
      oldPassword: await user.encrypt(userPassword),
    };
    expect((await user.call(endpoints.account.updatePassword, change)).code).toBe(200);
  });

  it('count together, whether a password is tried to sign in or as the old one', async () => {
    const { id } = await createUser(server, 'both-ways');
    const user = new ApiClient(server.baseUrl);
    await user.signIn('both-ways', userPassword);
    const password = await user.encrypt('wrong-1');
    const from = '203.0.113.30';
    const change = (): Promise<number> =>
      callFrom(
        from,
        endpoints.account.updatePassword,
        { id, password, oldPassword: password },
        user.token ?? '',
      );
    expect([await change(), await change(), await change()]).toEqual([400, 400, 400]);
    expect(await signInFrom(from, 'both-ways', 'wrong-1')).toBe(400);
    expect(await signInFrom(from, 'both-ways', 'wrong-1')).toBe(400);
    expect(await signInFrom(from, 'both-ways', userPassword)).toBe(429);
    expect(await change()).toBe(429);
  });

  it('are bounded for all addresses together', async () => {
    await server.dataSource.query(`INSERT INTO attempt_limit VALUES ($1, 49, $2)`, [
      'sign-in-name:admin',
      Date.now() + 600_000,
    ]);
    expect(await signInFrom('203.0.113.3', 'admin', 'wrong-1')).toBe(400);
    expect(await signInFrom('203.0.113.4', 'admin', adminPassword)).toBe(429);
  });

  it('count as one address within a network of IPv6', async () => {
    const codes: number[] = [];
    for (let count = 1; count <= 22; count += 1) {
      codes.push(...(await guessFrom(`2001:db8:0:1::${count}`, `six-${count}`, 1)));
    }
    expect(codes).toEqual([...Array<number>(20).fill(400), 429, 429]);
    expect(await guessFrom('2001:db8:0:2::1', 'six', 1)).toEqual([400]);
  });

  it('leave others a place, however many come at once', async () => {
    const signIn = server.app.get(SignInService);
    const password = await admin.encrypt('wrong-1');
    const right = await admin.encrypt(adminPassword);
    const place = (address: string) => ({ address, userAgent: undefined });
    const flood = Array.from({ length: 300 }, (_, index) =>
      signIn
        .signIn(`flood-${index}`, password, place('203.0.113.8'))
        .catch((error: unknown) => error),
    );
    const other = signIn.signIn('admin', right, place('203.0.113.9'));
    await expect(other).resolves.toMatchObject({ user: { userName: 'admin' } });
    const answers = await Promise.all(flood);
    expect(answers.filter((answer) => answer instanceof PasswordsBusyError)).toHaveLength(200);
    // What it took is given back.
    expect(await signInFrom('203.0.113.9', 'admin', adminPassword)).toBe(200);
  });

  it('of the old password, by whoever has a token, leave its user alone', async () => {
    const { id } = await createUser(server, 'robbed');
    const thief = new ApiClient(server.baseUrl);
    await thief.signIn('robbed', userPassword);
    const change = async (address: string, oldPassword: string): Promise<number> =>
      callFrom(
        address,
        endpoints.account.updatePassword,
        {
          id,
          password: await thief.encrypt('other-pass-1'),
          oldPassword: await thief.encrypt(oldPassword),
        },
        thief.token ?? '',
      );
    for (let count = 0; count < 5; count += 1) {
      expect(await change('203.0.113.5', 'wrong-1')).toBe(400);
    }
    expect(await change('203.0.113.5', userPassword)).toBe(429);
    expect(await signInFrom('203.0.113.6', 'robbed', userPassword)).toBe(200);
    expect(await change('203.0.113.6', userPassword)).toBe(200);
  });

  it('begin anew when an administrator sets another password', async () => {
    const { id } = await createUser(server, 'forgetful');
    for (let count = 0; count < 5; count += 1) {
      await signInFrom('203.0.113.7', 'forgetful', 'wrong-1');
    }
    await admin.expectOk(endpoints.users.changePassword, {
      id,
      password: await admin.encrypt('other-pass-1'),
    });
    expect(await signInFrom('203.0.113.7', 'forgetful', 'other-pass-1')).toBe(200);
  });
});
