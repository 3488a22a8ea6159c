import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { json } from 'express';
import { limitBodyTime } from './body-deadline.middleware.js';
import { compressJson } from './compress-json.middleware.js';

const deadlineMs = 200;

let server: Server;
let port: number;

beforeAll(async () => {
  const app = express();
  // As in the server: what compresses answers has its own way to end them.
  app.use('/api', compressJson());
  app.use(limitBodyTime(deadlineMs));
  app.use('/api/uploads/let-in', (request) => {
    request.mayStream = true;
  });
  app.use('/api/uploads/refused', (_, response) => void response.status(401).end());
  app.use(['/api/uploads', '/api/user/info/uploadFile'], () => undefined);
  app.use(json());
  app.use((request, response) => void response.json({ path: request.path }));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Declares a body of ten bytes and sends one; over when the connection ends, or when `until` comes first. */
async function begin(
  path: string,
  until?: Promise<unknown>,
): Promise<{ answer: string; isEnded: boolean }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`,
  );
  const isEnded = await Promise.race([
    once(socket, 'close').then(() => true),
    ...(until ? [until.then(() => false)] : []),
  ]);
  socket.destroy();
  return { answer, isEnded };
}

describe('a body that does not come', () => {
  it('ends an ordinary call', async () => {
    const { answer, isEnded } = await begin('/api/user/info/login');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(isEnded).toBe(true);
  });

  it('is left to the upload that was let in', async () => {
    // Of two that began later, one after the other, both have met the deadline.
    const later = new Promise((resolve) => setImmediate(resolve))
      .then(() => begin('/api/user/info/login'))
      .then(() => begin('/api/user/info/login'));
    expect((await begin('/api/uploads/let-in', later)).isEnded).toBe(false);
  });

  it.each(['/api/uploads', '/api/uploads/1', '/api/user/info/uploadFile'])(
    'ends a call of %s that nobody has let in yet',
    async (path) => {
      const { answer, isEnded } = await begin(path);
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(isEnded).toBe(true);
    },
  );

  it('does not keep the connection of an upload that was refused', async () => {
    const { answer, isEnded } = await begin('/api/uploads/refused');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(isEnded).toBe(true);
  });
});
