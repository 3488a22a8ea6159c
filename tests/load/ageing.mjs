/* global Blob, FormData -- of Node itself */
import { randomBytes } from 'node:crypto';
import { createReadStream, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heapOf } from './process-cost.mjs';

const smallBytes = 10_240;
const folderEntries = 3_000;
const chunkBytes = 20 * 1024 * 1024;
const largeBytes = 96 * 1024 * 1024;
/** Large files under way at once, of each kind. */
const largeAtOnce = 3;

/** Whole collections of the heap after which its size, limits and speeds are V8's measurements, not its first guesses. */
const agedCollections = 10;

/**
 * Uses a server as a busy lab does, for so many seconds: sign-ins, calls, listings, small files in batches and by tus, large
 * ones up by tus and by the chunk form, and down again, several of each at once. Afterwards its heap is that of a server
 * that has been up for long: code compiled and optimised, caches filled, and the old space collected as a whole a few times,
 * as happens within the first minutes of use. That takes longer where such collections are rare; then the server is aged
 * for up to four times as long.
 * @returns how many of each were done
 */
export async function ageServer(server, { seconds, workDir }) {
  const token = await server.signIn();
  const large = join(workDir, 'ageing.bin');
  writeFileSync(large, randomBytes(largeBytes));
  const folder = '/ageing';
  await server.call('/user/info/mkdirs', { paths: [folder] }, token);
  await sendBatch(server, token, `${folder}`, folderEntries / 3, 'a');
  await sendBatch(server, token, `${folder}`, folderEntries / 3, 'b');
  await sendBatch(server, token, `${folder}`, folderEntries / 3, 'c');
  const beganAt = performance.now();
  let isAged = false;
  const watch = setInterval(async () => {
    const { major } = await heapOf(server.url);
    const pastSeconds = (performance.now() - beganAt) / 1000;
    isAged = pastSeconds > seconds * 4 || (pastSeconds > seconds && major >= agedCollections);
  }, 1000);
  const counts = {};
  const keepDoing = async (name, action) => {
    for (let round = 0; !isAged; round += 1) {
      await action(round);
      counts[name] = (counts[name] ?? 0) + 1;
    }
  };
  await Promise.all([
    keepDoing('calls', () => server.call('/menu/getUserMenuListTree', {}, token)),
    keepDoing('listings', () => server.call('/user/info/disk', { path: folder }, token)),
    keepDoing('sign-ins', async () => {
      // Ended again: beyond so many sessions of one user the oldest end, and this one's is among them.
      await server.call('/user/info/logout', {}, await server.signIn());
      await new Promise((resolve) => setTimeout(resolve, 500));
    }),
    keepDoing('batches', async (round) => {
      const dir = `/batch-${round}`;
      await server.call('/user/info/mkdirs', { paths: [dir] }, token);
      await sendBatch(server, token, dir, 100, 's');
      await removeForGood(server, token, [dir]);
    }),
    keepDoing('small by tus', (round) =>
      sendTus(server, token, `small-${round % 50}`, Buffer.alloc(smallBytes, round)),
    ),
    ...Array.from({ length: largeAtOnce }, (_, lane) => [
      keepDoing('large by tus', async (round) => {
        const name = `large-${lane}-${round}.bin`;
        await sendTus(server, token, name, large);
        await download(server, token, `/${name}`);
        await removeForGood(server, token, [`/${name}`]);
      }),
      keepDoing('large by chunks', async (round) => {
        const name = `chunks-${lane}-${round}.bin`;
        await sendChunkForm(server, token, name, large);
        await download(server, token, `/${name}`);
        await removeForGood(server, token, [`/${name}`]);
      }),
    ]).flat(),
  ]);
  clearInterval(watch);
  await removeForGood(server, token, [folder]);
  rmSync(large);
  return counts;
}

const base64 = (text) => Buffer.from(text).toString('base64');

async function sendBatch(server, token, dir, count, prefix) {
  const form = new FormData();
  form.set('operation', '0');
  for (let index = 0; index < count; index += 1) {
    form.append('files', new Blob([randomBytes(smallBytes)]), `${prefix}-${index}.bin`);
  }
  const url = `${server.url}/api/user/info/uploadFolder?dir=${dir}`;
  await checked(
    await fetch(url, { method: 'POST', headers: { Authorization: token }, body: form }),
  );
}

/** @param content bytes, or the path of a file */
export async function sendTus(server, token, name, content) {
  const sizeBytes = typeof content === 'string' ? statSync(content).size : content.length;
  const headers = { Authorization: token, 'Tus-Resumable': '1.0.0' };
  const created = await fetch(`${server.url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'Upload-Length': String(sizeBytes),
      'Upload-Metadata': `fileName ${base64(name)},operation ${base64('1')}`,
    },
  });
  if (created.status !== 201) {
    throw new Error(`tus: ${created.status} ${await created.text()}`);
  }
  await created.arrayBuffer();
  const sent = await fetch(new URL(created.headers.get('location'), server.url), {
    method: 'PATCH',
    headers: {
      ...headers,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(sizeBytes),
    },
    body:
      typeof content === 'string' ? createReadStream(content, { highWaterMark: 1 << 18 }) : content,
    duplex: 'half',
  });
  if (sent.status !== 204) {
    throw new Error(`tus: ${sent.status} ${await sent.text()}`);
  }
  await sent.arrayBuffer();
}

async function sendChunkForm(server, token, name, path) {
  const sizeBytes = statSync(path).size;
  const total = Math.ceil(sizeBytes / chunkBytes);
  for (let index = 0; index < total; index += 1) {
    const length = Math.min(chunkBytes, sizeBytes - index * chunkBytes);
    const form = new FormData();
    form.set('operation', '0');
    form.set('fileDir', '/');
    form.set('file', new Blob([Buffer.alloc(length, index)]), name);
    const rest = { suffix: 'bin', shardIndex: index + 1, shardSize: chunkBytes, shardTotal: total };
    for (const [key, value] of Object.entries({
      ...rest,
      size: sizeBytes,
      key: name,
      path: '/',
      fileName: name,
    })) {
      form.set(key, String(value));
    }
    const url = `${server.url}/api/user/info/uploadFile`;
    await checked(
      await fetch(url, { method: 'POST', headers: { Authorization: token }, body: form }),
    );
  }
}

async function download(server, token, path) {
  const ticket = await server.call('/user/info/getDownloadFilePath', { paths: [path] }, token);
  const answer = await fetch(
    `${server.url}/api/user/info/download?path=${encodeURIComponent(ticket)}`,
  );
  for await (const piece of answer.body) {
    void piece;
  }
}

async function removeForGood(server, token, paths) {
  await server.call('/user/info/dir/delete', { paths }, token);
  await server.call('/user/info/trash/empty', {}, token);
}

async function checked(answer) {
  const body = await answer.json();
  if (!body.success) {
    throw new Error(`${answer.status} ${JSON.stringify(body).slice(0, 500)}`);
  }
}
