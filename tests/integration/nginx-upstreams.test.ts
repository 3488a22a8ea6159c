import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  exampleSite,
  type ExampleSite,
  hasNginx,
  secureSite,
  startTestNginx,
  type TestNginx,
} from '../support/platform/test-nginx.js';
import { TestCertificates } from '../support/platform/test-certificates.js';

/** A server that notes what reaches it, and answers as the test at hand says. */
class StandIn {
  readonly calls: string[] = [];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  private readonly server: Server;

  constructor(readonly name: string) {
    this.answer = (_, response) => response.end(name);
    this.server = createServer((request, response) => {
      void text(request).then((body) => {
        this.calls.push(`${request.method} ${request.url} ${body}`.trim());
        this.answer(request, response);
      });
    });
  }

  async open(): Promise<this> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

const whereNginxIs = hasNginx() ? describe : describe.skip;

whereNginxIs('nginx in front of two servers', () => {
  let folder: string;
  let nginx: TestNginx;
  let servers: [StandIn, StandIn];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clusterdesk-upstreams-'));
    await writeFile(join(folder, 'secret'), '');
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Anew for each test: nginx leaves a server alone for a while after it has failed. */
  beforeEach(async () => {
    servers = [await new StandIn('one').open(), await new StandIn('two').open()];
    nginx = await start();
    servers.forEach(({ calls }) => calls.splice(0));
  });
  afterEach(async () => {
    await nginx.stop();
    await Promise.all(servers.map((server) => server.close()));
  });

  const siteAt = (port: number): ExampleSite => ({
    port,
    upstreams: servers.map(({ address }) => address),
    secretFile: join(folder, 'secret'),
    logs: folder,
    accelDir: `${folder}/`,
  });
  const start = (): Promise<TestNginx> => startTestNginx((port) => exampleSite(siteAt(port)));
  const restart = async (): Promise<void> => {
    await nginx.stop();
    nginx = await start();
  };
  const send = (method: string, path: string, body?: string): Promise<Response> =>
    fetch(`${nginx.url}${path}`, { method, body });
  const calls = (): string[] => servers.flatMap((server) => server.calls);

  it('asks both, and the other one when one is gone, whatever is asked', async () => {
    await send('POST', '/api/x', 'a');
    await send('POST', '/api/x', 'b');
    expect(servers.map((server) => server.calls.length)).toEqual([1, 1]);
    await servers[0].close();
    for (const method of ['GET', 'POST', 'PATCH', 'PATCH']) {
      const answer = await send(method, '/api/y', method === 'GET' ? undefined : 'body');
      expect([method, answer.status, await answer.text()]).toEqual([method, 200, 'two']);
    }
  });

  it('sends nothing a second time that may have been done', async () => {
    for (const server of servers) {
      server.answer = ({ url, socket }, response) =>
        url === '/' ? response.end() : socket.destroy();
    }
    const types = ['application/json', 'application/offset+octet-stream'];
    const sent = ['POST', 'PATCH'].flatMap((method) => types.map((type) => ({ method, type })));
    for (const { method, type } of sent) {
      const init = { method, headers: { 'content-type': type }, body: 'a piece' };
      expect((await fetch(`${nginx.url}/api/${type}`, init)).status).toBe(502);
      // nginx has left the server alone since.
      await restart();
    }
    expect(
      calls()
        .filter((call) => call !== 'GET /')
        .sort(),
    ).toEqual(sent.map(({ method, type }) => `${method} /api/${type} a piece`).sort());
  });

  it('asks the other one again for what only reads', async () => {
    servers[0].answer = (request) => request.socket.destroy();
    for (let round = 0; round < 2; round += 1) {
      expect(await (await send('GET', '/api/read')).text()).toBe('two');
    }
    expect(servers[0].calls).toEqual(['GET /api/read']);
  });

  it('takes a call that a stopping server refused to the other one, and an upload back to its client', async () => {
    servers[0].answer = (_, response) => response.writeHead(503).end();
    for (let round = 0; round < 4; round += 1) {
      const answer = await fetch(`${nginx.url}/api/call`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"n":1}',
      });
      expect([answer.status, await answer.text()]).toEqual([200, 'two']);
      expect((await send('GET', '/page')).status).toBe(200);
    }
    expect(servers[1].calls).toContain('POST /api/call {"n":1}');
    const statuses = [
      await send('PATCH', '/api/piece', 'a'),
      await send('PATCH', '/api/piece', 'b'),
    ];
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 503]);
    expect(calls().filter((call) => call.startsWith('PATCH'))).toHaveLength(2);
  });

  it('passes on why something is away, and goes on asking both', async () => {
    for (const server of servers) {
      server.answer = (_, response) => response.writeHead(503).end('{"code":503}');
    }
    for (let round = 0; round < 4; round += 1) {
      const answer = await send('GET', '/api/away');
      expect([answer.status, await answer.text()]).toEqual([503, '{"code":503}']);
    }
    for (const server of servers) {
      server.answer = (_, response) => response.end('back');
      server.calls.splice(0);
    }
    await send('GET', '/api/back');
    await send('GET', '/api/back');
    expect(servers.map((server) => server.calls.length)).toEqual([1, 1]);
  });

  it('keeps the calls of one polled session at one server, and spreads new sockets', async () => {
    const names = async (path: string): Promise<string[]> => {
      const found: string[] = [];
      for (let round = 0; round < 4; round += 1) {
        found.push(await (await send('GET', path)).text());
      }
      return found;
    };
    const polled = await names('/socket.io/?EIO=4&transport=polling');
    const kept = await names('/socket.io/?EIO=4&transport=polling&sid=x');
    const upgraded = await names('/socket.io/?EIO=4&transport=websocket&sid=x');
    expect(new Set([...polled, ...kept, ...upgraded]).size).toBe(1);
    expect(new Set(await names('/socket.io/?EIO=4&transport=websocket')).size).toBe(2);
  });

  it('ends TLS as the composition does, tells the server of it, and leads there who asks by http', async () => {
    const certificates = new TestCertificates();
    certificates.makeAuthority('ca');
    certificates.makeServer('localhost', 'ca');
    await nginx.stop();
    nginx = await startTestNginx((port) =>
      secureSite(siteAt(port), {
        chain: certificates.path('localhost.pem'),
        key: certificates.path('localhost.key'),
      }),
    );
    for (const server of servers) {
      server.answer = ({ headers }, response) =>
        response.end(`${headers['x-forwarded-proto']} ${headers['x-forwarded-host']}`);
    }
    const { port } = new URL(nginx.url);
    const [answer] = (await once(
      get(`https://localhost:${port}/api/x`, { ca: certificates.read('ca.pem') }),
      'response',
    )) as [IncomingMessage];
    expect(await text(answer)).toBe(`https localhost:${port}`);
    const led = await fetch(`${nginx.url}/login?x=1`, { redirect: 'manual' });
    expect([led.status, led.headers.get('location')]).toEqual([
      301,
      `https://127.0.0.1:${port}/login?x=1`,
    ]);
    certificates.remove();
  });
});
