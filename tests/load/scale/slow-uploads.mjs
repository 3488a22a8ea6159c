/**
 * Many uploads by tus that stay open, each from a client with a slow line. A child: is told the address, the tokens and how many;
 * answers each word with how they stand. One that is cut off asks how far it came and goes on from there. Told to finish, all
 * send the rest at once. What upload `n` sends is `contentOf(n, sizeBytes)` (upload-content.mjs).
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentOf } from './upload-content.mjs';

/** A slow line: so much each time. */
const pieceBytes = 1_024;
const pieceMs = 1_000;
const retryMs = 1_000;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

const uploads = [];
/** Of calls that no cut explains: creating an upload, and asking how far one came. */
const failures = [];
let isFinishing = false;

process.on('message', ({ start, finish }) => {
  if (start) {
    begin(start);
    return;
  }
  isFinishing ||= finish === true;
  const count = (isTrue) => uploads.filter(isTrue).length;
  process.send({
    open: count(({ isSending }) => isSending),
    complete: count(({ isComplete }) => isComplete),
    wereCut: count(({ cuts }) => cuts > 0),
    cuts: uploads.reduce((sum, { cuts }) => sum + cuts, 0),
    bytesSentTwice: uploads.reduce((sum, { sentTwice }) => sum + sentTwice, 0),
    failed: failures.length,
    failures: failures.slice(0, 5),
  });
});
process.on('disconnect', () => process.exit());
process.send('ready');

function begin({ url, tokens, count, sizeBytes }) {
  for (let index = 0; index < count; index += 1) {
    const upload = {
      index,
      url,
      token: tokens[index % tokens.length],
      sizeBytes,
      cuts: 0,
      sentTwice: 0,
      isSending: false,
      isComplete: false,
    };
    uploads.push(upload);
    void carry(upload);
  }
}

async function carry(upload) {
  await sleep(Math.random() * pieceMs * 3);
  let location;
  while (location === undefined) {
    location = await create(upload).catch(async (error) => {
      failures.push(`create: ${error}`);
      await sleep(retryMs);
    });
  }
  let offset = 0;
  for (;;) {
    const sent = { bytes: offset };
    upload.isSending = true;
    const isTaken = await send(upload, location, offset, sent).catch(() => false);
    upload.isSending = false;
    if (isTaken) {
      upload.isComplete = true;
      return;
    }
    upload.cuts += 1;
    offset = await askOffset(upload, location);
    upload.sentTwice += Math.max(0, sent.bytes - offset);
  }
}

async function create({ url, token, index, sizeBytes }) {
  const name = Buffer.from(`slow-${index}`).toString('base64');
  const { status, headers } = await ask(`${url}/api/uploads`, 'POST', token, {
    'Upload-Length': String(sizeBytes),
    'Upload-Metadata': `fileName ${name}`,
    'Content-Length': '0',
  });
  if (status !== 201) {
    throw new Error(String(status));
  }
  return new URL(headers.location, url).href;
}

/** A lock that the server that is going still holds is not a failure: tus clients try again on 423. */
async function askOffset({ token }, location) {
  for (;;) {
    await sleep(retryMs * (0.5 + Math.random()));
    try {
      const { status, headers } = await ask(location, 'HEAD', token, {});
      if (status === 200) {
        return Number(headers['upload-offset']);
      }
      if (status !== 423) {
        failures.push(`offset: ${status}`);
      }
    } catch (error) {
      failures.push(`offset: ${error}`);
    }
  }
}

/** @returns whether the server has said that it has all of it */
function send({ token, index, sizeBytes }, location, offset, sent) {
  const content = contentOf(index, sizeBytes);
  return new Promise((done, failed) => {
    let isOver = false;
    const outgoing = open(location, 'PATCH', token, {
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': String(sizeBytes - offset),
    });
    const end = (finishWith) => {
      isOver = true;
      outgoing.destroy();
      finishWith();
    };
    outgoing.on('error', () => end(() => failed(new Error('cut'))));
    outgoing.on('response', (incoming) => {
      incoming.on('error', () => undefined);
      incoming.resume();
      incoming.on('end', () => {
        isOver = true;
        if (incoming.statusCode !== 204) {
          outgoing.destroy();
        }
        done(incoming.statusCode === 204);
      });
      incoming.on('close', () => end(() => done(incoming.statusCode === 204)));
    });
    void (async () => {
      while (!isOver && sent.bytes < sizeBytes) {
        const size = isFinishing ? sizeBytes : pieceBytes;
        const piece = content.subarray(sent.bytes, sent.bytes + size);
        sent.bytes += piece.length;
        outgoing.write(piece);
        await sleep(isFinishing ? 0 : pieceMs);
      }
      if (!isOver) {
        outgoing.end();
      }
    })();
  });
}

function open(url, method, token, headers) {
  return request(url, {
    method,
    agent,
    headers: { 'Tus-Resumable': '1.0.0', Authorization: token, ...headers },
  });
}

function ask(url, method, token, headers) {
  return new Promise((done, failed) => {
    const outgoing = open(url, method, token, headers);
    outgoing.setTimeout(30_000, () => outgoing.destroy(new Error('No answer in 30 s.')));
    outgoing.on('error', failed);
    outgoing.on('response', (incoming) => {
      incoming.on('error', failed);
      incoming.resume();
      incoming.on('end', () => done({ status: incoming.statusCode, headers: incoming.headers }));
    });
    outgoing.end();
  });
}
