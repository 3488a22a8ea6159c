import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';

const token = 'a-token-for-the-metrics';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN: token });
});
afterAll(() => server.stop());

/** Over a connection from that address of this host. */
function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

describe('metrics', () => {
  it('hold the pool, the queues and the event loop', async () => {
    const { status, text } = await get(`${server.baseUrl}/metrics`, {
      authorization: `Bearer ${token}`,
    });
    expect(status).toBe(200);
    for (const name of [
      'clusterdesk_database_connections{state="idle"}',
      'clusterdesk_tasks{queue="dispatch",state="waiting"}',
      'clusterdesk_calls_running',
      'nodejs_eventloop_lag_seconds',
    ]) {
      expect(text).toContain(name);
    }
  });

  it.each([
    [{}, 403],
    [{ 'x-forwarded-for': '127.0.0.1' }, 403],
    [{ forwarded: 'for=203.0.113.5', authorization: 'Bearer another-token-of-some-length' }, 403],
    [{ 'x-forwarded-for': '203.0.113.5', authorization: `Bearer ${token}` }, 200],
  ])('asked from this host with %j are answered with %i', async (headers, status) => {
    expect((await get(`${server.baseUrl}/metrics`, headers)).status).toBe(status);
  });
});
