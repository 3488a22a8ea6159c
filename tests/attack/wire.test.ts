import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allEndpoints, consoleNamespace, endpoints } from '@clusterdesk/contracts';
import { io } from 'socket.io-client';
import { ApiClient } from '../support/platform/api-client.js';
import { speak } from '../support/wire/raw-http.js';
import { connectConsole, type TestConsole } from '../support/server/test-console.js';
import { adminPassword, startTestServer, type TestServer } from '../support/server/test-server.js';
import { createUser, userPassword } from '../support/server/test-users.js';
import { waitFor } from '../support/wait-for.js';

let server: TestServer;
let port: number;
let admin: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  port = Number(new URL(server.baseUrl).port);
  admin = new ApiClient(server.baseUrl);
  await admin.signIn('admin', adminPassword);
});
afterAll(() => server.stop());

const path = `/api${endpoints.operations.publicConfigs.path}`;
const get = `GET ${path} HTTP/1.1`;
const post = `POST /api${endpoints.sessions.login.path} HTTP/1.1`;
const host = 'Host: x';
const json = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';
/** A second request within the first one's body: whoever answers it can be made to answer it to somebody else. */
const smuggled = 'GET /api/health/ready HTTP/1.1\r\nHost: x\r\n\r\n';
const rawRequest = (lines: readonly string[], body = ''): string =>
  `${lines.join('\r\n')}\r\n\r\n${body}`;
const many = Array.from({ length: 3_000 }, (_, index) => `X-${index}: y`);

/** What the bytes are, the bytes, and the only statuses that may come back. */
const requests: [what: string, bytes: string, statuses: number[]][] = [
  // Two opinions of where the body ends.
  [
    'a length and chunks',
    rawRequest([post, host, json, 'Content-Length: 4', chunked], `0\r\n\r\n${smuggled}`),
    [400],
  ],
  [
    'chunks and a length',
    rawRequest([post, host, json, chunked, 'Content-Length: 4'], `0\r\n\r\n${smuggled}`),
    [400],
  ],
  [
    'two lengths',
    rawRequest(
      [post, host, json, 'Content-Length: 2', `Content-Length: ${smuggled.length}`],
      `{}${smuggled}`,
    ),
    [400],
  ],
  [
    'chunks that are none in the end',
    rawRequest([post, host, json, chunked, 'Transfer-Encoding: identity'], `0\r\n\r\n${smuggled}`),
    [400],
  ],
  [
    'an unknown encoding',
    rawRequest([post, host, json, 'Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggled}`),
    [400, 501],
  ],
  ...[
    'Transfer-Encoding : chunked',
    'Transfer-Encoding:\tchunked',
    'Transfer-Encoding:\r\n chunked',
  ].map((line): [string, string, number[]] => [
    `${JSON.stringify(line)} beside a length`,
    rawRequest([post, host, json, line, 'Content-Length: 2'], `{}${smuggled}`),
    [400],
  ]),
  ...['-1', '+2', '0x2', '2,2', '9'.repeat(30)].map((length): [string, string, number[]] => [
    `the length ${length}`,
    rawRequest([post, host, json, `Content-Length: ${length}`], `{}${smuggled}`),
    [400, 413],
  ]),
  ...[
    'FFFFFFFFFFFFFFFF1\r\n{}\r\n0\r\n\r\n',
    '-2\r\n{}\r\n0\r\n\r\n',
    `2\n{}\n0\n\n${smuggled}`,
    '2;\n\r\n{}\r\n0\r\n\r\n',
  ].map((body): [string, string, number[]] => [
    `the chunk ${JSON.stringify(body.slice(0, 20))}`,
    rawRequest([post, host, json, chunked], body),
    [400, 413],
  ]),
  // Lines that end, fold or lack something.
  ['bare line feeds', `${get}\nHost: x\n\n`, [400]],
  ['a line break in a value', rawRequest([get, host, 'X-A: a\rX-B: b']), [400]],
  ['NUL in a value', rawRequest([get, host, 'X-A: a\0b']), [400]],
  ['a line without a name', rawRequest([get, host, ': b']), [400]],
  ['no host', rawRequest([get, 'X: x']), [400]],
  ['spaces in the address', rawRequest(['GET /a b c HTTP/1.1', host]), [400]],
  ['a method in small letters', rawRequest([get.replace('GET', 'get'), host]), [400]],
  ['HTTP/9.9', rawRequest([get.replace('1.1', '9.9'), host]), [400, 505]],
  ['HTTP/2 without agreement', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['TLS', `\x16\x03\x01\x00\xa5\x01\x00\x00\xa1${'x'.repeat(160)}`, [400]],
  [
    'an expectation',
    rawRequest([post, host, json, 'Expect: 200-ok', 'Content-Length: 2'], '{}'),
    [417],
  ],
  // As much as there is.
  ['3,000 headers', rawRequest([get, host, ...many]), [431]],
  ['a header of 40 kB', rawRequest([get, host, `X: ${'y'.repeat(40_000)}`]), [431]],
  ['an address of 40 kB', rawRequest([`GET /${'y'.repeat(40_000)} HTTP/1.1`, host]), [414, 431]],
  // Somebody else's work.
  [
    'a way to another port',
    rawRequest(['CONNECT 127.0.0.1:22 HTTP/1.1', 'Host: 127.0.0.1:22']),
    [400, 404, 405],
  ],
];

const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('bytes that are hardly a request', () => {
  test.each(requests)('%s: one refusal, and no second answer', async (_, bytes, allowed) => {
    const answer = await speak(port, Buffer.from(bytes, 'latin1'), { silenceMs: 4_000 });
    const statuses = statusesIn(answer);
    expect(statuses).toHaveLength(1);
    expect(allowed).toContain(statuses[0]);
    expect(answer).not.toContain('"status":"ok"');
  });

  test.each([
    ['another server’s address', 'GET http://169.254.169.254/latest/meta-data HTTP/1.1'],
    ['a way up', 'GET /../../../../etc/passwd HTTP/1.1'],
    ['an encoded way up', 'GET /%2e%2e/%2e%2e/%2e%2e/etc/passwd HTTP/1.1'],
    ['a broken encoding', 'GET /%ff%zz HTTP/1.1'],
    ['an encoded NUL', 'GET /index.html%00.txt HTTP/1.1'],
    ['a file of the server beside the console', 'GET /..%2fserver%2fmain.js HTTP/1.1'],
  ])('%s is at most an address of the console', async (_, line) => {
    const answer = await speak(port, rawRequest([line, host, 'Connection: close']));
    expect([200, 400, 404]).toContain(statusesIn(answer)[0]);
    expect(answer).not.toMatch(/root:x:0|ami-id|createServer/);
  });

  test('a method that shows what was sent to it shows nothing', async () => {
    const line = get.replace('GET', 'TRACE');
    const answer = await speak(
      port,
      rawRequest([line, host, 'Authorization: secret-token', 'Connection: close']),
    );
    expect(answer).not.toContain('secret-token');
  });

  test('requests one after another get their own answers, in order', async () => {
    const first = rawRequest([get, host]);
    const last = rawRequest(['GET /api/health/ready HTTP/1.1', host, 'Connection: close']);
    const answer = await speak(port, `${first}${last}`);
    expect(statusesIn(answer)).toEqual([200, 200]);
    expect(answer.indexOf('publicKey')).toBeLessThan(answer.lastIndexOf('HTTP/1.1'));
  });
});

describe('another site', () => {
  test('may read no answer, of no call', async () => {
    const readable: string[] = [];
    for (const endpoint of allEndpoints) {
      const url = `${server.baseUrl}/api${endpoint.path.replace(':name', 'x')}`;
      const foreign = { Origin: 'https://evil.example', Authorization: admin.token ?? '' };
      const asked = { ...foreign, 'Access-Control-Request-Method': endpoint.method };
      for (const [method, headers] of [
        ['OPTIONS', asked],
        [endpoint.method === 'GET' ? 'HEAD' : 'GET', foreign],
      ] as const) {
        const answer = await fetch(url, { method, headers, redirect: 'manual' });
        await answer.arrayBuffer();
        const allows = [...answer.headers.keys()].filter((name) =>
          name.startsWith('access-control'),
        );
        if (allows.length > 0) {
          readable.push(`${method} ${endpoint.path}: ${allows.join()}`);
        }
      }
    }
    expect(readable).toEqual([]);
  });

  test('signs nobody in by a form, for a token is no cookie', async () => {
    const body = new URLSearchParams({ loginName: 'admin', password: 'AAAA' });
    const answer = await fetch(`${server.baseUrl}/api${endpoints.sessions.login.path}`, {
      method: 'POST',
      body,
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});

describe('a socket', () => {
  const shake = (auth: unknown, namespace = consoleNamespace): Promise<string> => {
    const socket = io(`${server.baseUrl}${namespace}`, {
      auth: auth as Record<string, unknown>,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    return new Promise((resolve) => {
      socket.once('connect', () => {
        socket.disconnect();
        resolve('connected');
      });
      socket.once('connect_error', ({ message }) => {
        socket.disconnect();
        resolve(message);
      });
      socket.once('disconnect', () => resolve('closed'));
    });
  };

  test.each([
    ['nothing', {}],
    ['an empty token', { token: '' }],
    ['null', { token: null }],
    ['a number', { token: 1 }],
    ['a list', { token: ['x'] }],
    ['an object', { token: { toString: 'x' } }],
    ['a guess', { token: 'x'.repeat(43) }],
    ['half a character', { token: '\uD800' }],
    ['NUL', { token: '\0' }],
    ['a statement', { token: "' OR 1=1 --" }],
    ['the name of a prototype', JSON.parse('{"__proto__":{"token":"x"}}') as unknown],
  ])('is not opened by %s', async (_, auth) => {
    expect(await shake(auth)).toBe('SESSION_NOT_SIGNED_IN');
  });

  test('is closed unread when its guess is longer than any token', async () => {
    expect(await shake({ token: 'x'.repeat(100_000) })).toBe('closed');
  });

  test('is not opened by a token where agents come in, nor where nobody listens', async () => {
    expect(await shake({ token: admin.token }, '/agent')).not.toBe('connected');
    expect(await shake({ token: admin.token }, '/')).not.toBe('connected');
    expect(await shake({ token: admin.token }, '/other')).toBe('Invalid namespace');
  });

  test('that says what only the server says is heard by nobody', async () => {
    await createUser(server, 'listener');
    const listener = new ApiClient(server.baseUrl);
    await listener.signIn('listener', userPassword);
    const [heard, liar] = await Promise.all([
      connectConsole(server.baseUrl, listener.token ?? ''),
      connectConsole(server.baseUrl, admin.token ?? ''),
    ]);
    const told: string[] = [];
    heard.socket.onAny((event: string) => told.push(event));
    for (const event of [
      'sessionRevoked',
      'menusChanged',
      'filesChanged',
      'rightsChanged',
      'accessEnded',
    ]) {
      liar.socket.emit(event, { userId: 'x', reason: 'over' });
    }
    // What it says next is answered, so that all before has been read.
    await liar.ask('watch', { topic: 'monitoring' });
    expect(told.filter((event) => !['serverBuild', 'livePosition'].includes(event))).toEqual([]);
    expect(heard.socket.connected).toBe(true);
    heard.close();
    liar.close();
  });

  test.each([
    ['a prototype', JSON.parse('{"__proto__":{"polluted":1},"topic":"jobs"}') as unknown],
    ['a constructor', { constructor: { prototype: { polluted: 1 } }, topic: 'jobs' }],
    ['a topic of nobody', { topic: '__proto__' }],
    ['a list', [['jobs']]],
    ['a text', 'jobs'],
    ['nothing', null],
    ['a long id', { topic: 'job', jobId: 'x'.repeat(100_000) }],
  ])('that asks for %s gets no news and changes nothing', async (_, topic) => {
    const window = await connectConsole(server.baseUrl, admin.token ?? '');
    const answer: unknown = await window.socket.timeout(10_000).emitWithAck('watch', topic);
    expect(answer === true && !JSON.stringify(topic).includes('"topic":"jobs"')).toBe(false);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    window.close();
  });

  test.each([
    ['too large', { topic: 'x'.repeat(1_200_000) }],
    ['nested too deep', JSON.parse('['.repeat(2_000) + ']'.repeat(2_000)) as unknown],
  ])('with a packet that is %s is closed, and the others stay', async (_, topic) => {
    const [hostile, other] = await Promise.all([
      connectConsole(server.baseUrl, admin.token ?? ''),
      connectConsole(server.baseUrl, admin.token ?? ''),
    ]);
    hostile.socket.emit('watch', topic);
    await waitFor('the end of the socket', () => !hostile.socket.connected);
    expect(other.socket.connected).toBe(true);
    other.close();
  });

  test('ends with the session, however many there are', async () => {
    const leaver = new ApiClient(server.baseUrl);
    await leaver.signIn('listener', userPassword);
    const windows: TestConsole[] = [];
    for (let count = 0; count < 15; count += 1) {
      windows.push(await connectConsole(server.baseUrl, leaver.token ?? ''));
    }
    await leaver.expectOk(endpoints.sessions.logout, {});
    await Promise.all(windows.map(({ revoked }) => revoked));
    expect(windows.filter(({ socket }) => socket.connected)).toEqual([]);
    expect(await shake({ token: leaver.token })).toBe('SESSION_NOT_SIGNED_IN');
  });
});
