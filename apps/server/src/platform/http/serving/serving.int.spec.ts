import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints, limits } from '@clusterdesk/contracts';
import { call, signIn, startTestServer, type TestServer } from '@clusterdesk/tests/test-server.js';

jest.setTimeout(30_000);

let server: TestServer;
let port: number;

beforeAll(async () => {
  server = await startTestServer();
  port = Number(new URL(server.baseUrl).port);
});
afterAll(() => server.stop());

/** Sends bytes as they are and gives what comes back until the connection ends, or `until` is in it. */
async function speak(request: string, until?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
    if (until !== undefined && answer.includes(until)) {
      socket.destroy();
    }
  });
  socket.on('error', () => undefined);
  socket.write(request);
  await once(socket, 'close');
  return answer;
}

describe('the HTTP server', () => {
  it.each([
    ['GET', ''],
    ['POST', '{}'],
  ])('answers a %s that would like another protocol', async (method, body) => {
    const path = method === 'GET' ? endpoints.operations.publicConfigs.path : '/user/info/login';
    const answer = await speak(
      `${method} /api${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n` +
        `HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      '"code":',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

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
