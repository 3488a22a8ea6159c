import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Socket as TcpSocket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { consoleNamespace, liveMarkSchema, rooms } from '@clusterdesk/contracts';
import { Client } from 'pg';
import { io, type Socket } from 'socket.io-client';
import { backends, type Backend } from '@clusterdesk/tests/server/backends.js';
import { listReaders } from '@clusterdesk/tests/server/live-readers.js';
import { openDatabase } from '@clusterdesk/tests/server/open-database.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { loadConfig } from '../../config/config.js';
import { audience } from './audience.js';
import { Postgres } from '../database/postgres.js';
import { Timings } from '../timings.js';
import { Realtime } from './realtime.service.js';

const timings = new Timings({ realtime: { othersAnswerMs: 200 } });

describe.each(backends)('live events on %s', (_, startBackend) => {
  let backend: Backend;
  let server: Realtime;
  let http: Server;
  let worker: Realtime;
  const processes: Postgres[] = [];
  let browser: Socket;
  let baseUrl: string;
  const connections = new Set<TcpSocket>();

  beforeAll(async () => {
    backend = await startBackend();
    await (await openDatabase(backend.databaseUrl)).destroy();
    const config = loadConfig({ DATABASE_URL: backend.databaseUrl, REDIS_URL: backend.redisUrl });
    processes.push(new Postgres(config), new Postgres(config));
    server = new Realtime(config, processes[0]!, timings);
    worker = new Realtime(config, processes[1]!, timings);
    http = createServer();
    http.on('connection', (connection) => connections.add(connection));
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
      await waitFor('the members', async () => (await member.console.adapter.serverCount()) === 2);
    }
  });
  afterAll(async () => {
    browser.disconnect();
    for (const member of [worker, server]) {
      await member.beforeApplicationShutdown();
      await member.onApplicationShutdown();
    }
    await Promise.all(processes.map((postgres) => postgres.close()));
    expect(await listReaders(backend.redisUrl)).toEqual([]);
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

  it('carry their number when they change state', async () => {
    const told: unknown[][] = [];
    browser.on('trashChanged', (...args: unknown[]) => void told.push(args));
    worker.publish('trashChanged', audience.user('u1'), { space: 'disk' });
    worker.publish('trashChanged', audience.user('u1'), { space: 'disk' });
    await waitFor('both events', () => told.length === 2);
    browser.off('trashChanged');
    const marks = told.map((args) => liveMarkSchema.parse(args.at(-1)));
    const [first, second] = marks.sort((a, b) => a.seq - b.seq);
    expect(second).toEqual({ ...first, seq: (first?.seq ?? 0) + 1 });
    expect(first?.audience).toBe(rooms.user('u1'));
  });

  it('stay where they are while nobody in the cluster watches', async () => {
    const topic = { topic: 'monitoring' } as const;
    const watched = audience.topic(topic);
    await waitFor('silence to be known', () => !worker.hasListeners(watched));
    const emit = jest.spyOn(worker.console, 'to');
    worker.publish('metrics', watched, { samples: [] });
    expect(emit).not.toHaveBeenCalled();
    const [socket] = [...server.console.sockets.values()];
    await socket?.join(rooms.topic(topic));
    await waitFor('the watcher', () => worker.hasListeners(watched));
    const event = next('metrics');
    worker.publish('metrics', watched, { samples: [] });
    expect(await event).toEqual({ samples: [] });
    await socket?.leave(rooms.topic(topic));
    await waitFor('the watcher to leave', () => !worker.hasListeners(watched));
    emit.mockRestore();
  });

  it('end a browser that does not read them, before they fill the memory', async () => {
    const slow = io(`${baseUrl}${consoleNamespace}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    await once(slow as unknown as NodeJS.EventEmitter, 'connect');
    const held = [...server.console.sockets.values()].find(({ id }) => id === slow.id);
    const lowerLevel = [...connections].at(-1);
    // Its system takes no more from the network, and what the server sends stays with the server.
    lowerLevel?.cork();
    jest.spyOn(lowerLevel ?? new TcpSocket(), 'uncork').mockImplementation(() => undefined);
    const ended = new Promise((resolve) => held?.once('disconnect', resolve));
    for (let piece = 0; piece < 200; piece += 1) {
      server.publish('sessionRevoked', audience.user('u1'), {
        reason: `${piece} ${'x'.repeat(65_536)}`,
      });
    }
    expect(await ended).toBe('forced close');
    lowerLevel?.destroy();
    slow.disconnect();
  });

  it('go on after PostgreSQL was gone, however often', async () => {
    const database = new Client({ connectionString: backend.databaseUrl });
    await database.connect();
    // Oftener than the adapter's pool has clients.
    for (let time = 0; time < 4; time += 1) {
      // Waits until they are gone: an event that an old connection still carries would prove nothing, and the next ones got lost with it.
      await database.query(
        'SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      const event = next('filesChanged');
      let isHere = false;
      void event.then(() => (isHere = true));
      await waitFor(
        'an event',
        () => {
          worker.publish('filesChanged', audience.user('u1'), { space: 'disk', dir: `/${time}` });
          return isHere;
        },
        8_000,
        200,
      );
    }
    await database.end();
  });

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
