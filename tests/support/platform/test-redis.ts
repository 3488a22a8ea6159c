import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { spawnBound } from './bound-child.js';

/** Debian's redis-server, for the suites that run on both backends. */
export interface TestRedis {
  url: string;
  /** It stands still: connections stay open, and nothing is answered. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Whether this machine has one. With CI=true a missing one is a failure, not a skipped suite. */
export function hasRedis(): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const isThere = folders.some((folder) => existsSync(join(folder, 'redis-server')));
  if (!isThere && process.env.CI === 'true') {
    throw new Error('redis-server is missing: install it (Debian: redis-server).');
  }
  return isThere;
}

/** Starts one on a free (or the given) loopback port, keeping nothing on disk. */
export async function startTestRedis(given?: number): Promise<TestRedis> {
  const port = given ?? (await freePort());
  const child = spawnBound('redis-server', [
    ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
  ]);
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('redis-server ended while starting.')));
    child.stderr.resume();
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) {
        resolve();
      }
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) {
    throw new Error('No free port.');
  }
  return address.port;
}
