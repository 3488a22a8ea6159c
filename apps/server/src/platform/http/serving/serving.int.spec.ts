import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, limits } from '@clusterdesk/contracts';
import { speak } from '@clusterdesk/tests/wire/raw-http.js';
import {
  call,
  signIn,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';

let server: TestServer;
let port: number;

beforeAll(async () => {
  server = await startTestServer();
  port = Number(new URL(server.baseUrl).port);
});
afterAll(() => server.stop());

describe('the HTTP server', () => {
  it.each([
    ['GET', ''],
    ['POST', '{}'],
  ])('answers a %s that would like another protocol', async (method, body) => {
    const path = method === 'GET' ? endpoints.operations.publicConfigs.path : '/user/info/login';
    const answer = await speak(
      port,
      `${method} /api${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n` +
        `HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      { until: '"code":' },
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(['POST /nothing', 'PUT /assets', 'POST /metrics'])(
    'answers what nobody takes before its body has come: %s',
    async (line) => {
      // Who waited for the body met the answer of its deadline, and threw where nobody catches.
      const answer = await speak(
        port,
        `${line} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{`,
        { until: 'Not Found' },
      );
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    },
  );

  it('says that answers of the API are not to be stored', async () => {
    const answer = await fetch(`${server.baseUrl}/api${endpoints.operations.publicConfigs.path}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('compresses what a call says', async () => {
    const answer = await fetch(`${server.baseUrl}/api/openapi.json`, {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(await answer.json()).toHaveProperty('openapi');
  });

  it('takes as many long paths as are declared, and says when there are more', async () => {
    const token = await signIn(server.baseUrl);
    const path = `/${'文'.repeat(130)}`;
    const fits = Array.from({ length: limits.maxPaths }, () => path);
    const taken = await call(server.baseUrl, endpoints.disk.remove, { paths: fits }, { token });
    expect(taken.httpStatus).toBe(200);
    expect(JSON.stringify(taken.result)).not.toContain('INPUT_TOO_LARGE');
    const tooLong = fits.map((one) => `${one}${'x'.repeat(100)}`);
    const refused = await call(
      server.baseUrl,
      endpoints.disk.remove,
      { paths: tooLong },
      { token },
    );
    expect(refused).toMatchObject({ code: 400, result: { error: 'INPUT_INVALID' } });
  });
});
