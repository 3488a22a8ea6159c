import { createServer, type Server as HttpServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  consoleNamespace,
  rooms,
  type ConsoleToServer,
  type LiveSignals,
  type ServerToConsole,
} from '@clusterdesk/contracts';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { LiveConnection, type LiveSocket } from '../support/server/live-parts.js';
import { waitFor } from '../support/wait-for.js';

let http: HttpServer;
let server: Server<ConsoleToServer, ServerToConsole & LiveSignals>;
let url: string;

beforeAll(async () => {
  http = createServer();
  server = new Server(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}${consoleNamespace}`;
});
afterAll(() => server.close());

it('a window asks again for a topic when the server could not say, and not when it was refused', async () => {
  const asked = { busy: 0, refused: 0 };
  const audience = rooms.topic({ topic: 'hosts' });
  server.of(consoleNamespace).on('connection', (socket) => {
    socket.on('watch', ({ topic }, answer) => {
      if (topic === 'jobs') {
        asked.refused += 1;
        answer(false);
        return;
      }
      asked.busy += 1;
      if (asked.busy < 3) {
        answer(null);
        return;
      }
      answer(true, { audience, epoch: 'e1', seq: 1, quietMs: 0 });
    });
  });
  const socket: LiveSocket = io(url, {
    autoConnect: false,
    forceNew: true,
    transports: ['websocket'],
  });
  const connection = new LiveConnection(socket, () => true);
  let gaps = 0;
  connection.onGap(() => {
    gaps += 1;
  });
  connection.watch({ topic: 'jobs' });
  connection.watch({ topic: 'hosts' });
  connection.open();
  try {
    // Something happened while the server was busy.
    await waitFor('the gap', () => gaps > 0);
    expect(gaps).toBe(1);
    expect(asked).toEqual({ busy: 3, refused: 1 });
  } finally {
    connection.close();
  }
});
