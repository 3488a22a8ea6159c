import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { findFreePort } from '@clusterdesk/tests/platform/free-port.js';
import { intrude } from '@clusterdesk/tests/attack/intruder.js';
import { bindHandle } from './bound-handle.js';
import { HeldSockets } from './held-sockets.js';

let held: HeldSockets | null = null;
const children: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child)));
  held?.close();
  held = null;
});

async function open(host: string, port?: number): Promise<number> {
  const chosen = port ?? (await findFreePort());
  held = await HeldSockets.bind(host, chosen);
  await held.listen();
  return chosen;
}

/** A server on the held sockets that answers with its name; up when this resolves. */
async function serve(name: string): Promise<ChildProcess> {
  const program = `
    const { createServer } = require('node:http');
    const fds = process.argv.slice(2).map(Number);
    let waiting = fds.length;
    for (const fd of fds) {
      createServer((_, response) => response.end(process.argv[1])).listen({ fd }, () => --waiting || console.log('up'));
    }`;
  const { descriptors = [] } = held ?? {};
  const fds = descriptors.map((_, index) => String(index + 3));
  const child = spawn(process.execPath, ['-e', program, name, ...fds], {
    stdio: ['ignore', 'pipe', 'ignore', ...descriptors],
  });
  children.push(child);
  await once(child.stdout ?? child, 'data');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

function ask(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host, port, agent: false }, (answer) => {
      answer.setEncoding('utf8').once('data', resolve);
    }).once('error', reject);
  });
}

describe('the sockets of the launcher', () => {
  test.each(['0.0.0.0', '::'])('with HOST=%s nobody else gets the port', async (host) => {
    const port = await open(host);
    expect(intrude(port)).toEqual([]);
    const server = await serve('first');
    expect(intrude(port)).toEqual([]);
    await end(server);
    expect(intrude(port)).toEqual([]);
  });

  test.each(['127.0.0.1', 'localhost', '::1'])('nor with HOST=%s', async (host) => {
    const port = await open(host);
    expect(held).toMatchObject({
      localUrl: `http://127.0.0.1:${String(port)}`,
      publicUrl: `http://localhost:${String(port)}`,
    });
    expect(intrude(port)).toEqual([]);
    await serve('first');
    expect(await ask('127.0.0.1', port)).toBe('first');
    expect(await ask('::1', port)).toBe('first');
    expect(intrude(port)).toEqual([]);
  });

  test('what comes while no server runs waits for the next one', async () => {
    const port = await open('0.0.0.0');
    const first = await serve('first');
    expect(await ask('127.0.0.1', port)).toBe('first');
    await end(first);
    const waiting = [ask('127.0.0.1', port), ask('::1', port)];
    await serve('second');
    expect(await Promise.all(waiting)).toEqual(['second', 'second']);
  });

  test('any other address is held alone', async () => {
    const port = await open('127.0.0.2');
    expect(held).toMatchObject({
      addresses: ['127.0.0.2'],
      localUrl: `http://127.0.0.2:${String(port)}`,
      publicUrl: `http://127.0.0.2:${String(port)}`,
    });
    const other = connect(port, '127.0.0.1');
    const [error] = (await once(other, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });

  test.each(['127.0.0.1', '::1'])('a port that is taken on %s is refused', async (address) => {
    const holder = createServer().listen(0, address);
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    await expect(HeldSockets.bind('127.0.0.1', port)).rejects.toThrow(/^Port \d+ is taken/);
    await expect(HeldSockets.bind('0.0.0.0', port)).rejects.toThrow(/^Port \d+ is taken/);
    holder.close();
  });

  test('a port that somebody else begins to listen on meanwhile is refused', async () => {
    const port = await findFreePort();
    held = await HeldSockets.bind('127.0.0.1', port);
    const faster = createServer().listen(port, '127.0.0.1');
    await once(faster, 'listening');
    await expect(held.listen()).rejects.toThrow(/^Port \d+ is taken/);
    faster.close();
  });

  test('an address of another machine is refused', async () => {
    await expect(HeldSockets.bind('192.0.2.1', 8080)).rejects.toThrow(
      /^Cannot listen on 192\.0\.2\.1, port 8080 \(EADDRNOTAVAIL\)/,
    );
  });
});

test('Node still has the function that binds without listening', () => {
  const bound = bindHandle('127.0.0.1', 0);
  expect(bound).toMatchObject({ fd: expect.any(Number) });
  if (!('code' in bound)) {
    bound.close();
  }
});
