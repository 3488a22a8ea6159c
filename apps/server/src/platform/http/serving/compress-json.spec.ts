import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import express, { type RequestHandler } from 'express';
import { compressJson } from './compress-json.middleware.js';

const rows = Array.from({ length: 200 }, (_, id) => ({ id, loginName: `user${id}` }));
const text = JSON.stringify(rows);

let server: Server;

const answerOf =
  (endpoint: Endpoint): RequestHandler =>
  (request, _, next) => {
    request.endpoint = endpoint;
    next();
  };

beforeAll(async () => {
  const app = express();
  app.use(compressJson());
  app.get('/list', answerOf(endpoints.users.list), (_, response) => void response.json(rows));
  app.get('/short', (_, response) => void response.json({ id: 1 }));
  app.get('/events', (_, response) => void response.type('text/event-stream').send(text));
  app.get('/export', (_, response) => void response.attachment('users.json').json(rows));
  app.get('/download', answerOf(endpoints.downloads.download), (_, response) => {
    response.type('json').send(text);
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

const get = (path: string, accepted = 'gzip, deflate, br'): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: { 'accept-encoding': accepted },
  });

describe('answers of calls', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('are compressed for who takes %s', async (accepted, encoding) => {
    const response = await get('/list', accepted);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.json()).toEqual(rows);
  });

  it('go as they are when they are short', async () => {
    expect((await get('/short')).headers.get('content-encoding')).toBeNull();
  });

  it.each(['/events', '/export', '/download'])('leave %s alone', async (path) => {
    const response = await get(path);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-length')).toBe(String(text.length));
  });
});
