import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { consoleNamespace, rooms } from '@clusterdesk/contracts';
import { Client } from 'pg';
import { io, type Socket } from 'socket.io-client';
import { backends, type Backend } from '@clusterdesk/tests/backends.js';
import { openDatabase } from '@clusterdesk/tests/open-database.js';
import { loadConfig } from '../../config/config.js';
import { audience } from './audience.js';
import { readerBlockMs } from './realtime-adapter.js';
import { Realtime } from './realtime.service.js';

// Real processes and files, on machines that may be busy.
jest.setTimeout(20_000);

describe.each(backends)('live events on %s', (_, startBackend) => {
  let backend: Backend;
  let server: Realtime;
  let http: Server;
  let worker: Realtime;
  let browser: Socket;
  let baseUrl: string;

  beforeAll(async () => {
    backend = await startBackend();
    await (await openDatabase(backend.databaseUrl)).destroy();
    const config = loadConfig({ DATABASE_URL: backend.databaseUrl, REDIS_URL: backend.redisUrl });
    server = new Realtime(config);
    worker = new Realtime(config);
    http = createServer();
    server.attach(http);
    server.console.on('connection', (socket) => void socket.join(rooms.user('u1')));
    await once(http.listen(0, '127.0.0.1'), 'listening');
    const address = http.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    baseUrl = `http://127.0.0.1:${port}`;
    browser = io(`${baseUrl}${consoleNamespace}`, {
      transports: ['websocket'],
      forceNew: true,
    });
    await once(browser as unknown as NodeJS.EventEmitter, 'connect');
  });
  // What is published before the members know each other is lost; at a real start nobody is connected then.
  beforeAll(async () => {
    for (const member of [server, worker]) {
      while ((await member.console.adapter.serverCount()) < 2) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }, 20_000);
  afterAll(async () => {
    browser.disconnect();
    for (const member of [worker, server]) {
      await member.beforeApplicationShutdown();
      await member.onApplicationShutdown();
    }
    // Redis must not go before the adapter's readers have left, or they would look for it for ever.
    await new Promise((resolve) => setTimeout(resolve, 2 * readerBlockMs));
    await backend.stop();
  });

  const next = (event: string): Promise<unknown> =>
    new Promise((resolve) => browser.once(event, resolve));

  it.each([
    ['this process', () => server],
    ['another process', () => worker],
  ])('reach a user when they are published by %s', async (_name, publisher) => {
    const event = next('filesChanged');
    publisher().publish('filesChanged', audience.user('u1'), { space: 'disk', dir: '/课题一' });
    expect(await event).toEqual({ space: 'disk', dir: '/课题一' });
  });

  it('reach nobody else', async () => {
    let isReached = false;
    browser.once('sessionRevoked', () => {
      isReached = true;
    });
    worker.publish('sessionRevoked', audience.user('u2'), { reason: '' });
    const after = next('menusChanged');
    worker.publish('menusChanged', audience.user('u1'));
    await after;
    expect(isReached).toBe(false);
  });

  it('let nobody into the root namespace, where no one would be asked who he is', async () => {
    const stranger = io(baseUrl, { transports: ['websocket'], forceNew: true });
    const refused = await new Promise((resolve) => {
      stranger.once('connect', () => resolve('let in'));
      stranger.once('connect_error', (error) => resolve(error.message));
    });
    stranger.disconnect();
    expect(refused).toBe('NAMESPACE_UNKNOWN');
  });

  it('go on after PostgreSQL was gone, however often', async () => {
    const database = new Client({ connectionString: backend.databaseUrl });
    await database.connect();
    // Oftener than the adapter's pool has clients.
    for (let time = 0; time < 4; time += 1) {
      await database.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      const event = next('filesChanged');
      let isHere = false;
      void event.then(() => (isHere = true));
      const endsAt = Date.now() + 8_000;
      while (!isHere && Date.now() < endsAt) {
        worker.publish('filesChanged', audience.user('u1'), { space: 'disk', dir: `/${time}` });
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect(isHere).toBe(true);
    }
    await database.end();
  }, 60_000);

  it('carry more than one notification of PostgreSQL may hold, all of them', async () => {
    const received: number[] = [];
    const isComplete = new Promise<void>((resolve) => {
      browser.on('sessionRevoked', (event: { reason: string }) => {
        expect(event.reason.length).toBeGreaterThan(20_000);
        received.push(Number.parseInt(event.reason, 10));
        if (received.length === 20) {
          resolve();
        }
      });
    });
    for (let offset = 0; offset < 20; offset += 1) {
      worker.publish('sessionRevoked', audience.user('u1'), {
        reason: `${offset} ${'行'.repeat(20_000)}`,
      });
    }
    await isComplete;
    expect([...received].sort((a, b) => a - b)).toEqual([...Array(20).keys()]);
  });
});
