import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agentNamespace } from '@clusterdesk/contracts';
import { backends, type Backend } from '@clusterdesk/tests/server/backends.js';
import { listReaders } from '@clusterdesk/tests/server/live-readers.js';
import { openDatabase } from '@clusterdesk/tests/server/open-database.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import type { Namespace } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { loadConfig } from '../../config/config.js';
import { Postgres } from '../database/postgres.js';
import { Timings } from '../timings.js';
import { Realtime } from './realtime.service.js';

/** So many arrays within each other. */
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

const timings = new Timings();

describe.each(backends)('what an agent answers to another process on %s', (_, startBackend) => {
  let backend: Backend;
  let server: Realtime;
  let worker: Realtime;
  let http: Server;
  let agent: Socket;
  const processes: Postgres[] = [];
  const answers: unknown[] = [];

  beforeAll(async () => {
    backend = await startBackend();
    await (await openDatabase(backend.databaseUrl)).destroy();
    const config = loadConfig({ DATABASE_URL: backend.databaseUrl, REDIS_URL: backend.redisUrl });
    processes.push(new Postgres(config), new Postgres(config));
    server = new Realtime(config, processes[0]!, timings);
    worker = new Realtime(config, processes[1]!, timings);
    http = createServer();
    server.attach(http);
    server.agents.on('connection', (socket) => server.admitAgent(socket));
    await once(http.listen(0, '127.0.0.1'), 'listening');
    const address = http.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    agent = io(`http://127.0.0.1:${port}${agentNamespace}`, {
      transports: ['websocket'],
      forceNew: true,
    });
    agent.on('jobs.stop-script', (number: number, reply: (said: unknown) => void) =>
      reply(answers[number]),
    );
    await new Promise<void>((resolve) => agent.once('connect', resolve));
    for (const member of [server, worker]) {
      await waitFor('the members', async () => (await member.agents.adapter.serverCount()) === 2);
    }
  });
  afterAll(async () => {
    agent.disconnect();
    for (const member of [worker, server]) {
      await member.beforeApplicationShutdown();
      await member.onApplicationShutdown();
    }
    await Promise.all(processes.map((postgres) => postgres.close()));
    expect(await listReaders(backend.redisUrl)).toEqual([]);
    await backend.stop();
  });

  /** Asks from the other process, as the worker does. undefined: no answer came in time. */
  async function ask(answer: unknown, withinMs = 1_000): Promise<unknown> {
    const number = answers.push(answer) - 1;
    // As an untyped namespace: what is asked does not matter here.
    const untyped: Namespace = worker.agents;
    const [said]: unknown[] = await untyped
      .to(agent.id ?? '')
      .timeout(withinMs)
      .emitWithAck('jobs.stop-script', number)
      .catch(() => []);
    return said;
  }

  it.each([
    ['deep', nested(200)],
    ['deep and large', [nested(200), 'x'.repeat(10_000)]],
    ['deep, with bytes', [nested(200), new Uint8Array(1)]],
    ['so deep that no call stack has room', nested(3_000)],
  ])('harms nobody when it is %s', async (_name, answer) => {
    await ask(answer);
    expect(await ask('a word')).toBe('a word');
  });

  it('arrives whatever its length is', async () => {
    // With what is around it, one of these has just the length that NOTIFY refuses.
    const words = Array.from({ length: 60 }, (_unused, index) => 'x'.repeat(7_860 + index));
    const said = await Promise.all(words.map((word) => ask(word, 10_000)));
    expect(said.map((word) => String(word).length)).toEqual(words.map(({ length }) => length));
  });
});
