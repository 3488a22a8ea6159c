import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { consoleNamespace, endpoints } from '@clusterdesk/contracts';
import { io } from 'socket.io-client';
import {
  call,
  signIn,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';

let consoleDir: string;
let server: TestServer;

const build = (id: string): Promise<void> =>
  writeFile(join(consoleDir, 'index.html'), `<meta name="clusterdesk-build" content="${id}">`);

const info = async () => (await call(server.baseUrl, endpoints.operations.info, {})).result;

beforeAll(async () => {
  consoleDir = await mkdtemp(join(tmpdir(), 'clusterdesk-console-'));
  await build('build-1');
  server = await startTestServer({
    CONSOLE_DIR: consoleDir,
    TIME_ZONE: 'Europe/Paris',
    SMS_WEBHOOK_URL: 'http://127.0.0.1:1/sms',
  });
});
afterAll(async () => {
  await server.stop();
  await rm(consoleDir, { recursive: true });
});

/** What the server says of itself on a fresh connection. */
async function signalled(): Promise<unknown> {
  const socket = io(`${server.baseUrl}${consoleNamespace}`, {
    auth: { token: await signIn(server.baseUrl) },
    transports: ['websocket'],
    forceNew: true,
  });
  try {
    return await new Promise((resolve, reject) => {
      socket.once('serverBuild', resolve);
      socket.once('connect_error', reject);
    });
  } finally {
    socket.disconnect();
  }
}

describe('the platform says of itself', () => {
  it('its time zone, its languages and what it can send, to anyone', async () => {
    expect(await info()).toEqual({
      buildId: 'build-1',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      timeZone: 'Europe/Paris',
      hasMail: false,
      hasSms: true,
      languages: ['cn', 'en'],
    });
  });

  it('its build in every answer, refusals too, and to each window that connects', async () => {
    for (const path of ['/platform/info', '/user/info', '/no/such/call']) {
      const answer = await fetch(`${server.baseUrl}/api${path}`);
      expect(answer.headers.get('x-build-id')).toBe('build-1');
    }
    expect(await signalled()).toBe('build-1');
  });

  it('another build after an upgrade', async () => {
    await build('build-2');
    await server.restart();
    expect((await info()).buildId).toBe('build-2');
    expect(await signalled()).toBe('build-2');
  });

  it('another build for another page, also one without an id', async () => {
    await writeFile(join(consoleDir, 'index.html'), 'a page');
    await server.restart();
    const { buildId } = await info();
    expect(buildId).toMatch(/^[0-9a-f]{16}$/);
    await writeFile(join(consoleDir, 'index.html'), 'another page');
    await server.restart();
    expect((await info()).buildId).not.toBe(buildId);
  });

  it('its version where there is no console', async () => {
    await rm(join(consoleDir, 'index.html'));
    await server.restart();
    const { buildId: none, version } = await info();
    expect(none).toBe(version);
  });
});

describe('a page of the console that broke', () => {
  const failure = {
    buildId: 'build-1',
    kind: 'TypeError',
    thrownAt: ['my-files-B1a_.js:1:2345'],
    drawnBy: [],
  };
  const report = (token: string | null, given: object = {}) =>
    call(
      server.baseUrl,
      endpoints.operations.reportFailure,
      { ...failure, ...given },
      token === null ? {} : { token },
    );

  it('is told to the log by whoever is signed in, in places of the code only, and not too often', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    // The servers that stood here before may still say how they stopped.
    const told = (): unknown[][] =>
      warn.mock.calls.filter(([, message]) => message === 'A page of the console broke');
    const token = await signIn(server.baseUrl);
    expect((await report(null)).code).toBe(401);
    for (const given of [
      { thrownAt: ['/home/li/salaries.csv'] },
      { thrownAt: Array(13).fill('a.js:1:1') },
      { drawnBy: [`${'a'.repeat(81)}.js:1:1`] },
      { kind: 'no such file' },
      { buildId: 'x'.repeat(65) },
    ]) {
      expect((await report(token, given)).code).toBe(400);
    }
    expect(told()).toEqual([]);
    for (let reports = 0; reports < 20; reports += 1) {
      expect((await report(token)).code).toBe(200);
    }
    expect((await report(token)).code).toBe(429);
    expect(told()).toHaveLength(20);
    expect(told().at(-1)?.[0]).toEqual({ ...failure, userId: expect.stringMatching(/./) });
    warn.mockRestore();
  });
});
