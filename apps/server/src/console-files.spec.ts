import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Server } from 'node:http';
import { serveConsole } from './console-files.js';

let dir: string;
let server: Server;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-console-'));
  mkdirSync(join(dir, 'dist/assets'), { recursive: true });
  writeFileSync(join(dir, 'dist/index.html'), 'the page');
  writeFileSync(join(dir, 'dist/assets/app-1a2b.js'), 'the script');
  writeFileSync(join(dir, 'secret'), 'outside');
  const app = express();
  serveConsole(app, join(dir, 'dist'));
  app.use((_, response) => void response.status(418).send('the api'));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

const get = (path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);

describe('the console', () => {
  it.each(['/', '/login', '/jobDetail/7?tab=log', '/apiary'])('is the page at %s', async (path) => {
    const response = await get(path);
    expect(await response.text()).toBe('the page');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('has assets that are kept for good', async () => {
    const response = await get('/assets/app-1a2b.js');
    expect(await response.text()).toBe('the script');
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  it('says plainly that an asset of another build is gone', async () => {
    expect((await get('/assets/app-0000.js')).status).toBe(404);
  });

  it('leads nowhere else', async () => {
    for (const path of ['/assets/..%2f..%2fsecret', '/..%2fsecret', '/assets/%']) {
      expect(await (await get(path)).text()).not.toBe('outside');
    }
  });

  it.each(['/api', '/api/nope', '/socket.io/', '/metrics'])('leaves %s alone', async (path) => {
    expect((await get(path)).status).toBe(418);
  });
});
