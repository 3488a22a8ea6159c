import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, truncate, writeFile, type FileHandle } from 'node:fs/promises';
import {
  createServer,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { transferBuffers } from '../../../platform/buffer-pool.js';
import { sendBytes } from './byte-sender.js';

const content = randomBytes(24 * 1024 * 1024);

describe('sending bytes of a file', () => {
  let dir: string;
  let handle: FileHandle;
  let server: Server;
  let send: (response: ServerResponse) => Promise<void>;
  let sent: Promise<void>;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'clusterdesk-bytes-'));
    server = createServer((_, response) => {
      sent = send(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(async () => {
    server.close();
    await rm(dir, { recursive: true });
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await handle.close();
  });

  /** Answers the next call with a range of a new file. */
  async function prepare(start: number, byteCount: number): Promise<void> {
    await writeFile(join(dir, 'file'), content);
    handle = await open(join(dir, 'file'));
    send = (response) => {
      response.setHeader('Content-Length', byteCount);
      response.setHeader('Connection', 'close');
      return sendBytes(handle, response, start, byteCount);
    };
  }

  const port = (): number => (server.address() as AddressInfo).port;
  const url = (): string => `http://127.0.0.1:${port()}`;

  it('sends exactly the range', async () => {
    await prepare(12_345, 7_654_321);
    const body = Buffer.from(await (await fetch(url())).arrayBuffer());
    expect(body.equals(content.subarray(12_345, 12_345 + 7_654_321))).toBe(true);
    await sent;
  });

  it('sends nothing of an empty range', async () => {
    await prepare(0, 0);
    expect((await (await fetch(url())).arrayBuffer()).byteLength).toBe(0);
  });

  it('uses the same memory again, and never before it has been sent', async () => {
    const used = new Set<Buffer>();
    const take = transferBuffers.take.bind(transferBuffers);
    jest.spyOn(transferBuffers, 'take').mockImplementation(() => {
      const buffer = take();
      used.add(buffer);
      return buffer;
    });
    const release = transferBuffers.release.bind(transferBuffers);
    jest.spyOn(transferBuffers, 'release').mockImplementation((buffer) => {
      // Whoever still had to send it would send this.
      buffer.fill(0);
      release(buffer);
    });
    await prepare(0, content.length);
    const hash = createHash('sha256');
    const [answer] = (await once(get(url()), 'response')) as [IncomingMessage];
    for await (const part of answer) {
      hash.update(part as Buffer);
      // Slower than the file is read.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
    expect(used.size).toBeLessThanOrEqual(3);
  });

  it('breaks the connection off when the file has become shorter', async () => {
    await prepare(0, content.length);
    await truncate(join(dir, 'file'), 1_000_000);
    await expect(fetch(url()).then((answer) => answer.arrayBuffer())).rejects.toThrow();
    await sent;
  });

  it('ends when the client leaves in the middle', async () => {
    await prepare(0, content.length);
    const client = connect(port(), '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(client, 'data');
    client.destroy();
    await sent;
  });
});
