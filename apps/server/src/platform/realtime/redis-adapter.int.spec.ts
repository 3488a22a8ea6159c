import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { consoleNamespace, rooms } from '@clusterdesk/contracts';
import {
  hasRedis,
  startTestRedis,
  type TestRedis,
} from '@clusterdesk/tests/platform/test-redis.js';
import { listClients } from '@clusterdesk/tests/server/live-readers.js';
import { openDatabase } from '@clusterdesk/tests/server/open-database.js';
import { createTestDatabase } from '@clusterdesk/tests/server/test-database.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Server, type Namespace } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { loadConfig } from '../../config/config.js';
import { Postgres } from '../database/postgres.js';
import { Timings } from '../timings.js';
import { createRealtimeAdapter } from './realtime-adapter.js';
import { Realtime } from './realtime.service.js';

/** So long that an answer that comes at all did not wait for its end. */
const longMs = 600_000;

(hasRedis() ? describe : describe.skip)('the adapter of Redis', () => {
  it('leaves no refusal unheard when it is closed before Redis has answered', async () => {
    const redis = await startTestRedis();
    try {
      redis.freeze();
      const { redis: place } = loadConfig({
        DATABASE_URL: 'postgresql://nowhere/none',
        REDIS_URL: redis.url,
      });
      const adapter = createRealtimeAdapter(
        { redis: place },
        {} as never,
        { commandMs: longMs },
        () => undefined,
      );
      const sockets = new Server(createServer(), { adapter: adapter.factory });
      sockets.of('/browsers');
      // The subscriptions are sent when the connection was made.
      await new Promise(setImmediate);
      await sockets.close();
      await expect(adapter.close()).resolves.toBeUndefined();
      // Jest fails a test during which a refusal goes unheard; Node tells of it after the promises of a turn.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
    } finally {
      redis.thaw();
      await redis.stop();
    }
  });

  describe('while Redis is away', () => {
    let redis: TestRedis;
    let database: Awaited<ReturnType<typeof createTestDatabase>>;
    let postgres: Postgres;
    let http: HttpServer;
    let members: Realtime[];
    let browser: Socket;

    beforeEach(async () => {
      [redis, database] = await Promise.all([startTestRedis(), createTestDatabase()]);
      await (await openDatabase(database.url)).destroy();
      const config = loadConfig({ DATABASE_URL: database.url, REDIS_URL: redis.url });
      postgres = new Postgres(config);
      const timings = new Timings({ tasks: { commandMs: 500 } });
      members = [0, 1].map(() => new Realtime(config, postgres, timings));
      for (const { console } of members) {
        await waitFor('the members', async () => (await console.adapter.serverCount()) === 2);
      }
      const [server] = members as [Realtime, Realtime];
      server.console.on('connection', (socket) => void socket.join(rooms.user('u1')));
      http = createServer();
      server.attach(http);
      await once(http.listen(0, '127.0.0.1'), 'listening');
      const address = http.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      browser = io(`http://127.0.0.1:${port}${consoleNamespace}`, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      });
      await once(browser as unknown as NodeJS.EventEmitter, 'connect');
    });
    afterEach(async () => {
      browser.disconnect();
      for (const member of members) {
        await member.beforeApplicationShutdown();
        await member.onApplicationShutdown();
      }
      await postgres.close();
      await redis.stop();
      await database.drop();
    });

    /** Asks every socket of the user's, whoever holds it. */
    const ask = (member: Realtime): Promise<unknown[]> => {
      const untyped: Namespace = member.console;
      return untyped.to(rooms.user('u1')).timeout(longMs).emitWithAck('question') as Promise<
        unknown[]
      >;
    };

    it('a question is answered by who is here, and nobody else is waited for', async () => {
      browser.on('question', (answer: (word: string) => void) => answer('here'));
      const [server, worker] = members as [Realtime, Realtime];
      expect(await ask(worker)).toEqual(['here']);
      await redis.stop();
      await waitFor('its loss', async () => (await server.console.adapter.serverCount()) === 1);
      expect(await ask(server)).toEqual(['here']);
      await waitFor('its loss', async () => (await worker.console.adapter.serverCount()) === 1);
      expect(await ask(worker)).toEqual([]);
      redis = await startTestRedis(redis.port);
      await waitFor('an answer', async () => (await ask(worker))[0] === 'here');
    });

    it('or there, another platform with another number hears nothing of this one', async () => {
      const config = loadConfig({ DATABASE_URL: database.url, REDIS_URL: `${redis.url}/1` });
      const stranger = new Realtime(config, postgres, new Timings());
      members.push(stranger);
      await waitFor('its subscriptions', async () =>
        (await listClients(redis.url)).some((line) => / db=1 sub=[1-9]/.test(line)),
      );
      expect(await stranger.console.adapter.serverCount()).toBe(1);
      expect(await members[0]?.console.adapter.serverCount()).toBe(2);
    });

    it('nothing is kept to be said late', async () => {
      const told: string[] = [];
      browser.on('word', (word: string) => told.push(word));
      const [server, worker] = members as [Realtime, Realtime];
      const untyped: Namespace = worker.console;
      await redis.stop();
      await waitFor('its loss', async () => (await worker.console.adapter.serverCount()) === 1);
      untyped.to(rooms.user('u1')).emit('word', 'meanwhile');
      redis = await startTestRedis(redis.port);
      await waitFor('the members', async () => (await server.console.adapter.serverCount()) === 2);
      await waitFor('a word', () => {
        untyped.to(rooms.user('u1')).emit('word', 'afterwards');
        return told.length > 0;
      });
      expect(told).not.toContain('meanwhile');
    });

    it('and stands still, its connections are given up, and made anew when it answers', async () => {
      const [server, worker] = members as [Realtime, Realtime];
      redis.freeze();
      // By then nothing waits for the one that stands still.
      await waitFor('its loss', async () => (await worker.console.adapter.serverCount()) === 1);
      redis.thaw();
      let isHeard = false;
      server.console.on('settingChanged', () => (isHeard = true));
      await waitFor('an event', () => {
        worker.broadcastToServers('settingChanged', 'siteName');
        return isHeard;
      });
    });
  });
});
