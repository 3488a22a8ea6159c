import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Server } from 'node:http';
import { inlineScriptHashes, serveConsole } from './console-files.js';

let dir: string;
let server: Server;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-console-'));
  mkdirSync(join(dir, 'dist/assets'), { recursive: true });
  writeFileSync(join(dir, 'dist/index.html'), 'the page');
  writeFileSync(join(dir, 'dist/index.html.gz'), gzipSync('the page'));
  writeFileSync(join(dir, 'dist/favicon.svg'), '<svg/>');
  writeFileSync(join(dir, 'dist/assets/app-1a2b.js'), 'the script');
  writeFileSync(join(dir, 'dist/assets/app-1a2b.js.br'), brotliCompressSync('the script'));
  writeFileSync(join(dir, 'dist/assets/app-1a2b.js.gz'), gzipSync('the script'));
  writeFileSync(join(dir, 'dist/assets/tiny-3c4d.css'), 'a{}');
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

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });

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

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('sends what the build has compressed to who takes %s', async (accepted, encoding) => {
    const response = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe('the script');
  });

  it('gives each form an ETag of its own', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (accepted) => {
        const response = await get('/assets/app-1a2b.js', { 'accept-encoding': accepted });
        return response.headers.get('etag');
      }),
    );
    expect(new Set(etags).size).toBe(3);
    const again = await get('/assets/app-1a2b.js', {
      'accept-encoding': 'br',
      'if-none-match': etags[0] ?? '',
      // Else fetch itself asks for no stored answer.
      'cache-control': 'max-age=0',
    });
    expect(again.status).toBe(304);
  });

  it('sends as it is what was too small to compress', async () => {
    const response = await get('/assets/tiny-3c4d.css', { 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await response.text()).toBe('a{}');
  });

  it.each(['/', '/login', '/index.html'])('has the page at %s compressed', async (path) => {
    const response = await get(path, { 'accept-encoding': 'br, gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe('the page');
  });

  it('asks anew for files whose names have no hash', async () => {
    const response = await get('/favicon.svg');
    expect(await response.text()).toBe('<svg/>');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('tells which scripts of the page may run', () => {
    const page = join(dir, 'page');
    mkdirSync(page);
    writeFileSync(
      join(page, 'index.html'),
      '<script type="application/json">{}</script><script>run()</script><script src="/a.js"></script>',
    );
    const hash = createHash('sha256').update('run()').digest('base64');
    expect(inlineScriptHashes(page)).toEqual([`'sha256-${hash}'`]);
    expect(inlineScriptHashes(join(dir, 'none'))).toEqual([]);
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
