import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { consoleNamespace, rooms } from '@clusterdesk/contracts';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { io } from 'socket.io-client';
import { backends, type Backend } from '../support/server/backends.js';
import {
  audience,
  LiveConnection,
  LiveSubscriptions,
  loadConfig,
  Postgres,
  Realtime,
  Timings,
  type Config,
  type LiveSocket,
} from '../support/server/live-parts.js';
import { listReaders } from '../support/server/live-readers.js';
import { openDatabase } from '../support/server/open-database.js';
import { waitFor } from '../support/wait-for.js';

const cuts = 500;
const restarts = 3;
const userId = 'u1';
const timings = new Timings();

/** A server with the sockets of browsers, which can be stopped and started again on its port. */
class LiveServer {
  realtime!: Realtime;
  isUp = false;
  private http!: Server;
  private postgres!: Postgres;
  private readonly connections = new Set<TcpSocket>();
  private port = 0;

  constructor(private readonly config: Config) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}${consoleNamespace}`;
  }

  async start(): Promise<void> {
    this.postgres = new Postgres(this.config);
    const realtime = new Realtime(this.config, this.postgres, timings);
    const subscriptions = new LiveSubscriptions(realtime, timings);
    subscriptions.allowTopic('hosts', () => true);
    this.http = createServer();
    this.http.on('connection', (connection) => {
      this.connections.add(connection);
      connection.once('close', () => this.connections.delete(connection));
    });
    realtime.attach(this.http);
    realtime.console.use((socket, next) => {
      socket.data = {
        caller: {
          userId,
          sessionId: 's1',
          userName: 'u1',
          language: 'en',
          isSystemAdministrator: false,
          homeKey: 'u1',
          permissions: new Set(),
          canDownload: false,
          mustChangePassword: false,
        },
        topics: new Map(),
        asking: 0,
      };
      next();
    });
    realtime.console.on('connection', (socket) => {
      void socket.join(rooms.user(userId));
      subscriptions.serve(socket, () => Promise.resolve(true));
    });
    this.http.listen(this.port, '127.0.0.1');
    await once(this.http, 'listening');
    this.port = (this.http.address() as AddressInfo).port;
    this.realtime = realtime;
    this.isUp = true;
  }

  async stop(): Promise<void> {
    this.isUp = false;
    await endMember(this.realtime);
    await this.postgres.close();
  }

  /** Breaks a connection as a network would: what is under way is lost. */
  breakOne(): void {
    const all = [...this.connections];
    all[Math.floor(Math.random() * all.length)]?.destroy();
  }
}

/** A window: what it was told of its user and of a topic, in the order in which it was told, and what its page shows. */
class Window {
  readonly own: string[] = [];
  readonly topic: string[] = [];
  readonly shown = new Set<string>();
  gaps = 0;
  private readonly socket: LiveSocket;
  private readonly connection: LiveConnection;

  /** @param ask what a page is answered that asks for the state */
  constructor(url: string, ask: () => readonly string[]) {
    this.socket = io(url, {
      autoConnect: false,
      forceNew: true,
      transports: ['websocket'],
      reconnectionDelay: 10,
      reconnectionDelayMax: 50,
    });
    this.connection = new LiveConnection(this.socket, () => true);
    this.connection.on('filesChanged', ({ dir }) => {
      this.own.push(dir);
      this.shown.add(dir);
    });
    this.connection.on('nodeStatus', ({ nodeId }) => {
      this.topic.push(nodeId);
      this.shown.add(nodeId);
    });
    this.connection.onGap(() => {
      this.gaps += 1;
      ask().forEach((text) => this.shown.add(text));
    });
    this.connection.watch({ topic: 'hosts' });
    this.connection.open();
  }

  get isConnected(): boolean {
    return this.socket.connected;
  }

  cut(): void {
    this.socket.io.engine.close();
  }

  close(): void {
    this.connection.close();
  }
}

async function endMember(member: Realtime): Promise<void> {
  await member.beforeApplicationShutdown();
  await member.onApplicationShutdown();
}

/** Numbers of one publisher, in the order in which they came. */
const ofPublisher = (told: readonly string[], publisher: string): number[] =>
  told
    .filter((text) => text.startsWith(`${publisher}/`))
    .map((text) => Number(text.slice(publisher.length + 1)));

describe.each(backends)('numbered live events on %s', (_, startBackend) => {
  let backend: Backend;
  let config: Config;
  const servers: LiveServer[] = [];
  let worker: Realtime;
  let workersPostgres: Postgres;
  const windows: Window[] = [];

  beforeAll(async () => {
    backend = await startBackend();
    await (await openDatabase(backend.databaseUrl)).destroy();
    config = loadConfig({ DATABASE_URL: backend.databaseUrl, REDIS_URL: backend.redisUrl });
    for (let index = 0; index < 2; index += 1) {
      const server = new LiveServer(config);
      await server.start();
      servers.push(server);
    }
    workersPostgres = new Postgres(config);
    worker = new Realtime(config, workersPostgres, timings);
  });
  afterAll(async () => {
    windows.forEach((window) => window.close());
    await Promise.all([endMember(worker), ...servers.map((server) => server.stop())]);
    await workersPostgres.close();
    expect(await listReaders(backend.redisUrl)).toEqual([]);
    await backend.stop();
  });

  /** Ends every connection of the processes to what they hear each other by, which may have forgotten everything, too. */
  async function breakTheWayBetween(isEmptied: boolean): Promise<void> {
    if (backend.redisUrl && isEmptied) {
      await backend.restartRedis();
      return;
    }
    if (backend.redisUrl) {
      const redis = new Redis(backend.redisUrl);
      await redis.client('KILL', 'TYPE', 'pubsub');
      await redis.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
      await redis.quit();
      return;
    }
    const database = new Client({ connectionString: backend.databaseUrl });
    await database.connect();
    await database.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await database.end();
  }

  it(`leave no page stale, and double and misplace none, in ${cuts} cuts and ${restarts} restarts`, async () => {
    const [one, two] = servers as [LiveServer, LiveServer];
    const published: string[] = [];
    windows.push(...[one, one, two, two].map((server) => new Window(server.url, () => published)));
    await waitFor('the windows', () => windows.every((window) => window.isConnected));

    let isPublishing = true;
    const publishing = ['one', 'two', 'worker'].map(async (publisher) => {
      for (let number = 0; isPublishing; number += 1) {
        // A process that has ended publishes nothing.
        await waitFor('the publisher', () => publisher !== 'two' || two.isUp);
        const member = { one: one.realtime, two: two.realtime, worker }[publisher] ?? worker;
        const text = `${publisher}/${number}`;
        published.push(text);
        if (number % 2 === 0) {
          member.publish('filesChanged', audience.user(userId), { space: 'disk', dir: text });
        } else {
          member.publish('nodeStatus', audience.topic({ topic: 'hosts' }), {
            nodeId: text,
            hostname: text,
            online: true,
          });
        }
        await sleep(Math.random() * 20);
      }
    });

    for (let cut = 1; cut <= cuts; cut += 1) {
      const connected = windows.filter((window) => window.isConnected);
      if (cut % 3 === 0) {
        servers[cut % servers.length]?.breakOne();
      } else {
        connected[Math.floor(Math.random() * connected.length)]?.cut();
      }
      if (cut % Math.floor(cuts / (restarts + 1)) === 0 && cut < cuts) {
        const { realtime } = two;
        await two.stop();
        await two.start();
        expect(two.realtime).not.toBe(realtime);
      }
      if (cut % 150 === 0) {
        await breakTheWayBetween(cut === 300);
      }
      await sleep(Math.random() * 25);
    }
    isPublishing = false;
    await Promise.all(publishing);

    // The last event of all may be the lost one: that is found by a comparison within half a minute.
    await waitFor(
      'everything that was published',
      () => windows.every(({ shown }) => shown.size === published.length),
      40_000,
    );
    for (const window of windows) {
      expect(window.gaps).toBeGreaterThan(0);
      for (const told of [window.own, window.topic]) {
        expect(new Set(told).size).toBe(told.length);
        for (const publisher of ['one', 'two', 'worker']) {
          const numbers = ofPublisher(told, publisher);
          expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        }
      }
    }
  });
});
