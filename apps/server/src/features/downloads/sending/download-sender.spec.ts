import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import express from 'express';
import { sendDownload } from './download-sender.js';

it('closes the file also when the client has left before the first byte', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'clusterdesk-sender-'));
  await writeFile(join(dir, 'a'), 'bytes');
  const handle = await open(join(dir, 'a'));
  const app = express();
  const sent = new Promise<void>((resolve, reject) => {
    app.get('/', (request, response) => {
      client.destroy();
      once(response, 'close')
        .then(() => sendDownload(request, response, { handle, fileName: 'a' }))
        .then(resolve, reject);
    });
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await sent;
  expect(handle.fd).toBe(-1);
  server.close();
  await rm(dir, { recursive: true });
});
