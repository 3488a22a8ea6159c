/**
 * A rolling restart of two servers behind nginx with many uploads open: how long it takes, how many uploads are cut and go on, whether each
 * is whole at the end, and whether a call fails or a numbered event is lost meanwhile. Uploads are by tus from clients with slow
 * lines, so that none ends by itself; callers and browsers use the platform all the time, and settings are changed.
 *
 * Each server in turn is told to stop (SIGTERM: readiness is 503, calls are still taken for STOP_NOTICE_MS, then those under way are
 * waited for until shortly before STOP_TIMEOUT_MS), and started again; the next follows when no upload lies still.
 *
 * Usage (built server, nginx installed): node tests/load/rolling-restart.mjs [--uploads 500] [--kb 256] [--callers 8] [--browsers 100]
 *   [--notice 3000] [--timeout 10000] [--redis]
 * Ends with exit code 1 where an upload is not whole, a call failed, or an event was lost.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addAdministrators, ask, startCrowd, windowsEach } from './cluster/crowds.mjs';
import { startCluster } from './scale/cluster-run.mjs';
import { contentOf } from './scale/upload-content.mjs';
import { openClient, percentile } from './server-run.mjs';

const { values: options } = parseArgs({
  options: {
    uploads: { type: 'string', default: '500' },
    kb: { type: 'string', default: '256' },
    callers: { type: 'string', default: '8' },
    browsers: { type: 'string', default: '100' },
    notice: { type: 'string', default: '3000' },
    timeout: { type: 'string', default: '10000' },
    redis: { type: 'boolean', default: false },
  },
});
const [count, callers, browsers] = [options.uploads, options.callers, options.browsers].map(Number);
const sizeBytes = Number(options.kb) * 1024;
const eventMs = 250;
const waitMs = 120_000;
/** Positions are told again at least this often (docs/decisions/numbered-live-events.md). */
const positionsMs = 35_000;

const cluster = await startCluster({
  redis: options.redis,
  environment: { STOP_NOTICE_MS: options.notice, STOP_TIMEOUT_MS: options.timeout },
});
const children = [];
let isOver = false;
let isGood = false;
try {
  const balancer = await cluster.balance(cluster.servers.map(({ url }) => url));
  if (!balancer) {
    throw new Error('nginx is not installed.');
  }
  const { url } = balancer;
  const users = Math.max(10, Math.ceil(browsers / windowsEach));
  const tokens = await addAdministrators(cluster.client, cluster.query, users);
  const uploads = await startChild('slow-uploads');
  uploads.send({ start: { url, tokens, count, sizeBytes } });
  const crowd = await startCrowd('viewer-crowd', {
    urls: [url],
    tokens,
    windows: browsers,
    monitors: 0,
  });
  children.push(crowd);
  await until('uploads to be open', async () => (await ask(uploads)).open === count);
  await until('browsers to come', async () => (await ask(crowd)).watching === browsers);
  await tellTransactions();
  const calls = callForever(url, tokens);
  const events = makeEvents(await openClient(url), tokens[0]);
  await sleep(3_000);
  const lost = { connected: 0, afterCut: 0 };
  const took = await restartAll(uploads, crowd, lost);
  isOver = true;
  isGood = await finish({
    users,
    uploads,
    crowd,
    lost,
    took,
    calls: await calls,
    events: await events,
  });
} finally {
  isOver = true;
  children.forEach((child) => child.kill());
  await cluster.stop();
}
process.exit(isGood ? 0 : 1);

async function startChild(name) {
  const child = fork(join(import.meta.dirname, `scale/${name}.mjs`));
  children.push(child);
  await once(child, 'message');
  return child;
}

async function until(what, isTrue) {
  const begin = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - begin > waitMs) {
      throw new Error(`Waited too long for ${what}.`);
    }
    await sleep(200);
  }
}

/** What PostgreSQL has to do for uploads that are only open. */
async function tellTransactions() {
  const read = async () => {
    const [{ transactions }] = await cluster.query(
      `SELECT xact_commit::int AS transactions FROM pg_stat_database WHERE datname = current_database()`,
    );
    return { transactions, at: performance.now() };
  };
  const before = await read();
  await sleep(10_000);
  const after = await read();
  const rate = ((after.transactions - before.transactions) / (after.at - before.at)) * 1_000;
  console.log(`${count} uploads open, nobody calls: ${rate.toFixed(0)} transactions a second`);
}

/** One after the other. @returns seconds in all */
async function restartAll(uploads, crowd, lost) {
  const begin = performance.now();
  for (const [place, server] of cluster.servers.entries()) {
    const before = await ask(uploads);
    const at = performance.now();
    await server.end('SIGTERM');
    const stopped = performance.now();
    await cluster.restart(place);
    const ready = performance.now();
    await until('uploads to go on', async () => {
      const [{ open, complete }, seen] = [await ask(uploads), await ask(crowd)];
      lost.connected += seen.gapsConnected;
      lost.afterCut += seen.gapsAfterCut;
      return open + complete === count && seen.watching === browsers;
    });
    const after = await ask(uploads);
    console.log(
      `${server.name}: stopped after ${seconds(at, stopped)} s, ready again ${seconds(stopped, ready)} s later, ` +
        `all uploads and browsers going on after ${seconds(at, performance.now())} s; ${after.cuts - before.cuts} uploads cut`,
    );
  }
  return seconds(begin, performance.now());
}

function seconds(from, to) {
  return ((to - from) / 1_000).toFixed(1);
}

/** Look calls through the balancer until the restart is over. */
async function callForever(url, tokens) {
  const child = await startChild('call-client');
  const total = { done: 0, failed: 0, times: [], lastFault: null };
  while (!isOver) {
    child.send({ kind: 'look', urls: [url], tokens, lanes: callers, seconds: 1, pauseMs: 50 });
    const [answer] = await once(child, 'message');
    total.done += answer.done;
    total.failed += answer.failed;
    total.times.push(...answer.times);
    total.lastFault ??= answer.lastFault;
  }
  return total;
}

/** Numbered events, by calls that change something. */
async function makeEvents({ call }, token) {
  const total = { done: 0, failed: 0, lastFault: null };
  while (!isOver) {
    const changes = { maxWaitingJobs: 10_000 + (total.done % 1_000) };
    await call('/systemSetting/save', { changes }, token).then(
      () => (total.done += 1),
      (error) => {
        total.failed += 1;
        total.lastFault = String(error.cause ?? error);
      },
    );
    await sleep(eventMs);
  }
  return total;
}

async function finish({ users, uploads, crowd, lost, took, calls, events }) {
  uploads.send({ finish: true });
  await once(uploads, 'message');
  await until('uploads to end', async () => (await ask(uploads)).complete === count);
  const end = await ask(uploads);
  let torn = 0;
  for (let index = 0; index < count; index += 1) {
    torn += isWhole(index, users) ? 0 : 1;
  }
  const [{ seq }] = await cluster.query(
    `SELECT seq::int AS seq FROM live_cursor WHERE audience = 'topic:settings'`,
  );
  const since = performance.now();
  let seen = await ask(crowd);
  while (seen.leastSeq < seq && performance.now() - since < positionsMs) {
    lost.connected += seen.gapsConnected;
    await sleep(500);
    seen = await ask(crowd);
  }
  lost.connected += seen.gapsConnected;
  const isBehind = seen.leastSeq < seq;
  const slowest = [0.5, 0.99, 1].map((share) => Math.round(percentile(calls.times, share)));
  console.log(`\nrolling restart of two servers: ${took} s in all`);
  console.log(
    `uploads    ${count} of ${options.kb} kB: ${end.wereCut} cut and resumed (${end.cuts} cuts, ${Math.round(end.bytesSentTwice / 1024)} kB sent twice), ` +
      `${count - torn} whole, ${torn} not; ${end.failed} other calls of theirs failed ${end.failures.join('; ')}`,
  );
  console.log(
    `calls      ${calls.done} answered, ${calls.failed} failed ${calls.lastFault ?? ''}; ${slowest.join(' / ')} ms (median, 99 %, most)`,
  );
  console.log(
    `changes    ${events.done} answered, ${events.failed} failed ${events.lastFault ?? ''}`,
  );
  console.log(
    `events     ${seq} numbered; lost while connected ${lost.connected}, told after a cut ${lost.afterCut}; ` +
      `${isBehind ? `LOST: a browser stands at ${seen.leastSeq}` : 'every browser knows the last one'}`,
  );
  return torn + end.failed + calls.failed + events.failed + lost.connected === 0 && !isBehind;
}

/** As it lies on the disk, in the home of the user whose upload it was. */
function isWhole(index, users) {
  const path = join(cluster.dataDir, `files/home/viewer${index % users}/slow-${index}`);
  try {
    return readFileSync(path).equals(contentOf(index, sizeBytes));
  } catch {
    return false;
  }
}
