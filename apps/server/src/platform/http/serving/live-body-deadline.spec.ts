import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { speak } from '@clusterdesk/tests/wire/raw-http.js';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { limitBodyTime } from './body-deadline.middleware.js';

const deadlineMs = 200;
const path = '/socket.io/?EIO=4&transport=polling';
let http: HttpServer;
let io: Server;
let port: number;

beforeAll(async () => {
  http = createServer();
  // Only the deadline ends a connection.
  http.keepAliveTimeout = 0;
  io = new Server(http);
  io.engine.use(limitBodyTime(deadlineMs));
  await once(http.listen(0, '127.0.0.1'), 'listening');
  ({ port } = http.address() as AddressInfo);
});
afterAll(() => io.close());

it.each(['GET', 'POST'])(
  'a %s whose body does not come is ended though it was answered',
  async (method) => {
    const answer = await speak(
      port,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400) /);
  },
);

it.each([['websocket'], ['polling']])('connections by %s stay', async (transport) => {
  const socket = connect(`http://127.0.0.1:${port}`, { transports: [transport], forceNew: true });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  let isEnded = false;
  socket.once('disconnect', () => (isEnded = true));
  // It began later, and met the deadline.
  await speak(port, `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na`);
  expect(isEnded).toBe(false);
  socket.disconnect();
});
