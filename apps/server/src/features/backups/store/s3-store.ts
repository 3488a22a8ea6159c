import { S3mini, S3ServiceError, type UploadPart } from 's3mini';
import type { BackupStoreView } from '@clusterdesk/contracts';
import { DomainError } from '../../../platform/http/domain-error.js';
import {
  BackupStoreAwayError,
  BackupStoreDiffersError,
  BackupStoreRefusedError,
} from './store.errors.js';

/** For one request, the sending of one part included. */
const requestMs = 10 * 60_000;
const oneMebibyte = 1024 ** 2;
/** Of a multipart upload; S3 takes at most 10,000. */
const mostParts = 9_000;

/** What is read of an upload that began: it is ended by `complete`, or has to be aborted. */
export interface BegunUpload {
  key: string;
  uploadId: string;
}

/** An S3-compatible store, with failures that people can read. */
export class S3Store {
  private readonly client: S3mini;

  /** @param signal ends whatever is under way */
  constructor(store: BackupStoreView, secretAccessKey: string, signal?: AbortSignal) {
    this.client = new S3mini({
      accessKeyId: store.accessKeyId,
      secretAccessKey,
      endpoint: `${store.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(store.bucket)}`,
      region: store.region === '' ? 'auto' : store.region,
      fetch: (url, init) =>
        fetch(url, {
          ...init,
          // A signature is for one address alone.
          redirect: 'error',
          signal: AbortSignal.any([AbortSignal.timeout(requestMs), ...(signal ? [signal] : [])]),
        }),
    });
  }

  /** Writes, finds and deletes a small object. @throws DomainError */
  async probe(key: string): Promise<void> {
    const text = 'ClusterDesk';
    await this.ask(async () => {
      await this.client.putObject(key, text);
      if ((await this.client.getContentLength(key)) !== text.length) {
        throw new BackupStoreDiffersError();
      }
      await this.client.deleteObject(key);
    });
  }

  begin(key: string): Promise<string> {
    return this.ask(() => this.client.getMultipartUploadId(key, 'application/x-tar'));
  }

  /**
   * Sends everything in parts, one after the other; memory holds one part.
   * @param size of all pieces together, bytes
   * @param advance is told of each part that is there
   */
  async send(
    { key, uploadId }: BegunUpload,
    pieces: AsyncIterable<Buffer>,
    size: number,
    advance: (bytes: number) => Promise<void>,
  ): Promise<void> {
    const parts: UploadPart[] = [];
    const partBytes = Math.max(16, Math.ceil(size / mostParts / oneMebibyte)) * oneMebibyte;
    for await (const part of partsOf(pieces, partBytes)) {
      parts.push(
        await this.ask(() => this.client.uploadPart(key, uploadId, part, parts.length + 1)),
      );
      await advance(part.length);
    }
    await this.ask(async () => {
      await this.client.completeMultipartUpload(key, uploadId, parts);
      if ((await this.client.getContentLength(key)) !== size) {
        await this.client.deleteObject(key);
        throw new BackupStoreDiffersError();
      }
    });
  }

  /** One that is not there any longer is aborted. */
  abort({ key, uploadId }: BegunUpload): Promise<void> {
    return this.unlessGone(() => this.client.abortMultipartUpload(key, uploadId));
  }

  /** One that is not there is removed. */
  remove(key: string): Promise<void> {
    return this.unlessGone(() => this.client.deleteObject(key));
  }

  /** The bytes of an object, and how many there are. Who does not read to the end ends the request by returning. */
  fetch(key: string): Promise<{ size: number; pieces: AsyncIterable<Uint8Array> }> {
    return this.ask(async () => {
      const response = await this.client.getObjectResponse(key);
      if (!response?.body) {
        throw new BackupStoreRefusedError(404, 'NoSuchKey');
      }
      const size = Number(response.headers.get('Content-Length') ?? 0);
      return { size, pieces: piecesOf(response.body) };
    });
  }

  private async unlessGone(work: () => Promise<unknown>): Promise<void> {
    await this.ask(() =>
      work().catch((error: unknown) => {
        if (!(error instanceof S3ServiceError && error.status === 404)) {
          throw error;
        }
      }),
    );
  }

  private async ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof DomainError ? error : toDomainError(error);
    }
  }
}

/** The library wraps some errors once more. */
function toDomainError(error: unknown): DomainError {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof S3ServiceError) {
      const code = /^\w{1,64}$/.test(at.serviceCode ?? '') ? (at.serviceCode ?? '') : '';
      return new BackupStoreRefusedError(at.status, code);
    }
  }
  return new BackupStoreAwayError();
}

/** Gathers pieces to parts of one length, the last of which may be shorter. */
async function* partsOf(
  pieces: AsyncIterable<Buffer>,
  partBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let part = Buffer.alloc(partBytes);
  let filled = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const taken = piece.copy(part, filled, at);
      filled += taken;
      at += taken;
      if (filled === partBytes) {
        yield part;
        part = Buffer.alloc(partBytes);
        filled = 0;
      }
    }
  }
  if (filled > 0) {
    yield part.subarray(0, filled);
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
