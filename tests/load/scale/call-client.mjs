/**
 * Callers in a process of their own, so that what they cost can be told from what the servers cost. A child: is told addresses,
 * tokens and what to do, and answers how much was done. Each lane has one user and one address, and asks again when it is answered.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendTus } from '../ageing.mjs';

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const smallFile = Buffer.alloc(10_240, 7);

process.on('message', async (task) => process.send(await perform(task)));
process.on('disconnect', () => process.exit());
process.send('ready');

/** @returns how many were done, how many failed, and for how long all lanes ran */
async function perform({
  kind,
  urls,
  tokens,
  lanes,
  seconds = Infinity,
  each = Infinity,
  pauseMs = 0,
  file,
}) {
  const begin = performance.now();
  const endsAt = begin + seconds * 1_000;
  const result = { done: 0, failed: 0, times: [], lastFault: null };
  const lane = async (place) => {
    const url = urls[place % urls.length];
    const token = tokens[place % tokens.length];
    for (let round = 0; round < each && performance.now() < endsAt; round += 1) {
      const at = performance.now();
      try {
        await kinds[kind]({ url, token, file, name: `${kind}-${place}-${round % 20}` });
        result.done += 1;
        result.times.push(performance.now() - at);
      } catch (error) {
        result.failed += 1;
        result.lastFault = String(error);
      }
      if (pauseMs > 0) {
        await sleep(pauseMs);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, place) => lane(place)));
  return { ...result, seconds: (performance.now() - begin) / 1_000 };
}

const kinds = {
  look: ({ url, token }) => call(url, token, '/menu/getUserMenuListTree', {}),
  listing: ({ url, token }) => call(url, token, '/user/info/disk', { path: '/listing' }),
  save: ({ url, token }) =>
    call(url, token, '/systemSetting/save', {
      changes: { maxWaitingJobs: 10_000 + Math.floor(Math.random() * 1_000) },
    }),
  small: ({ url, token, name }) => sendTus({ url }, token, name, smallFile),
  large: ({ url, token, name, file }) => sendTus({ url }, token, name, file),
};

/** By `http` with connections that are kept: `fetch` costs the caller more than the server. */
function call(url, token, path, input) {
  const body = JSON.stringify(input);
  return new Promise((done, failed) => {
    const outgoing = request(`${url}/api${path}`, {
      method: 'POST',
      agent,
      timeout: 30_000,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Authorization: token,
      },
    });
    outgoing.on('error', failed);
    outgoing.on('timeout', () => outgoing.destroy(new Error('No answer in 30 s.')));
    outgoing.on('response', (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', failed);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (text.startsWith('{"success":true')) {
          done();
        } else {
          failed(new Error(`${path}: ${text.slice(0, 200)}`));
        }
      });
    });
    outgoing.end(body);
  });
}
