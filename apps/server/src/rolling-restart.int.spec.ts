import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { endpoints, uploadsPath } from '@clusterdesk/contracts';
import { backends, type Backend } from '@clusterdesk/tests/server/backends.js';
import { signIn } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { loadConfig, type Config } from './config/config.js';
import { drainServer, startServer } from './server.js';

type Running = Awaited<ReturnType<typeof startServer>>;

const clients = 20;
const uploadBytes = 64 * 1024;

let backend: Backend;
let config: Config;
let servers: Running[] = [];
/** Those whose readiness was seen to be gone. */
const leaving = new Set<Running>();
let dataDir: string;
let token: string;

/** With the variables of a stop that is as long, or as short, as a test wants it. */
const configure = (more: Record<string, string>): Config =>
  loadConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: backend.databaseUrl,
    ...(backend.redisUrl && { REDIS_URL: backend.redisUrl }),
    ADMIN_PASSWORD: 'admin-pass-1',
    ...more,
  });

const urlOf = (server: Running | undefined): string => `http://127.0.0.1:${server?.port ?? 0}`;

/** As a load balancer does: to a server that was ready, and to the other one after 503. A call that is cut off is an error. */
async function balance(path: string, init: RequestInit): Promise<Response> {
  for (;;) {
    const ready = servers.filter((server) => !leaving.has(server));
    const server = ready[Math.floor(Math.random() * ready.length)];
    const answer = await fetch(new URL(path, urlOf(server)), init);
    if (answer.status !== 503) {
      return answer;
    }
    await answer.arrayBuffer();
  }
}

const isReady = async (server: Running): Promise<boolean> =>
  (await fetch(`${urlOf(server)}/api/health/ready`)).status === 200;

async function makeFolder(name: string): Promise<void> {
  const answer = await balance(`/api${endpoints.disk.mkdirs.path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ paths: [`/${name}`] }),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
}

/** Creates the upload and sends it in one piece; a piece that was cut off is sent again from where the server is. */
async function upload(name: string): Promise<void> {
  const headers = { authorization: token, 'tus-resumable': '1.0.0' };
  const created = await balance(uploadsPath, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(uploadBytes),
      'upload-metadata': `space ${btoa('disk')},fileName ${btoa(name)}`,
    },
  });
  expect(created.status).toBe(201);
  const path = created.headers.get('location') ?? '';
  const sent = await balance(path, {
    method: 'PATCH',
    headers: {
      ...headers,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.alloc(uploadBytes, name),
  });
  expect(sent.status).toBe(204);
}

describe.each(backends)('on %s a restart of one server after the other', (_, start) => {
  beforeAll(async () => {
    Logger.overrideLogger(['error', 'fatal']);
    leaving.clear();
    backend = await start();
    dataDir = await mkdtemp(join(tmpdir(), 'clusterdesk-rolling-'));
    config = configure({ STOP_NOTICE_MS: '300', STOP_TIMEOUT_MS: '20000' });
    // One after the other: the first makes the first user.
    servers = [await startServer(config, new Logger())];
    servers.push(await startServer(config, new Logger()));
    token = await signIn(urlOf(servers[0]), 'admin', 'admin-pass-1');
  });
  afterAll(async () => {
    await Promise.all(servers.map(({ app }) => app.close()));
    await backend.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('loses none of the calls and uploads that were acknowledged, and cuts none off', async () => {
    const acknowledged = new Set<string>();
    let isOver = false;
    const client = async (number: number): Promise<void> => {
      for (let round = 0; !isOver; round += 1) {
        const name = `${number}-${round}`;
        await (number % 2 === 0 ? makeFolder(name) : upload(name));
        acknowledged.add(name);
      }
    };
    const work = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
    // Should a client fail, the restarts need not be waited for.
    work.catch(() => undefined);
    for (const index of [0, 1]) {
      const before = acknowledged.size;
      const old = servers[index];
      if (!old) {
        throw new Error('There is no such server.');
      }
      const drained = drainServer(old.app);
      await waitFor('its readiness to go', async () => !(await isReady(old)), 5_000, 20);
      leaving.add(old);
      await drained;
      await old.app.close();
      servers[index] = await startServer(config, new Logger());
      await waitFor('calls after the restart', () => acknowledged.size > before + clients);
    }
    isOver = true;
    await work;
    const there = new Set(await readdir(join(config.filesDir, 'home', 'admin')));
    expect([...acknowledged].filter((name) => !there.has(name))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(4 * clients);
  });

  it('says 503 to load balancers first, and takes no connection in the end', async () => {
    const server = await startServer(config, new Logger());
    const { path } = endpoints.operations.publicConfigs;
    const ask = (below: string): Promise<Response> =>
      fetch(`${urlOf(server)}/api${below}`, { headers: { connection: 'close' } });
    expect((await ask('/health/ready')).status).toBe(200);
    const drained = drainServer(server.app);
    // The notice: readiness is gone, calls are taken.
    expect((await ask('/health/ready')).status).toBe(503);
    expect((await ask(path)).status).toBe(200);
    await drained;
    // It has gone: a proxy that finds no connection takes any call elsewhere.
    await expect(ask(path)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await server.app.close();
  });

  it('cuts off uploads that take longer than its stop, and they go on at the other', async () => {
    const short = await startServer(configure({ STOP_TIMEOUT_MS: '100' }), new Logger());
    const content = randomBytes(1_000_000);
    const headers = { authorization: token, 'tus-resumable': '1.0.0' };
    const created = await fetch(new URL(uploadsPath, urlOf(short)), {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(content.length),
        'upload-metadata': `space ${btoa('disk')},fileName ${btoa('cut-off')}`,
      },
    });
    const path = created.headers.get('location') ?? '';
    const patch = { ...headers, 'content-type': 'application/offset+octet-stream' };
    const outgoing = request(new URL(path, urlOf(short)), {
      method: 'PATCH',
      headers: { ...patch, 'upload-offset': '0', 'content-length': content.length },
    });
    const cut = new Promise<void>((resolve) => outgoing.once('error', () => resolve()));
    const half = content.length / 2;
    await new Promise((resolve) => outgoing.write(content.subarray(0, half), resolve));
    const staged = join(config.filesDir, '.staging/uploads', path.split('/').pop() ?? '');
    await waitFor('half of it', async () => (await readFile(staged)).length > 0);
    await drainServer(short.app);
    await cut;
    await short.app.close();
    const head = await balance(path, { method: 'HEAD', headers });
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThan(0);
    const sent = await balance(path, {
      method: 'PATCH',
      headers: { ...patch, 'upload-offset': String(offset) },
      body: content.subarray(offset),
    });
    expect(sent.status).toBe(204);
    const placed = await readFile(join(config.filesDir, 'home', 'admin', 'cut-off'));
    expect(placed.equals(content)).toBe(true);
  });
});
