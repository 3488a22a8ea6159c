import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import express from 'express';
import { goneSignal } from './gone-signal.js';
import { endWhenSilent } from './silence.js';

let server: Server;
let outcome: Promise<string>;

const silenceMs = 200;

beforeEach(async () => {
  const app = express();
  let settle = (_: string): void => undefined;
  outcome = new Promise((resolve) => {
    settle = resolve;
  });
  app.post('/bytes', (request, response) => {
    const stop = endWhenSilent(request, silenceMs);
    request.resume();
    request.once('close', () => {
      if (!request.complete) {
        settle('cut');
      }
    });
    request.once('end', () => {
      stop();
      // What the server does then may take longer than a client may be silent.
      setTimeout(() => {
        settle('whole');
        response.end('done');
      }, silenceMs * 2);
    });
  });
  app.post('/work', (request, response) => {
    goneSignal(request).addEventListener('abort', () => settle('gone'));
    request.resume();
    setTimeout(() => {
      settle('answered');
      response.end();
    }, 2_000).unref();
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
  const socket = await send(`${head('/bytes', 10)}half`);
  await once(socket, 'close');
  expect(await outcome).toBe('cut');
});

it('one that has sent all may wait for its answer', async () => {
  const socket = await send(`${head('/bytes', 4)}full`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('200 OK');
  expect(await outcome).toBe('whole');
  socket.destroy();
});

it('work for a client that leaves before the answer is told so', async () => {
  const socket = await send(head('/work', 0));
  setTimeout(() => socket.destroy(), 100);
  expect(await outcome).toBe('gone');
});
