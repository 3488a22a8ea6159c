import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { BadRequestException, Logger, NotFoundException, type ArgumentsHost } from '@nestjs/common';
import { endpoints, type Envelope, type Failure } from '@clusterdesk/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Request } from 'express';
import { DomainError } from '../domain-error.js';
import { FailureFilter } from './failure.filter.js';

const sentence = { cn: '不行', en: 'No' };
const app = express();
const server = app.listen(0, '127.0.0.1');
let thrown: unknown;
let endpoint: Request['endpoint'];

beforeAll(async () => {
  Logger.overrideLogger(false);
  const filter = new FailureFilter();
  app.use((request, response) => {
    request.requestId = 'r1';
    request.endpoint = endpoint;
    const http = { getRequest: () => request, getResponse: () => response };
    filter.catch(thrown, { switchToHttp: () => http } as unknown as ArgumentsHost);
  });
  if (!server.listening) {
    await once(server, 'listening');
  }
});
afterAll(() => {
  server.close();
  Logger.overrideLogger(true);
});

async function answer(
  error: unknown,
  language = 'en',
  path = '/',
  accept = '*/*',
): Promise<Response> {
  thrown = error;
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'Accept-Language': language, Accept: accept },
  });
}
const envelope = async (error: unknown, language?: string) => {
  const response = await answer(error, language);
  return { httpStatus: response.status, ...((await response.json()) as Envelope<Failure>) };
};

describe('a failure', () => {
  it('of ours is answered in the language asked for, with its code', async () => {
    const error = new DomainError('X_NO', 409, sentence, { fields: { a: 'b' }, path: '/x' });
    expect(await envelope(error)).toEqual({
      httpStatus: 200,
      success: false,
      code: 409,
      message: 'No',
      result: { error: 'X_NO', fields: { a: 'b' }, details: { path: '/x' } },
    });
    expect(await envelope(error, 'zh-CN,en;q=0.5')).toMatchObject({ message: '不行' });
  });

  it('to be signed in keeps its HTTP status', async () => {
    const error = new DomainError('X', 401, sentence);
    expect(await envelope(error)).toMatchObject({ httpStatus: 401, code: 401 });
  });

  it.each([
    [new NotFoundException('Cannot GET /secret/path'), 404, 'CALL_UNKNOWN'],
    [new BadRequestException('Unexpected token'), 400, 'INPUT_UNREADABLE'],
    [Object.assign(new Error('entity too large'), { status: 413 }), 400, 'INPUT_TOO_LARGE'],
  ])('of the framework (%s) is said in our words', async (error, code, name) => {
    const body = await envelope(error);
    expect(body).toMatchObject({ httpStatus: 200, code, result: { error: name } });
    expect(JSON.stringify(body)).not.toContain(error.message);
  });

  it.each(['/api/sceneRecord/list', '/api/admin/smsWitnRec/deleteBatch'])(
    'of the leftover call %s says that it is no longer offered',
    async (path) => {
      const response = await answer(new NotFoundException(), 'en', path);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ code: 410, result: { error: 'CALL_GONE' } });
    },
  );

  it.each([new Error('password of the database'), 'password of the database', null])(
    'that nobody expected shows a request id and nothing else (%s)',
    async (error) => {
      const body = await envelope(error);
      expect(body).toMatchObject({ httpStatus: 500, code: 500 });
      expect(body.result).toEqual({ error: 'SERVER_FAULT', requestId: 'r1' });
      expect(JSON.stringify(body)).not.toContain('password');
    },
  );

  describe('of a call that speaks plain HTTP', () => {
    beforeAll(() => {
      endpoint = endpoints.downloads.download;
    });
    afterAll(() => {
      endpoint = undefined;
    });

    it.each(['*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'image/webp'])(
      'is a status and a sentence for who accepts %s',
      async (accept) => {
        const response = await answer(new DomainError('X', 404, sentence), 'en', '/', accept);
        expect(response.status).toBe(404);
        expect(response.headers.get('content-type')).toContain('text/plain');
        expect(await response.text()).toBe('No');
      },
    );

    it('is a status and the envelope for who asks for JSON', async () => {
      const error = new DomainError('X_NO', 403, sentence, { path: '/x' });
      const response = await answer(error, 'zh-CN', '/', 'application/json, */*;q=0.5');
      expect([response.status, response.headers.get('vary')]).toEqual([403, 'Accept']);
      expect(await response.json()).toEqual({
        success: false,
        code: 403,
        message: '不行',
        result: { error: 'X_NO', details: { path: '/x' } },
      });
    });
  });
});
