import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints, type Envelope, type Failure } from '@clusterdesk/contracts';
import { signIn, startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { maxDepth, maxValues, strangersBytes } from './read-json.middleware.js';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  token = await signIn(server.baseUrl);
});
afterAll(() => server.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

const post = async (
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Envelope<Failure>> => {
  const answer = await fetch(`${server.baseUrl}/api${endpoints.disk.remove.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
  return (await answer.json()) as Envelope<Failure>;
};
const list = (count: number, one: string): string =>
  `{"paths":[${Array.from({ length: count }, () => one).join()}]}`;
/** How long the texts are that the server made values of. */
const watchParsing = (): (() => number) => {
  const parse = jest.spyOn(JSON, 'parse');
  return () => Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
};

describe('the body of a call', () => {
  it.each([
    ['nobody', {}, 'INPUT_TOO_LARGE'],
    ['a token of nobody', { Authorization: 'unknown' }, 'SESSION_NOT_SIGNED_IN'],
  ])('that is large is not read when it comes from %s', async (_, headers, error) => {
    const longest = watchParsing();
    const answer = await post(list(strangersBytes / 3, '{}'), headers);
    expect(longest()).toBeLessThan(strangersBytes);
    expect(answer.result).toMatchObject({ error });
  });

  it('is not unpacked', async () => {
    const longest = watchParsing();
    const packed = gzipSync(list(500_000, '{}'));
    const answer = await post(packed, { 'Content-Encoding': 'gzip', Authorization: token });
    expect(longest()).toBeLessThan(strangersBytes);
    expect(answer.result).toMatchObject({ error: 'INPUT_UNREADABLE' });
  });

  it.each([
    ['objects', list(maxValues, '{}'), 'INPUT_TOO_LARGE'],
    ['numbers', list(maxValues + 1, '1'), 'INPUT_TOO_LARGE'],
    ['levels', '['.repeat(maxDepth + 1) + ']'.repeat(maxDepth + 1), 'INPUT_TOO_LARGE'],
    ['no more parts than it may', list(10, '"/x"'), null],
    ['text with quotes and brackets', list(1, JSON.stringify('\\"[{,'.repeat(maxValues))), null],
  ])('is read when it has not too many parts: %s', async (_, body, error) => {
    const longest = watchParsing();
    const answer = await post(body, { Authorization: token });
    expect(answer.result.error === error).toBe(error !== null);
    expect(longest() >= body.length).toBe(error === null);
  });

  it('is no text in which quotes stand elsewhere', async () => {
    const body = Buffer.from(list(maxValues, '{}').replace('paths', '\u2222'), 'utf16le');
    const answer = await post(body, {
      'Content-Type': 'application/json; charset=utf-16le',
      Authorization: token,
    });
    expect(answer.result).toMatchObject({ error: 'INPUT_UNREADABLE' });
  });
});
