import { randomBytes } from 'node:crypto';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest } from '@jest/globals';
import { uploadsPath } from '@clusterdesk/contracts';
import { startContractServer, type ContractServer } from '../server/contract-server.js';
import { signIn } from '../server/test-server.js';

export interface TusReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

type Headers = Record<string, string | undefined>;

/** Calls of the tus protocol as bare exchanges with a server of the suite's own. */
export interface TusWire {
  readonly server: ContractServer;
  /** Of the administrator, who sends everything. */
  readonly token: string;
  /** Only the headers given, `Tus-Resumable` and `Authorization`. An undefined header is left out. */
  send(method: string, path: string, headers?: Headers, body?: string | Buffer): Promise<TusReply>;
  create(size: number, more?: Headers): Promise<string>;
  patch(
    url: string,
    offset: number | string | undefined,
    body: string | Buffer,
    more?: Headers,
  ): Promise<TusReply>;
  /** Of a file with a new name. */
  metadata(): string;
  /** The newest name of `metadata`. */
  fileName(): string;
  /** Where the file of that name comes to lie. */
  placed(): string;
  stagedPath(url: string): string;
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64');
export const octets = { 'Content-Type': 'application/offset+octet-stream' };

/** For the top of a suite: starts its server before, and stops it after the tests. */
export function useTusWire(): TusWire {
  jest.setTimeout(30_000);
  let server: ContractServer;
  let token: string;
  let counter = 0;
  /** Suites may meet at one platform. */
  const mark = randomBytes(4).toString('hex');

  beforeAll(async () => {
    server = await startContractServer();
    token = await signIn(server.baseUrl, 'admin', server.adminPassword);
  });

  afterAll(() => server.stop());

  const fileName = (): string => `file-${mark}-${counter}`;
  const metadata = (): string => {
    counter += 1;
    return `fileName ${base64(fileName())},dir ${base64('/')}`;
  };
  const send: TusWire['send'] = (method, path, headers = {}, body = '') =>
    exchange(
      new URL(path, server.baseUrl),
      method,
      { 'Tus-Resumable': '1.0.0', Authorization: token, ...headers },
      body,
    );

  return {
    get server() {
      return server;
    },
    get token() {
      return token;
    },
    send,
    create: async (size, more = {}) => {
      const reply = await send('POST', uploadsPath, {
        'Upload-Length': String(size),
        'Upload-Metadata': metadata(),
        ...more,
      });
      expect(reply.status).toBe(201);
      return reply.headers.location ?? '';
    },
    patch: (url, offset, body, more = {}) =>
      send('PATCH', url, { 'Upload-Offset': offset?.toString(), ...octets, ...more }, body),
    metadata,
    fileName,
    placed: () => join(server.config.filesDir, 'home/admin', fileName()),
    stagedPath: (url) =>
      join(server.config.filesDir, '.staging/uploads', url.split('/').pop() ?? ''),
  };
}

/** On a connection of its own. */
function exchange(
  url: URL,
  method: string,
  given: Headers,
  body: string | Buffer,
): Promise<TusReply> {
  const set = Object.entries(given).filter((entry): entry is [string, string] => !!entry[1]);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method,
        agent: false,
        headers: {
          ...(given['Transfer-Encoding'] ? {} : { 'Content-Length': Buffer.byteLength(body) }),
          ...Object.fromEntries(set),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
