import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import express, { type Response } from 'express';
import { goneSignal } from './gone-signal.js';
import { endWhenSilent } from './silence.js';

/** What became of a request of these names; each is told once. */
let told: EventEmitter<Record<'cut' | 'whole' | 'begun' | 'gone', [Response]>>;
let server: Server;

const silenceMs = 200;

beforeEach(async () => {
  const app = express();
  told = new EventEmitter();
  app.post('/bytes', (request, response) => {
    const stop = endWhenSilent(request, silenceMs);
    request.resume();
    request.once('close', () => {
      if (!request.complete) {
        told.emit('cut', response);
      }
    });
    request.once('end', () => {
      stop();
      told.emit('whole', response);
    });
  });
  // Never answers.
  app.post('/work', (request, response) => {
    goneSignal(request).addEventListener('abort', () => told.emit('gone', response));
    request.resume();
    told.emit('begun', response);
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function send(text: string): Promise<ReturnType<typeof connect>> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const head = (path: string, bytes: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`;

it('a client that stops sending is cut off', async () => {
  const cut = once(told, 'cut');
  const socket = await send(`${head('/bytes', 10)}half`);
  await once(socket, 'close');
  await cut;
});

it('one that has sent all may wait for its answer', async () => {
  const whole = once(told, 'whole') as Promise<[Response]>;
  const socket = await send(`${head('/bytes', 4)}full`);
  const [response] = await whole;
  // What the server does then may take longer than a client may be silent: one that comes later and is silent is cut off meanwhile.
  const cut = once(told, 'cut');
  await send(`${head('/bytes', 10)}half`);
  await cut;
  response.end('done');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('200 OK');
  socket.destroy();
});

it('work for a client that leaves before the answer is told so', async () => {
  const begun = once(told, 'begun');
  const gone = once(told, 'gone');
  const socket = await send(head('/work', 0));
  await begun;
  socket.destroy();
  await gone;
});
