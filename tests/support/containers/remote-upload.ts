import { endpoints, uploadsPath } from '@clusterdesk/contracts';
import type { ApiClient } from '../platform/api-client.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** An upload to the user's own disk, piece by piece: each may go to another server, and none is tried again. */
export class RemoteUpload {
  private constructor(
    /** Below the address of any server. */
    readonly path: string,
    private readonly content: Buffer,
  ) {}

  static async begin(client: ApiClient, fileName: string, content: Buffer): Promise<RemoteUpload> {
    const upload = await RemoteUpload.tryToBegin(client, fileName, content);
    if (typeof upload === 'number') {
      throw new Error(`The upload was not begun: ${upload}`);
    }
    return upload;
  }

  /** @returns the status of the answer where it is refused */
  static async tryToBegin(
    client: ApiClient,
    fileName: string,
    content: Buffer,
  ): Promise<RemoteUpload | number> {
    const answer = await send(client, 'POST', uploadsPath, {
      'Upload-Length': String(content.length),
      'Upload-Metadata': `fileName ${base64(fileName)},dir ${base64('/')}`,
    });
    await answer.arrayBuffer();
    const path = answer.headers.get('location');
    return answer.status === 201 && path !== null ? new RemoteUpload(path, content) : answer.status;
  }

  /** Sends the bytes from one offset to another. @returns the answer's status and how far the upload is then, as it says */
  async send(client: ApiClient, from: number, to = this.content.length): Promise<[number, number]> {
    const piece = this.content.subarray(from, to);
    const answer = await send(
      client,
      'PATCH',
      this.path,
      { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(from) },
      piece,
    );
    await answer.arrayBuffer();
    return [answer.status, Number(answer.headers.get('upload-offset'))];
  }

  /** How far it is, as a server says. */
  async offset(client: ApiClient): Promise<number> {
    const answer = await send(client, 'HEAD', this.path);
    if (answer.status !== 200) {
      throw new Error(`The upload is not there: ${answer.status}`);
    }
    return Number(answer.headers.get('upload-offset'));
  }
}

/** The content of one file of the own disk, as a download brings it. */
export async function download(client: ApiClient, path: string): Promise<Buffer> {
  const { result } = await client.expectOk(endpoints.downloads.getDownloadPath, { paths: [path] });
  return fetchPacked(client, String(result));
}

/** What a download token stands for. */
export async function fetchPacked(client: ApiClient, token: string): Promise<Buffer> {
  const answer = await fetch(
    `${client.url}/api/user/info/download?path=${encodeURIComponent(token)}`,
    { signal: AbortSignal.timeout(30_000) },
  );
  if (answer.status !== 200) {
    throw new Error(`The download answered ${answer.status}: ${await answer.text()}`);
  }
  return Buffer.from(await answer.arrayBuffer());
}

function send(
  client: ApiClient,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Response> {
  return fetch(new URL(path, client.url), {
    method,
    headers: { 'Tus-Resumable': '1.0.0', Authorization: client.token ?? '', ...headers },
    signal: AbortSignal.timeout(30_000),
    ...(body && { body: Uint8Array.from(body) }),
  });
}
