import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { intrude } from '@clusterdesk/tests/attack/intruder.js';
import { findFreePort } from '@clusterdesk/tests/platform/free-port.js';
import { Listeners } from './listeners.js';

const opened: Listeners[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

function make(name: string): Listeners {
  const server = createServer((_request, response) => response.end(name));
  const listeners = new Listeners(server);
  opened.push(listeners);
  return listeners;
}

async function ask(host: string, port: number): Promise<string> {
  const [answer] = (await once(get({ host, port, agent: false }), 'response')) as [IncomingMessage];
  const [text] = (await once(answer.setEncoding('utf8'), 'data')) as [string];
  return text;
}

describe('a server that opens its own sockets', () => {
  it.each(['0.0.0.0', '127.0.0.1', 'localhost'])(
    'takes connections of both families with HOST=%s, and nobody else can',
    async (host) => {
      const port = await findFreePort();
      await make('one').open({ host, port });
      expect(await ask('127.0.0.1', port)).toBe('one');
      expect(await ask('::1', port)).toBe('one');
      expect(intrude(port)).toEqual([]);
    },
  );

  it('ends what waits on each of them, and gives the port back', async () => {
    const port = await findFreePort();
    const listeners = make('one');
    await listeners.open({ host: '127.0.0.1', port });
    const agents = ['127.0.0.1', '::1'].map((host) => connect(port, host));
    for (const socket of agents) {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
    }
    const ends = agents.map((socket) => once(socket, 'close'));
    await listeners.close();
    await Promise.all(ends);
    await make('two').open({ host: '127.0.0.1', port });
  });

  it('says which address it cannot have', async () => {
    const port = await findFreePort();
    await make('one').open({ host: '::1', port });
    await expect(make('two').open({ host: '127.0.0.1', port })).rejects.toThrow(/EADDRINUSE/);
    await expect(make('two').open({ host: '192.0.2.1', port })).rejects.toThrow(
      /EADDRNOTAVAIL.* 192\.0\.2\.1/,
    );
  });
});
