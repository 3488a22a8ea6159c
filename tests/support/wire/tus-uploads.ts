import { expect } from '@jest/globals';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { request, type ClientRequest } from 'node:http';
import { uploadsPath } from '@clusterdesk/contracts';
import type { SpecPlatform, SpecUser } from '../server/spec-platform.js';
import { Staging } from '../../../apps/server/src/features/spaces/storage/staging.js';

type Metadata = Record<string, string>;

const encode = (metadata: Metadata): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Where a server keeps the bytes of the upload with this address. */
export const stagedPathAt = (server: Pick<SpecPlatform, 'get'>, url: string): string =>
  server.get(Staging).uploadPath(url.split('/').pop() ?? '');

/** Single calls of the tus protocol, for integration specs that look between the steps of an upload. */
export class SpecTus {
  /** `baseUrl` is of another server than the platform's own. */
  constructor(
    private readonly platform: SpecPlatform,
    private readonly baseUrl?: string,
  ) {}

  send(
    user: SpecUser | null,
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
  ): Promise<Response> {
    return fetch(this.urlOf(url), {
      method,
      headers: {
        'Tus-Resumable': '1.0.0',
        'Accept-Language': 'en',
        ...(user ? { Authorization: user.token } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: Uint8Array.from(Buffer.from(body)) }),
    });
  }

  create(user: SpecUser | null, metadata: Metadata, size = 4): Promise<Response> {
    return this.send(user, 'POST', uploadsPath, {
      'Upload-Length': String(size),
      'Upload-Metadata': encode(metadata),
    });
  }

  /** Creates an upload and gives its address. */
  async begin(user: SpecUser, metadata: Metadata, size = 4): Promise<string> {
    const response = await this.create(user, metadata, size);
    expect(response.status).toBe(201);
    return response.headers.get('location') ?? '';
  }

  patch(
    user: SpecUser | null,
    url: string,
    offset: number,
    body: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const type = {
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(offset),
    };
    return this.send(user, 'PATCH', url, { ...type, ...headers }, body);
  }

  /** Promises the whole content, sends a part of it, and then falls silent; the caller ends it. */
  async sendPart(
    user: SpecUser,
    url: string,
    content: Buffer,
    sentBytes: number,
    headers: Record<string, string> = {},
  ): Promise<ClientRequest> {
    const outgoing = request(this.urlOf(url), {
      method: 'PATCH',
      headers: {
        'Tus-Resumable': '1.0.0',
        Authorization: user.token,
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': '0',
        ...(headers['Transfer-Encoding'] ? {} : { 'Content-Length': content.length }),
        ...headers,
      },
    });
    outgoing.on('error', () => undefined);
    await new Promise((resolve) => outgoing.write(content.subarray(0, sentBytes), resolve));
    while ((await stat(this.stagedPath(url))).size === 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return outgoing;
  }

  stagedPath(url: string): string {
    return stagedPathAt(this.platform, url);
  }

  staged(): Promise<string[]> {
    return readdir(this.platform.get(Staging).uploadsDir);
  }

  /** Drops what earlier tests left there, and their rows. */
  async forgetAll(): Promise<void> {
    await this.platform.query('DELETE FROM upload');
    const { uploadsDir } = this.platform.get(Staging);
    await Promise.all((await this.staged()).map((name) => rm(join(uploadsDir, name))));
  }

  /** Read at each call: a restarted platform has another port. */
  private urlOf(url: string): URL {
    return new URL(url, this.baseUrl ?? this.platform.baseUrl);
  }
}
