/**
 * How many small files a second arrive: in batches (the plain form of uploadFolder), one by one through tus, and by nginx
 * PUT on the same disk. Everything in turn, in the same run, over kept connections; medians. The platform flushes every
 * file before it answers; nginx does not, so its files are also flushed one by one afterwards ("then sync").
 * Beside them what a file costs the server: processor time and transactions.
 * Usage (built server): node tests/load/small-files.mjs [files, default 2000] [bytes, default 10240] [rounds, default 3]
 */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNginx } from './nginx-run.mjs';
import { costOf } from './process-cost.mjs';
import { percentile, startServer, time } from './server-run.mjs';

const [count, bytes, rounds] = [2000, 10_240, 3].map((usual, index) =>
  Number(process.argv[2 + index] ?? usual),
);
const connections = 6;
const batchFiles = 200;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const work = mkdtempSync(
  join(realpathSync(process.env.WORK_DIR ?? tmpdir()), 'clusterdesk-small-'),
);
const content = randomBytes(bytes);

function send(method, url, headers, body) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        if (answer.statusCode < 300) {
          resolve({ headers: answer.headers, text });
        } else {
          reject(new Error(`${method} ${url}: ${answer.statusCode} ${text}`));
        }
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Does the work for each index, as many at once as there are connections. */
async function forEach(total, action) {
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < total) {
        next += 1;
        await action(next - 1);
      }
    }),
  );
}

const putAll = (nginx, folder) =>
  forEach(count, (index) =>
    send('PUT', `${nginx.url}/${folder}/${index}.bin`, { 'Content-Length': bytes }, content),
  );

function batchOf(first, last) {
  const boundary = randomUUID();
  const parts = [`--${boundary}\r\nContent-Disposition: form-data; name="operation"\r\n\r\n0\r\n`];
  for (let index = first; index < last; index += 1) {
    parts.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${index}.bin"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
      content,
      '\r\n',
    );
  }
  parts.push(`--${boundary}--\r\n`);
  return { boundary, body: Buffer.concat(parts.map((part) => Buffer.from(part))) };
}

const sendBatches = (server, token, folder) =>
  forEach(Math.ceil(count / batchFiles), async (index) => {
    const first = index * batchFiles;
    const { boundary, body } = batchOf(first, Math.min(count, first + batchFiles));
    const url = `${server.url}/api/user/info/uploadFolder?dir=/${folder}`;
    const { text } = await send(
      'POST',
      url,
      {
        authorization: token,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Content-Length': body.length,
      },
      body,
    );
    const answer = JSON.parse(text);
    if (!answer.success || answer.result.files.some(({ path }) => path === null)) {
      throw new Error(`A batch failed: ${text.slice(0, 500)}`);
    }
  });

const sendByTus = (server, token, folder) =>
  forEach(count, (index) => {
    const entries = { dir: `/${folder}`, fileName: `${index}.bin` };
    const metadata = Object.entries(entries)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');
    return send(
      'POST',
      `${server.url}/api/uploads`,
      {
        authorization: token,
        'Tus-Resumable': '1.0.0',
        'Upload-Length': bytes,
        'Upload-Metadata': metadata,
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': bytes,
      },
      content,
    );
  });

const rates = new Map();
/** Milliseconds of the server's processor a file, and transactions of its database a file. */
const costs = new Map();
async function measure(name, action) {
  const [before, transactions] = [costOf(server.pid), await countTransactions()];
  const rate = count / ((await time(action)) / 1000);
  const after = costOf(server.pid);
  rates.set(name, [...(rates.get(name) ?? []), rate]);
  const one = {
    cpuMs: (1000 * (after.user + after.system - before.user - before.system)) / count,
    transactions: ((await countTransactions()) - transactions) / count,
  };
  costs.set(name, [...(costs.get(name) ?? []), one]);
}

async function countTransactions() {
  // What sessions did is told to the statistics with a delay of up to a second.
  await sleep(1_100);
  const [row] = await server.query(
    'SELECT xact_commit + xact_rollback AS done FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row.done);
}

async function checkCount(server, token, folder) {
  const { total } = await server.call('/user/info/disk/summary', { path: `/${folder}` }, token);
  if (total !== count) {
    throw new Error(`${folder} holds ${total} files in place of ${count}.`);
  }
}

const server = await startServer({ FILES_DIR: join(work, 'platform') });
const nginx = await startNginx(join(work, 'nginx'));
try {
  const token = await server.signIn();
  for (let round = 0; round < rounds; round += 1) {
    const folders = [`batches-${round}`, `tus-${round}`];
    await server.call('/user/info/mkdirs', { paths: folders.map((name) => `/${name}`) }, token);
    if (nginx) {
      await measure('nginx PUT', () => putAll(nginx, `put-${round}`));
      await measure('nginx PUT, then sync', async () => {
        await putAll(nginx, `synced-${round}`);
        execFileSync('sh', ['-c', 'sync *'], { cwd: join(nginx.root, `synced-${round}`) });
      });
    }
    await measure('batches', () => sendBatches(server, token, folders[0]));
    await measure('tus', () => sendByTus(server, token, folders[1]));
    await checkCount(server, token, folders[0]);
    await checkCount(server, token, folders[1]);
  }
} finally {
  agent.destroy();
  await nginx?.stop();
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}
const median = (name) => percentile(rates.get(name), 0.5);
for (const [name, values] of rates) {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.round);
  console.log(
    `${name.padEnd(22)} ${median(name).toFixed(0).padStart(6)} files/s  (${low} to ${high})`,
  );
  if (['batches', 'tus'].includes(name)) {
    const [cpuMs, transactions] = ['cpuMs', 'transactions'].map((what) =>
      percentile(
        costs.get(name).map((cost) => cost[what]),
        0.5,
      ),
    );
    console.log(
      `${''.padEnd(22)} ${cpuMs.toFixed(2).padStart(6)} ms of processor, ${transactions.toFixed(1)} transactions a file`,
    );
  }
}
for (const ours of ['batches', 'tus']) {
  for (const theirs of ['nginx PUT', 'nginx PUT, then sync'].filter((name) => rates.has(name))) {
    console.log(
      `${`${ours} / ${theirs}`.padEnd(32)} ${(median(ours) / median(theirs)).toFixed(2)}`,
    );
  }
}
