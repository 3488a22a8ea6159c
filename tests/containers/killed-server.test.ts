import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { endpoints, uploadsPath } from '@clusterdesk/contracts';
import { Upload } from 'tus-js-client';
import { ContainerPlatform } from '../support/containers/container-platform.js';
import { download, RemoteUpload } from '../support/containers/remote-upload.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { connectConsole } from '../support/server/test-console.js';
import { waitFor } from '../support/wait-for.js';

/** What was acknowledged by a server that is killed is there at the other, and what was under way goes on there. */
jest.setTimeout(300_000);

let platform: ContainerPlatform;
let client: ApiClient;
let direct: [ApiClient, ApiClient];

beforeAll(async () => {
  platform = await ContainerPlatform.start({ servers: 2, workers: 1 });
  [client, ...direct] = (await platform.signInAt(platform, ...platform.servers)) as [
    ApiClient,
    ApiClient,
    ApiClient,
  ];
});
afterEach(async () => {
  for (const server of platform.servers) {
    if (!(await server.isRunning())) {
      await server.start();
    }
  }
});
afterAll(() => platform?.stop());

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const megabyte = 1024 * 1024;

interface Outcome {
  /** How far the client knew to be acknowledged when it asked, and what it was told. */
  resumptions: { acknowledged: number; offset: number }[];
}

/** Uploads by nginx as the console does. @param onProgress bytes on their way and bytes acknowledged, each time either grows */
function upload(
  fileName: string,
  content: Buffer,
  chunkSize: number,
  onProgress: (sent: number) => void,
): Promise<Outcome> {
  const resumptions: Outcome['resumptions'] = [];
  let acknowledged = 0;
  return new Promise((resolve, reject) => {
    new Upload(content, {
      endpoint: `${platform.url}${uploadsPath}`,
      chunkSize,
      headers: { Authorization: client.token ?? '' },
      metadata: { fileName, dir: '/' },
      retryDelays: Array.from({ length: 100 }, () => 300),
      onProgress,
      onChunkComplete: (_, doneBytes) => (acknowledged = doneBytes),
      onAfterResponse: (asked, answer) => {
        if (asked.getMethod() === 'HEAD' && answer.getStatus() === 200) {
          resumptions.push({ acknowledged, offset: Number(answer.getHeader('Upload-Offset')) });
        }
      },
      onSuccess: () => resolve({ resumptions }),
      onError: reject,
    }).start();
  });
}

test('uploads in pieces and whole, several at once, go on behind nginx while each server is killed in turn', async () => {
  const kinds = [4 * megabyte, 4 * megabyte, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const files = kinds.map((chunkSize, index) => ({
    ...{ chunkSize, name: `killed-${index}.bin`, content: randomBytes(48 * megabyte), sent: 0 },
  }));
  const uploads = files.map((file) =>
    upload(file.name, file.content, file.chunkSize, (sent) => (file.sent = sent)),
  );
  const hasEnded = Promise.all(uploads).then(() => true);
  for (const [index, part] of [0.2, 0.6].entries()) {
    await waitFor(`${part} of all uploads`, () =>
      files.every(({ sent, content }) => sent >= part * content.length),
    );
    await platform.server(index).kill();
    await platform.server(index).start();
  }
  expect(await hasEnded).toBe(true);
  const resumptions = (await Promise.all(uploads)).flatMap((outcome) => outcome.resumptions);
  // At least those that the killed servers were receiving.
  expect(resumptions.length).toBeGreaterThan(0);
  expect(resumptions.filter(({ acknowledged, offset }) => offset < acknowledged)).toEqual([]);
  for (const { name, content } of files) {
    expect(sha256(await download(client, `/${name}`))).toBe(sha256(content));
  }
});

/** A piece of which the server gets half, and waits for the rest. */
async function sendHalf(by: ApiClient, path: string, piece: Buffer): Promise<void> {
  const outgoing = request(new URL(path, by.url), {
    method: 'PATCH',
    headers: {
      'Tus-Resumable': '1.0.0',
      Authorization: by.token ?? '',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': '0',
      'Content-Length': piece.length,
    },
  });
  outgoing.on('error', () => undefined);
  const half = piece.subarray(0, piece.length / 2);
  await new Promise((resolve) => outgoing.write(half, resolve));
}

test('a piece that is being received ends with its server; the other takes it anew, and another connection at once', async () => {
  const content = randomBytes(8 * megabyte);
  const [first, second] = direct;
  const upload = await RemoteUpload.begin(first, 'half.bin', content);
  await sendHalf(first, upload.path, content);
  await platform.server(0).kill();
  const offset = await upload.offset(second);
  expect(offset).toBeLessThanOrEqual(content.length / 2);
  expect(await upload.send(second, offset)).toEqual([204, content.length]);
  expect(sha256(await download(second, '/half.bin'))).toBe(sha256(content));
});

test('chunks by form, sent to both servers at once, are one file when one of these is killed', async () => {
  const chunkBytes = megabyte;
  const total = 24;
  const content = randomBytes(chunkBytes * total);
  const sendChunk = async (by: ApiClient, index: number): Promise<boolean | null> => {
    const form = new FormData();
    const fields = {
      ...{ operation: 0, fileDir: '/', suffix: 'bin', shardIndex: index, shardSize: chunkBytes },
      ...{ shardTotal: total, size: content.length, key: 'killed form', path: '/' },
      fileName: 'form.bin',
    };
    Object.entries(fields).forEach(([name, value]) => form.set(name, String(value)));
    const chunk = content.subarray((index - 1) * chunkBytes, index * chunkBytes);
    form.set('file', new Blob([Uint8Array.from(chunk)]), 'blob');
    const answer = await fetch(`${by.url}/api/user/info/uploadFile`, {
      ...{ method: 'POST', headers: { Authorization: by.token ?? '' }, body: form },
      signal: AbortSignal.timeout(30_000),
    }).catch(() => null);
    const body = answer?.ok ? ((await answer.json()) as { result: { complete: boolean } }) : null;
    return body && body.result.complete;
  };
  const acknowledged = new Set<number>();
  let isComplete = false;
  let toSend = Array.from({ length: total }, (_, index) => index + 1);
  const killed = waitFor('a quarter', () => acknowledged.size >= total / 4, 60_000, 1).then(() =>
    platform.server(0).kill(),
  );
  const sendAll = async (by: ApiClient): Promise<void> => {
    for (let index = toSend.shift(); index !== undefined; index = toSend.shift()) {
      const answer = await sendChunk(by, index);
      if (answer !== null) {
        acknowledged.add(index);
        isComplete ||= answer;
      }
    }
  };
  await Promise.all([sendAll(direct[0]), sendAll(direct[1])]);
  await killed;
  // Those without an answer, and no other: what was acknowledged is there.
  toSend = Array.from({ length: total }, (_, index) => index + 1).filter(
    (index) => !acknowledged.has(index),
  );
  await sendAll(direct[1]);
  expect(isComplete).toBe(true);
  expect(sha256(await download(direct[1], '/form.bin'))).toBe(sha256(content));
});

test('a download goes on at the other server from the byte where it broke off', async () => {
  const content = randomBytes(64 * megabyte);
  const [first, second] = direct;
  const upload = await RemoteUpload.begin(second, 'down.bin', content);
  await upload.send(second, 0);
  const { result } = await first.expectOk(endpoints.downloads.getDownloadPath, {
    paths: ['/down.bin'],
  });
  const place = `/api/user/info/download?path=${encodeURIComponent(String(result))}`;
  const outgoing = request(new URL(place, first.url)).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  const etag = String(incoming.headers['etag']);
  const brokeOff = new Promise<void>((resolve) => {
    incoming.on('error', () => undefined);
    incoming.once('close', () => resolve());
  });
  let bytes = 0;
  let killed: Promise<unknown> | null = null;
  incoming.on('data', (piece: Buffer) => {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > content.length / 4 && killed === null) {
      incoming.pause();
      killed = platform
        .server(0)
        .kill()
        .finally(() => incoming.resume());
    }
  });
  await brokeOff;
  await killed;
  const had = Buffer.concat(pieces);
  expect(had.length).toBeLessThan(content.length);
  const rest = await fetch(new URL(place, second.url), {
    headers: { Range: `bytes=${had.length}-`, 'If-Range': etag },
  });
  expect(rest.status).toBe(206);
  const whole = Buffer.concat([had, Buffer.from(await rest.arrayBuffer())]);
  expect(sha256(whole)).toBe(sha256(content));
});

test('a window of the killed server comes to the other one and knows what it missed', async () => {
  const window = await connectConsole(direct[0].url, client.token ?? '');
  const heard: { audience: string; epoch: string; seq: number }[] = [];
  window.socket.on('filesChanged', (...args: unknown[]) =>
    heard.push(args.at(-1) as (typeof heard)[number]),
  );
  await direct[1].expectOk(endpoints.disk.mkdir, { path: '/before' });
  await waitFor('the first event', () => heard.length > 0);
  const last = heard.at(-1);
  await platform.server(0).kill();
  await waitFor('the end of its connection', () => !window.socket.connected);
  await direct[1].expectOk(endpoints.disk.mkdir, { path: '/missed' });
  // As the console does: it compares the position of its audience with what it has heard.
  const positions: { audience: string; epoch: string; seq: number }[] = [];
  const again = await connectConsole(platform.url, client.token ?? '');
  again.socket.on('livePosition', (...args: unknown[]) =>
    positions.push(...(args.flat() as typeof positions)),
  );
  const position = await waitFor('its position', () =>
    positions.find(({ audience }) => audience === last?.audience),
  );
  expect(position.epoch).toBe(last?.epoch);
  expect(position.seq).toBeGreaterThan(last?.seq ?? 0);
  again.close();
});
