import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

const secret = 'what-only-the-proxy-can-show-here';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'loopback', PROXY_SECRET: secret });
});
afterAll(() => server.stop());

/** A wrong sign-in from this host, with those headers. */
async function guess(loginName: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${server.baseUrl}/api/user/info/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ loginName, password: 'AAAA' }),
  });
  const { code } = (await answer.json()) as { code: number };
  return code;
}

/** The addresses in the log, of that many rows. */
async function addressesOf(prefix: string, count: number): Promise<Set<string>> {
  const rows = await waitFor('the rows of the log', async () => {
    const found: { address: string }[] = await server.dataSource.query(
      `SELECT address FROM audit_log WHERE user_name LIKE $1`,
      [`${prefix}%`],
    );
    return found.length >= count && found;
  });
  return new Set(rows.map(({ address }) => address.replace('::ffff:', '')));
}

/** 22 wrong sign-ins with as many names and, so they say, addresses. */
async function guessFrom22(prefix: string, headers: Record<string, string>): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1) {
    const address = `198.51.100.${count}`;
    statuses.push(
      await guess(`${prefix}-${count}`, {
        'x-forwarded-for': address,
        forwarded: `for=${address}`,
        'x-real-ip': address,
        ...headers,
      }),
    );
  }
  return statuses;
}

describe('what a call says of its address', () => {
  it.each([
    ['nothing', {}],
    ['another secret', { 'x-clusterdesk-proxy': 'what-only-the-proxy-can-show-HERE' }],
    ['the secret twice', { 'x-clusterdesk-proxy': `${secret}, ${secret}` }],
  ])('does not count with %s to show, though it comes from this host', async (what, shown) => {
    await server.dataSource.query('DELETE FROM attempt_limit');
    const prefix = what.replaceAll(' ', '-');
    const statuses = await guessFrom22(prefix, { ...shown });
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429, 429]);
    expect(await addressesOf(prefix, 20)).toEqual(new Set(['127.0.0.1']));
  });

  it('counts from who shows the secret', async () => {
    const statuses = await guessFrom22('proved', { 'x-clusterdesk-proxy': secret });
    expect(statuses).toEqual(Array(22).fill(400));
    expect((await addressesOf('proved', 22)).size).toBe(22);
  });
});
