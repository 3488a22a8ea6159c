import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The few calls of an S3-compatible store that the platform makes, in memory: put, head, get, delete, multipart. It looks at whose key
 * signed and that there is a signature, not at the signature itself.
 */
export class S3StandIn {
  readonly objects = new Map<string, Buffer>();
  /** Begun multipart uploads and their parts. */
  readonly uploads = new Map<string, Map<number, Buffer>>();
  readonly aborted: string[] = [];
  /** Set: all requests are answered with this status. */
  refusesWith: number | null = null;
  /** Called when a part arrives, before it is answered. */
  onPart: (uploadId: string, part: number) => void | Promise<void> = () => undefined;
  private begun = 0;

  private constructor(
    private readonly server: Server,
    readonly accessKeyId: string,
  ) {}

  static async start(accessKeyId: string): Promise<S3StandIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stand = new S3StandIn(server, accessKeyId);
    server.on('request', (request, response) => void stand.answer(request, response));
    return stand;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const { pathname, searchParams } = new URL(request.url ?? '/', this.endpoint);
    const key = decodeURIComponent(pathname).split('/').slice(2).join('/');
    const signed = new RegExp(
      `^AWS4-HMAC-SHA256 Credential=${this.accessKeyId}/\\d{8}/[\\w-]+/s3/aws4_request, ?SignedHeaders=[^,]+, ?Signature=[0-9a-f]{64}$`,
    );
    const send = (status: number, text: string | Buffer = '', headers = {}): void =>
      void response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : text);
    if (this.refusesWith !== null) {
      return send(this.refusesWith, '<Error><Code>SlowDown</Code></Error>');
    }
    if (!signed.test(request.headers.authorization ?? '')) {
      return send(403, '<Error><Code>InvalidAccessKeyId</Code></Error>', {
        'Content-Type': 'application/xml',
      });
    }
    const uploadId = searchParams.get('uploadId');
    if (uploadId !== null) {
      return this.answerUpload(request, send, key, uploadId, searchParams, body);
    }
    const object = this.objects.get(key);
    switch (request.method) {
      case 'POST': {
        const id = `upload-${(this.begun += 1)}`;
        this.uploads.set(id, new Map());
        return send(
          200,
          `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
          { 'Content-Type': 'application/xml' },
        );
      }
      case 'PUT':
        this.objects.set(key, body);
        return send(200, '', { ETag: '"put"' });
      case 'DELETE':
        this.objects.delete(key);
        return send(204);
      default:
        return object
          ? send(200, object, { 'Content-Length': object.length, ETag: '"whole"' })
          : send(404, '<Error><Code>NoSuchKey</Code></Error>');
    }
  }

  private async answerUpload(
    request: IncomingMessage,
    send: (status: number, text?: string, headers?: object) => void,
    key: string,
    uploadId: string,
    query: URLSearchParams,
    body: Buffer,
  ): Promise<void> {
    const parts = this.uploads.get(uploadId);
    if (request.method === 'DELETE') {
      this.aborted.push(uploadId);
      this.uploads.delete(uploadId);
      return send(parts ? 204 : 404);
    }
    if (!parts) {
      return send(404, '<Error><Code>NoSuchUpload</Code></Error>');
    }
    if (request.method === 'PUT') {
      const part = Number(query.get('partNumber'));
      await this.onPart(uploadId, part);
      parts.set(part, body);
      return send(200, '', { ETag: `"part-${part}"` });
    }
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, n]) => Number(n));
    this.objects.set(key, Buffer.concat(numbers.map((n) => parts.get(n) ?? Buffer.alloc(0))));
    this.uploads.delete(uploadId);
    send(
      200,
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"whole"</ETag></CompleteMultipartUploadResult>`,
      { 'Content-Type': 'application/xml' },
    );
  }
}
