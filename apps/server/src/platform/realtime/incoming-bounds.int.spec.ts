import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

it.each([
  ['to no namespace', '/unknown'],
  ['to that of browsers', '/console'],
  ['to that of agents', '/agent'],
])(
  'a stranger’s connection ends when it says much %s, and nobody makes values of it',
  async (_, name) => {
    const address = `${server.baseUrl}/socket.io/?EIO=4&transport=polling`;
    const opened = await (await fetch(address)).text();
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
    const parse = jest.spyOn(JSON, 'parse');
    const much = `40${name},{"token":[${'{},'.repeat(300_000)}{}]}`;
    await fetch(`${address}&sid=${sid}`, { method: 'POST', body: much }).catch(() => undefined);
    // What is left for it to hear, and no refusal that it could hear again and again.
    expect(await (await fetch(`${address}&sid=${sid}`)).text()).not.toContain('message');
    await waitFor('the end', async () => (await fetch(`${address}&sid=${sid}`)).status === 400);
    expect(Math.max(0, ...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(100_000);
  },
);
